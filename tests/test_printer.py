"""The canonical text: one for each tree, comments kept, nothing else touched."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livret.dsl.parser import parse, text_lines
from livret.dsl.printer import format_text, format_yaml, same
from livret.dsl.source import Source
from livret.dsl.tokens import comments, logical_lines

HERE = Path(__file__).parent
RULESETS = HERE.parent / "rulesets"
FILE = Path("essai.livret")
CONSTRUCTS = (HERE / "constructs.livret").read_text(encoding="utf-8")
FILES = sorted(RULESETS.glob("*/*.livret"))
#: Groups of declarations, from all these files.
GROUPS = [
    group
    for text in [CONSTRUCTS, *(path.read_text(encoding="utf-8") for path in FILES)]
    for group in re.split(r"\n\n(?=[^\s)#])", text)
]
ANY_TEXT = st.lists(st.sampled_from(GROUPS), min_size=1, max_size=4).map("\n".join)


def formatted(text: str) -> str:
    """Return the canonical text of one that must have no mistake."""
    done, mistakes = format_text(Source(FILE, text))
    assert mistakes == []
    assert done is not None
    return done


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_shipped_rules_are_canonical(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text, f"livret fmt {path} lays it out"


@pytest.mark.parametrize("path", sorted(RULESETS.glob("*/*.yaml")), ids=str)
def test_shipped_components_are_canonical(path: Path) -> None:
    source = Source(path, path.read_bytes().decode())
    assert format_yaml(source) == (source.text, []), f"livret fmt {path} lays it out"


def test_every_construct_has_a_canonical_text() -> None:
    assert formatted(CONSTRUCTS) == CONSTRUCTS


# Space -----------------------------------------------------------------------

SPACING = [
    ("joueurs   2  à 4", "joueurs 2 à 4"),
    ("issue A\r\nissue B\r\n", "issue A\nissue B"),
    ("issue Ae\u0301", "issue Aé"),
    ("\ufeffissue A", "issue A"),
    ("issue A  \t", "issue A"),
    ("\n\nissue A\n\n\n\nissue B\n\n\n", "issue A\n\nissue B"),
    ("score j=a<=b", "score j = a ≤ b"),
    ("score j=a>=b", "score j = a ≥ b"),
    ("score j=a!=b", "score j = a ≠ b"),
    ("score j = - 1 - - 2", "score j = -1 - -2"),
    ("score j = f ( a,b )", "score j = f(a, b)"),
    ("score j = { a,b }", "score j = {a, b}"),
    ("score j = j . a . b ( c )", "score j = j.a.b(c)"),
    ("score j = A où .b=2", "score j = A où .b = 2"),
    ("score j = -.b", "score j = -.b"),
    ("score j = 007", "score j = 7"),
    ("score j = 2*-3", "score j = 2 * -3"),
    ("piste P:-5 à-2", "piste P : -5 à -2"),
    ("dispense[AB-1,AB-2]  \"raison\"", 'dispense [AB-1, AB-2] "raison"'),
    ('dispense  T20  Round"raison"', 'dispense T20 Round "raison"'),
    ('dispense T20 Round ,Tour "raison"', 'dispense T20 Round, Tour "raison"'),
    ('issue A"titre"[AB-1]', 'issue A "titre" [AB-1]'),
    ("définition f(x:nombre):nombre=x", "définition f(x : nombre) : nombre = x"),
    ("phase A:\n     f()\n     g()", "phase A :\n  f()\n  g()"),
    ("phase A:\n\n  f()\n\n\n  g()", "phase A :\n  f()\n\n  g()"),
    ("phase A :\n si a:\n   f()\n sinon si b:\n  g()\n sinon:\n     h()",
     "phase A :\n  si a :\n    f()\n  sinon si b :\n    g()\n  sinon :\n    h()"),
    ("score j = f(a,\n b)", "score j = f(a, b)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), SPACING)
def test_space_is_canonical(text: str, wanted: str) -> None:
    assert formatted(text) == wanted + "\n"


def test_a_text_without_rules() -> None:
    assert formatted("") == ""
    assert formatted("\n \n") == ""
    assert formatted(" # seul") == "# seul\n"


# Parentheses -----------------------------------------------------------------

PARENTHESES = [
    ("score j = (a)", "score j = a"),
    ("score j = ((a + b))", "score j = a + b"),
    ("score j = f((a), (b + c))", "score j = f(a, b + c)"),
    ("score j = (a + b) * c", None),
    ("score j = (a * b) + c", None),
    ("score j = a - (b - c)", None),
    ("score j = non (a et b)", None),
    ("score j = (a où b) où c", None),
    ("score j = (si a alors b sinon c) + 1", None),
    ("score j = -(a)", "score j = -a"),
    ("score j = (a).b", "score j = a.b"),
    ("score j = (f(x)).b", None),
    ("phase A :\n  si (a) :\n    f()", "phase A :\n  si a :\n    f()"),
    ("phase A :\n  si (a et b) :\n    f()", "phase A :\n  si a et b :\n    f()"),
    ("phase A :\n  j choisit de (si a alors 1 sinon 2) à 3 c parmi C", None),
    ("phase A :\n  (si a alors b sinon c).d devient 1", None),
    ('exemple "x" :\n  quand :\n    J1 : (oui)', None),
    ('exemple "x" :\n  alors :\n    (issue = 3)', None),
    ('exemple "x" :\n  alors :\n    (a = 3)', 'exemple "x" :\n  alors :\n    a = 3'),
]


@pytest.mark.parametrize(("text", "wanted"), PARENTHESES)
def test_needless_parentheses_go(text: str, wanted: str | None) -> None:
    assert formatted(text) == (wanted or text) + "\n"


def test_parentheses_before_a_word_that_is_a_keyword_too_are_not_doubled() -> None:
    """`place` may begin a line of its own: its parentheses stay, and are enough."""
    places = "\n  ou ".join(f"place(zone_{n}, c) ≠ rien" for n in range(5))
    text = f"définition ici(c : Carte) : booléen = (\n  {places}\n)\n"
    assert formatted(text) == text


# Long lines ------------------------------------------------------------------

LONG = """\
définition chances(n : nombre) "Chances sur 36" [AB-1] : nombre = (
  si n ≤ 2 alors 36
  sinon si n ≤ 7 alors 36 - (n - 2) * (n - 1) / 2
  sinon si n ≤ 12 alors (13 - n) * (14 - n) / 2
  sinon 0
)
définition avancées(c : Case, j : Joueur) "Cases où un pion peut avancer" : ensemble de Case = (
  {décalage(c, -1, sens(j)), décalage(c, 0, sens(j)), décalage(c, 1, sens(j))} où lui ≠ rien
)
définition éloignement(j : Joueur) "Distance de la première tuile" [AB-2] : nombre = min(
  Hexagone où existe(.garnison), distance(j.pion, lui)
)
invariant "Rien ne se perd, ni dans les mains, ni ailleurs" [AB-3] : (
  nombre(Carte) = 90
  et nombre(talon)
    + nombre(défausse)
    + nombre(attaque)
    + somme(Lot, nombre(.étal))
    + somme(joueurs, nombre(.main)) = 90
)

phase Combat :
  j choisit de 1 à nombre(j.main) armées parmi (
    cartes_armée(j.main) comme c où nombre(couleurs(union(armées, {c}))) ≤ permises
  ) "Cartes armée à engager" [AB-4, AB-5]
  si (
    première_condition_assez_longue(j, c)
    et (deuxième_condition_assez_longue(j) ou troisième_condition_assez_longue(c))
  ) :
    f()
"""


def test_long_lines_are_broken_in_brackets() -> None:
    assert formatted(LONG) == LONG


def test_broken_lines_are_joined_first() -> None:
    joined = " ".join(line.strip() for line in LONG.split("phase")[0].split("\n"))
    joined = joined.replace("définition", "\ndéfinition").replace(
        "invariant", "\ninvariant"
    )
    assert formatted(joined) == LONG.split("\nphase")[0]


@pytest.mark.parametrize(
    "text",
    [
        'issue Égalité "' + "Une très longue phrase, " * 6 + '"',
        "score j = " + "un_nom_" * 20,
        "dispense [" + ", ".join(f"AB-{n}" for n in range(30)) + '] "raison"',
        "phase A :\n  pion devient a [" + ", ".join(f"AB-{n}" for n in range(30)) + "]",
    ],
)
def test_what_cannot_be_broken_stays_long(text: str) -> None:
    assert formatted(text) == text + "\n"


# Comments --------------------------------------------------------------------

COMMENTS = """\
# en tête

# de la phase
phase A :  # au bout
  # avant f
  f()  # après f
  si a :
    g()
    # à la fin du si
  # à la fin de la phase

  # encore

# de l'issue
issue B
# à la fin
"""


def test_comments_stay_where_they_are() -> None:
    assert formatted(COMMENTS) == COMMENTS


def test_comments_follow_the_margin_of_their_block() -> None:
    assert formatted("phase A:#x\n      f()\n      # f\n # A\nissue B") == (
        "phase A :  #x\n  f()\n  # f\n# A\nissue B\n"
    )


def test_comments_between_brackets_go_before_the_line() -> None:
    text = "score j = f( # un\n  # deux\n  a, # trois\n  b) # quatre\n"
    assert formatted(text) == "# un\n# deux\n# trois\nscore j = f(a, b)  # quatre\n"


def test_a_sharp_in_a_text_is_no_comment() -> None:
    assert formatted('issue A "n° #1"#2') == 'issue A "n° #1"  #2\n'


# Any layout ------------------------------------------------------------------


def mangled(text: str, generator: random.Random) -> str:
    """Return the same rules with other spaces, margins and breaks, comments left out."""
    written: list[str] = []
    margins = [0]
    ascii_signs = {"≤": "<=", "≥": ">=", "≠": "!="}
    for line in logical_lines(text_lines(text)):
        del margins[line.level + 1 :]
        if line.level == len(margins):
            margins.append(margins[-1] + generator.randint(1, 6))
        parts = [" " * margins[line.level]]
        depth = 0
        for token in line.tokens:
            sign = generator.choice([str(token), ascii_signs.get(str(token), str(token))])
            depth += (token.type in ("LPAR", "LBRACE")) - (token.type in ("RPAR", "RBRACE"))
            breaks = ["\n ", "\n    ", "\n\n  "] if depth and token.type != "LSQB" else []
            parts += [sign, generator.choice([" ", "  ", "   ", *breaks])]
        written.append("".join(parts).rstrip(" ") + generator.choice(["", " ", "  "]))
    return generator.choice(["\n", "\r\n"]).join(written)


def bare(text: str) -> str:
    """Return the rules without comments and empty lines."""
    lines = text_lines(text)
    for comment in comments(lines):
        lines[comment.line] = lines[comment.line][: comment.column].rstrip()
    return "\n".join(line for line in lines if line.strip())


@given(ANY_TEXT, st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_layout_does_not_matter(text: str, seed: int) -> None:
    assert formatted(mangled(text, random.Random(seed))) == formatted(bare(text))


@given(ANY_TEXT, st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_comments_anywhere_are_kept(text: str, seed: int) -> None:
    generator = random.Random(seed)
    lines = mangled(text, generator).split("\n")
    for number in range(generator.randint(1, 20)):
        index = generator.randrange(len(lines))
        match generator.randrange(3):
            case 0:
                lines[index] += f" # c{number}"
            case 1:
                lines.insert(index, " " * generator.randrange(9) + f"# c{number}")
            case _:
                lines.insert(index, "")
    source = Source(FILE, "\n".join(lines).replace("\r #", " #"))
    tree, mistakes = parse(source)
    assert mistakes == []
    once = formatted(source.text)
    assert formatted(once) == once
    assert same(parse(Source(FILE, once))[0], tree)
    kept = [comment.text for comment in comments(text_lines(once))]
    assert kept == [comment.text for comment in comments(text_lines(source.text))]


ATOMS = st.sampled_from(
    ["a", "12", "vrai", "rien", ".b", "j.main", "f()", "{}", "un_assez_long_nom"]
)


FORMS = [
    "{} + {}", "{} - {}", "{} * {}", "{} modulo {}", "{} et {}", "{} ou {}", "{} = {}",
    "{} <= {}", "{} dans {}", "{} où {}", "{} comme c où {}", "f({}, {})", "{{{}, {}}}",
    "si {} alors {} sinon {}", "non {}", "-{}", "{}.c", "f({})", "{}.f({})",
]  # fmt: skip


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return expressions made of smaller ones in parentheses."""
    parts = st.tuples(inner, inner, inner)
    return st.builds(
        lambda form, parts: form.format(*map("({})".format, parts)),
        st.sampled_from(FORMS),
        parts,
    )


@given(st.recursive(ATOMS, larger, max_leaves=20))
@settings(max_examples=150, deadline=None)
def test_any_expression_keeps_its_tree(expression: str) -> None:
    text = f"définition essai(c : Case) : nombre = {expression}\n"
    tree, mistakes = parse(Source(FILE, text))
    assert mistakes == []
    once = formatted(text)
    assert formatted(once) == once
    assert same(parse(Source(FILE, once))[0], tree)
