"""Le Retour du Roi as clear hand-written Python: what the ruleset is compared with.

The same decisions as `rulesets/retour-du-roi` with its default readings, one after the
other, those with a single option included; cards that look alike are one option. A game
waits in a `stage` for the `player` to choose one of `legal_moves()`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

#: What is chosen: a lot, a cell, a card, an action of the turn, or nothing more.
Move = object
DONE = "done"
PASS = "pass"

CRATER, LARGE_SPACE = 9, 0
CARDS_PER_LOT, OPENING_HAND = 5, 3


@dataclass(frozen=True, eq=False)
class Card:
    """A kind of card; all copies are the same object."""

    name: str
    kind: str
    colour: str = ""
    value: int = 0
    leads_two_colours: bool = False


@dataclass(frozen=True, eq=False)
class Tile:
    """A force of Sauron: what it is, what beats it, the points on its back."""

    kind: str
    value: int
    points: int


# The material -------------------------------------------------------------

REROLL_WITH_HERO = Card("reprendre_courage", "special")
PROTECTION = Card("protection_de_gandalf", "special")
REINFORCEMENTS = Card("renforts", "special")
FORCED_MARCH = Card("marche_forcee", "special")


def make_cards() -> list[Card]:
    """Return the ninety cards."""
    cards: list[Card] = []
    for colour in ("rohan", "gondor", "aragorn"):
        for value, copies in ((1, 8), (2, 7), (3, 5)):
            cards += [Card(f"{colour}_{value}", "army", colour, value)] * copies
    for colour in ("rohan", "gondor", "aragorn"):
        cards += [Card(f"relance_{colour}", "reroll", colour)] * 3
    for name, value in (("gandalf", 4), ("theoden", 3)):
        cards.append(Card(name, "hero", value=value, leads_two_colours=True))
    for name, value in (
        ("aragorn_heros", 4), ("eomer", 3), ("legolas", 3), ("gimli", 3),
        ("faramir", 2), ("eowyn", 2), ("merry", 1), ("pippin", 1),
    ):  # fmt: skip
        cards.append(Card(name, "hero", value=value))
    cards += [REROLL_WITH_HERO] * 3 + [PROTECTION] * 2
    return cards + [REINFORCEMENTS] * 3 + [FORCED_MARCH] * 3


def make_tiles(kind: str) -> list[Tile]:
    """Return the tiles of a kind."""
    values = {"orque": 8, "mumakil": 12, "nazgul": 15, "troll": 16}
    points = {
        "orque": ((1, 14), (2, 10)),
        "mumakil": ((3, 10), (4, 8)),
        "nazgul": ((5, 3), (6, 2)),
        "troll": ((7, 1), (8, 2)),
    }
    return [
        Tile(kind, values[kind], p) for p, copies in points[kind] for _ in range(copies)
    ]


CARDS = make_cards()

#: Row 0 is where pawns start, row 7 lies before the Black Gate; X is no cell.
PLAN = (
    "DDDDMDDDD",
    "TTTTTTTT",
    "VTTTTTTTV",
    "TTTTTTTT",
    "VTTTNTTTV",
    "TTNTTNTT",
    "TTTNTNTTT",
    "XXPPPPXX",
)
CELLS = [(y, x) for y, row in enumerate(PLAN) for x, sign in enumerate(row) if sign != "X"]
TERRAIN = [PLAN[y][x] for y, x in CELLS]
STARTS = [cell for cell, sign in enumerate(TERRAIN) if sign in "DM"]


def find_neighbours(y: int, x: int) -> list[int]:
    """Return the cells beside one; odd rows stand half a cell to the right."""
    side = x if y % 2 else x - 1
    near = [(y, x - 1), (y, x + 1)]
    near += [(y + dy, side + dx) for dy in (-1, 1) for dx in (0, 1)]
    return [CELLS.index(each) for each in near if each in CELLS]


NEIGHBOURS = [find_neighbours(y, x) for y, x in CELLS]


class RetourDuRoi:
    """A game for three or four."""

    def __init__(self, rng: Random, players: int = 3) -> None:
        self.rng = rng
        self.players = players
        self.plies = 0
        self.outcome: str | None = None
        self.winners: tuple[int, ...] = ()
        self.set_up_tiles()
        self.deck = list(CARDS)
        rng.shuffle(self.deck)
        self.discard: list[Card] = []
        self.hands = [self.draw(OPENING_HAND) for _ in range(players)]
        self.pawns: list[int] = [-1] * players
        self.loot: list[list[Tile]] = [[] for _ in range(players)]
        self.frodo = -5 if players == 3 else -7
        self.gollum = LARGE_SPACE
        self.ring_is_gone = False
        self.attack: list[Card] = []
        self.target: Tile | None = None
        self.place = -1
        self.dice = 0
        self.is_protected = False
        self.has_walked_free = False
        self.steps_left = 0
        self.first_player = self.find_first_player()
        self.start_round()

    # Set-up -----------------------------------------------------------------

    def set_up_tiles(self) -> None:
        rng = self.rng
        trolls = make_tiles("troll")
        rng.shuffle(trolls)
        self.trolls = [trolls.pop() for _ in range(3 if self.players == 4 else 2)]
        self.gate: Tile | None = Tile("porte", 18, 10)
        nazgul = make_tiles("nazgul")
        rng.shuffle(nazgul)
        others = make_tiles("orque") + make_tiles("mumakil")
        rng.shuffle(others)
        piles = {"N": nazgul, "T": others}
        self.tiles: list[Tile | None] = [
            piles[sign].pop() if sign in piles else None for sign in TERRAIN
        ]

    def roll(self) -> int:
        return self.rng.randint(1, 6) + self.rng.randint(1, 6)

    def find_first_player(self) -> int:
        """Return who throws highest; those who tie throw again."""
        throwing = list(range(self.players))
        while True:
            throws = [self.roll() for _ in throwing]
            best = max(throws)
            throwing = [p for p, n in zip(throwing, throws, strict=True) if n == best]
            if len(throwing) == 1:
                return throwing[0]

    def draw(self, count: int) -> list[Card]:
        return [self.deck.pop() for _ in range(min(count, len(self.deck)))]

    def renew_deck(self) -> None:
        """Shuffle the discarded cards if the deck is empty."""
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self.rng.shuffle(self.deck)

    # The round --------------------------------------------------------------

    def start_round(self) -> None:
        """Spread a lot per player, then let all choose one, anticlockwise."""
        self.lots: dict[int, list[Card]] = {}
        for lot in range(4):
            if len(self.lots) == self.players:
                break
            cards = self.draw(CARDS_PER_LOT)
            if len(cards) < CARDS_PER_LOT:
                self.renew_deck()
                cards += self.draw(CARDS_PER_LOT - len(cards))
            if cards:
                self.lots[lot] = cards
        self.stage = "lot"
        self.waiting = [
            (self.first_player - 1 - n) % self.players for n in range(self.players)
        ]
        self.next_recruit()

    def next_recruit(self) -> None:
        if self.waiting and self.lots:
            self.player = self.waiting.pop(0)
            return
        self.waiting = [(self.first_player + n) % self.players for n in range(self.players)]
        self.next_turn()

    def next_turn(self) -> None:
        if not self.waiting:
            self.end_round()
            return
        self.player = self.waiting.pop(0)
        self.has_walked_free = False
        self.stage = "start"

    def end_round(self) -> None:
        if self.ring_is_gone or self.gate is None:
            self.outcome = "AnneauDétruit" if self.ring_is_gone else "PorteDétruite"
            totals = [self.points(player) for player in range(self.players)]
            best = max(totals)
            self.winners = tuple(p for p, total in enumerate(totals) if total == best)
            return
        self.first_player = (self.first_player + 1) % self.players
        self.start_round()

    def points(self, player: int) -> int:
        return sum(tile.points for tile in self.loot[player])

    def is_terminal(self) -> bool:
        return self.outcome is not None

    # Decisions --------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        hand = self.hands[self.player]
        match self.stage:
            case "turn":
                return self.turn_moves(hand)
            case "pay":
                return list(dict.fromkeys(hand))
            case "armies":
                return self.armies_to_add(hand)
            case "heroes":
                return self.heroes_to_add(hand)
            case "rolled":
                return self.answers_to_dice(hand)
            case "march":
                return [*self.free_cells(), PASS]
            case "rescue":
                return [*dict.fromkeys(c for c in self.attack if c.kind == "army"), PASS]
            case "lot":
                return list(self.lots)
            case _:
                return list(STARTS)

    def apply(self, move: Move) -> None:
        self.plies += 1
        match self.stage:
            case "turn":
                self.take_action(move)
            case "pay":
                assert isinstance(move, Card)
                self.hands[self.player].remove(move)
                self.discard.append(move)
                self.pawns[self.player] = self.place
                self.stage = "turn"
            case "armies":
                self.engage(move)
            case "heroes":
                self.engage(move)
            case "rolled":
                self.answer_dice(move)
            case "march":
                self.march(move)
            case "rescue":
                self.rescue(move)
            case "lot":
                assert isinstance(move, int)
                self.hands[self.player] += self.lots.pop(move)
                self.next_recruit()
            case _:
                assert isinstance(move, int)
                self.pawns[self.player] = move
                self.stage = "turn"

    # The turn ---------------------------------------------------------------

    def free_cells(self) -> list[int]:
        return [c for c in NEIGHBOURS[self.pawns[self.player]] if self.tiles[c] is None]

    def turn_moves(self, hand: list[Card]) -> list[Move]:
        moves: list[Move] = [PASS]
        here = self.pawns[self.player]
        armies = [card for card in hand if card.kind == "army"]
        if armies:
            around = NEIGHBOURS[here]
            moves += [("attack", cell) for cell in around if self.tiles[cell] is not None]
            if TERRAIN[here] == "P":
                if self.gate is not None:
                    moves.append("gate")
                elif self.trolls:
                    moves.append("troll")
        free = self.free_cells()
        if hand:
            moves += [("walk", cell) for cell in free]
        if not self.has_walked_free and sum(c.colour == "aragorn" for c in armies) >= 3:
            moves += [("walk free", cell) for cell in free]
        if REINFORCEMENTS in hand:
            moves.append("reinforce")
        if free and FORCED_MARCH in hand:
            moves.append("march")
        return moves

    def take_action(self, move: Move) -> None:
        hand = self.hands[self.player]
        match move:
            case ("walk", int(cell)):
                self.place = cell
                self.stage = "pay"
            case ("walk free", int(cell)):
                self.pawns[self.player] = cell
                self.has_walked_free = True
            case ("attack", int(cell)):
                self.start_attack(self.tiles[cell], cell)
            case "gate":
                self.start_attack(self.gate, -1)
            case "troll":
                self.start_attack(self.trolls[0], -1)
            case "reinforce":
                hand.remove(REINFORCEMENTS)
                self.discard.append(REINFORCEMENTS)
                for _ in range(2):
                    self.renew_deck()
                    hand += self.draw(1)
            case "march":
                hand.remove(FORCED_MARCH)
                self.discard.append(FORCED_MARCH)
                self.steps_left = 2
                self.stage = "march"
            case _:
                self.next_turn()

    def march(self, move: Move) -> None:
        if isinstance(move, int):
            self.pawns[self.player] = move
        self.steps_left -= 1
        if self.steps_left == 0:
            self.stage = "turn"

    # The attack -------------------------------------------------------------

    def start_attack(self, target: Tile | None, place: int) -> None:
        self.target, self.place = target, place
        hand = self.hands[self.player]
        self.colours_allowed = 2 if any(card.leads_two_colours for card in hand) else 1
        self.stage = "armies"

    def colours(self) -> set[str]:
        return {card.colour for card in self.attack if card.kind == "army"}

    def armies_to_add(self, hand: list[Card]) -> list[Move]:
        engaged = self.colours()
        moves: list[Move] = list(
            dict.fromkeys(
                card
                for card in hand
                if card.kind == "army"
                and len(engaged | {card.colour}) <= self.colours_allowed
            )
        )
        if self.attack:
            moves.append(DONE)
        return moves

    def heroes_to_add(self, hand: list[Card]) -> list[Move]:
        moves: list[Move] = [card for card in hand if card.kind == "hero"]
        has_leader = any(card.leads_two_colours for card in self.attack)
        if has_leader or len(self.colours()) <= 1:
            moves.append(DONE)
        return moves

    def engage(self, move: Move) -> None:
        """Add a card to the attack; when no more can be or shall be added, go on."""
        hand = self.hands[self.player]
        if isinstance(move, Card):
            hand.remove(move)
            self.attack.append(move)
        if self.stage == "armies" and (move == DONE or self.armies_to_add(hand) == [DONE]):
            self.stage = "heroes"
            move = None
        if self.stage == "heroes" and (move == DONE or self.heroes_to_add(hand) == [DONE]):
            self.dice = self.roll()
            self.stage = "rolled"

    def is_beaten(self) -> bool:
        assert self.target is not None
        strength = self.dice + sum(card.value for card in self.attack)
        if self.target.kind in ("orque", "mumakil"):
            riders = sum(c.kind == "army" and c.colour == "rohan" for c in self.attack)
            strength += riders if self.target.kind == "orque" else -riders
        return strength >= self.target.value

    def answers_to_dice(self, hand: list[Card]) -> list[Move]:
        moves: list[Move] = [PASS]
        if not self.is_beaten():
            engaged = self.colours()
            moves += dict.fromkeys(
                card for card in hand if card.kind == "reroll" and card.colour in engaged
            )
        if REROLL_WITH_HERO in hand and any(card.kind == "hero" for card in self.attack):
            moves.append(REROLL_WITH_HERO)
        if PROTECTION in hand and not self.is_protected:
            moves.append(PROTECTION)
        return moves

    def answer_dice(self, move: Move) -> None:
        if isinstance(move, Card):
            self.hands[self.player].remove(move)
            self.discard.append(move)
            if move is PROTECTION:
                self.is_protected = True
            else:
                self.dice = self.roll()
        elif self.is_beaten():
            self.win_attack()
        else:
            self.lose_attack()

    def win_attack(self) -> None:
        tile = self.target
        assert tile is not None
        self.loot[self.player].append(tile)
        if tile.kind == "porte":
            self.gate = None
        elif tile.kind == "troll":
            self.trolls.remove(tile)
        else:
            self.tiles[self.place] = None
            self.pawns[self.player] = self.place
        if tile.kind != "orque" and self.gate is not None and not self.ring_is_gone:
            self.advance_frodo()
        self.put_cards_away()
        if tile.kind in ("porte", "troll"):
            self.next_turn()
        else:
            self.stage = "turn"

    def lose_attack(self) -> None:
        if self.frodo >= LARGE_SPACE:
            self.gollum = min(self.gollum + 2, CRATER)
            if self.gollum == self.frodo and self.gollum != LARGE_SPACE:
                self.gollum = min(self.gollum + 1, CRATER)
            if self.gollum == CRATER and not self.ring_is_gone:
                self.outcome = "GollumTriomphe"
                return
        if self.is_protected:
            self.put_cards_away()
            self.next_turn()
        else:
            self.stage = "rescue"

    def rescue(self, move: Move) -> None:
        if isinstance(move, Card):
            self.attack.remove(move)
            self.hands[self.player].append(move)
        self.put_cards_away()
        self.next_turn()

    def put_cards_away(self) -> None:
        if self.is_protected:
            self.hands[self.player] += [c for c in self.attack if c.kind == "army"]
            self.attack = [c for c in self.attack if c.kind != "army"]
            self.is_protected = False
        self.discard += self.attack
        self.attack = []
        self.target = None
        self.dice = 0

    def advance_frodo(self) -> None:
        self.frodo = min(self.frodo + 1, CRATER)
        if self.frodo == self.gollum and self.frodo != LARGE_SPACE:
            self.frodo = min(self.frodo + 1, CRATER)
        if self.frodo == CRATER:
            self.ring_is_gone = True
