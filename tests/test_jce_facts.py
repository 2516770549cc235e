"""The cards of the living card game against the facts collected about them."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import livret
from livret.dsl.program import Card, Program

FACTS = Path(__file__).resolve().parents[2] / "shared" / "facts" / "jce" / "cards.yaml"
NUMBERS = range(1, 129)

TYPES = {
    "hero": "Héros", "ally": "Allié", "attachment": "Attachement", "event": "Événement",
    "enemy": "Ennemi", "location": "Lieu", "treachery": "Traîtrise", "objective": "Objectif",
    "quest": "Quête",
}  # fmt: skip
SPHERES = {
    "leadership": "commandement", "lore": "connaissance", "spirit": "énergie",
    "tactics": "tactique", "neutral": "neutre",
}  # fmt: skip
SETS = {
    "Passage Through Mirkwood": "set_forêt_noire",
    "Spiders of Mirkwood": "set_araignées",
    "Dol Guldur Orcs": "set_orques",
    "Journey Down the Anduin": "set_anduin",
    "Journey Along the Anduin": "set_anduin",
    "Sauron's Reach": "set_sauron",
    "Wilderlands": "set_terres_sauvages",
    "Escape from Dol Guldur": "set_dol_guldur",
}
TRAITS = {
    "Archer": "archer", "Armor": "armure", "Artifact": "artefact", "Beorning": "beornide",
    "Condition": "condition", "Craftsman": "artisan", "Creature": "créature",
    "Dol Guldur": "trait_dol_guldur", "Dungeon": "cachot", "Dúnedain": "dúnedain",
    "Dwarf": "nain", "Forest": "trait_forêt", "Goblin": "gobelin", "Gondor": "gondor",
    "Hobbit": "hobbit", "Insect": "insecte", "Istari": "istari", "Item": "objet",
    "Marshland": "marécage", "Minstrel": "ménestrel", "Mountain": "montagne",
    "Nazgûl": "nazgûl", "Noble": "noble", "Noldor": "noldor", "Orc": "orque",
    "Ranger": "rôdeur", "Riverland": "fleuve", "Rohan": "rohan", "Scout": "éclaireur",
    "Silvan": "sylvain", "Skill": "compétence", "Spider": "araignée",
    "Steward": "intendant", "Stronghold": "forteresse", "Title": "titre_de_noblesse",
    "Trap": "piège", "Troll": "troll", "Undead": "mort_vivant", "Warrior": "guerrier",
    "Wasteland": "terres_désolées", "Weapon": "arme",
}  # fmt: skip
FIGURES = {
    "threat_cost": "coût_de_menace", "willpower": "volonté", "attack": "attaque",
    "defense": "défense", "hit_points": "vie", "engagement_cost": "coût_engagement",
    "threat": "menace", "quest_points": "points",
}  # fmt: skip
KEYWORDS = {
    "ranged": "à_distance", "sentinel": "sentinelle", "restricted": "restreint",
    "surge": "renfort", "guarded": "protégé", "doomed": "maudit", "victory": "victoire",
}  # fmt: skip
#: Effects that the figures and keywords of a card do not say: they need an ability.
WORDLESS = {"attach"}
#: The random next stage of this quest card is how the rules follow any quest.
RULED = {120}


@cache
def facts() -> dict[int, dict[str, Any]]:
    if not FACTS.exists():
        pytest.skip("../shared is not beside the checkout")
    read = YAML(typ="safe").load(FACTS.read_text(encoding="utf-8"))
    return {fact["number"]: fact for fact in read["cards"]}


@cache
def rules() -> tuple[Program, dict[int, Card]]:
    program = livret.load("jce").program
    cards = {card.values["numéro"]: card for card in program.cards.values()}
    return program, cards  # type: ignore[return-value]


def literal(card: Card, name: str) -> Any:
    """Return a characteristic as the author writes it: names instead of numbers."""
    program, _ = rules()
    value = card.values[name]
    kind = program.types[card.type].characteristics[name].kind.name
    names = list(program.enumerations[kind].values)
    return {names[each] for each in value} if isinstance(value, tuple) else names[value]


def test_every_number_stands_for_one_card() -> None:
    assert sorted(facts()) == sorted(rules()[1]) == list(NUMBERS)


@pytest.mark.parametrize("number", NUMBERS)
def test_card_has_the_figures_of_the_facts(number: int) -> None:
    fact, card = facts()[number], rules()[1][number]
    sides = fact.get("sides", {})
    face = {**fact, **sides.get("B", {})}
    assert card.type == TYPES[fact["type"]]
    assert card.label.replace(" ", " ") in {fact["title_fr"], face["title_fr"]}
    assert card.copies == fact["quantity"]
    for name, characteristic in FIGURES.items():
        assert card.values.get(characteristic) == face.get(name), name
    for word in fact.get("traits", []):
        assert TRAITS[word] in literal(card, "traits")
    assert len(card.values["traits"]) == len(fact.get("traits", []))  # type: ignore[arg-type]
    if "sphere" in fact:
        assert literal(card, "sphère") == SPHERES[fact["sphere"]]
        assert card.values["unique"] == fact["unique"]
        assert fact.get("cost", 0) in (card.values["coût_imprimé"], "X")
    elif fact["type"] != "quest":
        assert literal(card, "groupe") == SETS[fact["encounter_set"]]
        assert card.values["effet_ombre"] == fact["has_shadow_effect"]
    if "une_fois_révélée" in card.values:
        effects = face.get("effects", [])
        assert card.values["une_fois_révélée"] == any(
            effect["kind"] == "when_revealed" for effect in effects
        )


@pytest.mark.parametrize("number", NUMBERS)
def test_card_has_the_keywords_of_the_facts(number: int) -> None:
    fact, card = facts()[number], rules()[1][number]
    wanted: dict[str, int] = {}
    for keyword in fact.get("keywords", []):
        named = keyword if isinstance(keyword, dict) else {keyword: 1}
        wanted |= {KEYWORDS[name]: value for name, value in named.items()}
    printed = {name: card.values.get(name, 0) for name in KEYWORDS.values()}
    assert {name: value for name, value in printed.items() if value} == wanted


@pytest.mark.parametrize("number", NUMBERS)
def test_no_card_with_an_effect_is_inert(number: int) -> None:
    program, cards = rules()
    fact, card = facts()[number], cards[number]
    faces = [fact, *fact.get("sides", {}).values()]
    effects = [
        e for face in faces for e in (*face.get("effects", []), *face.get("setup", []))
    ]
    needed = [e for e in effects if isinstance(e, str) or e["kind"] not in WORDLESS]
    own = [a for a in program.abilities.values() if a.card == card.id]
    assert bool(own) == bool(needed) or number in RULED
    assert card.text or not effects
