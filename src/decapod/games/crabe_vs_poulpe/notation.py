"""How moves of Crabe vs Poulpe are written: `6`, `8!`, `resist`, `pass`, `let`, `no`, `give α`, `pinch 7`.

A card is written by its rank. `!` after a card that is laid means that its effect may be resisted. A star after
a card means a guest: an animal other than that of the hand it is in, or that it comes to.

In a position a card is written with its animal, `c6` or `oΩ`. `hand0` and `discards0` are the cards of player 0,
`pile` those of this round from the bottom up, `played` all that were laid openly, in the pile and before; a deck is
what is left of an animal's pack. `seen0`, `guests0` and `known_hand0` to `known_discards0` are what was seen of whose
cards (chapters/memory.py).
"""

from __future__ import annotations

import re
from typing import Any

from decapod.engine.position import (
    NOTHING,
    SEAT,
    YES,
    Members,
    Name,
    Part,
    Whole,
    read_list,
    read_parts,
    read_word,
    refuse_if,
    refuse_rest,
    split_position,
    write_list,
    write_parts,
)
from decapod.errors import ParseError
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.state import (
    AGAIN,
    ALPHA,
    ANIMALS,
    CAPTURE,
    CARDS,
    COPIES,
    COPY,
    DECLINE,
    ENDINGS,
    FROM_OTHER_HAND,
    IMITATES,
    KINDS,
    LET,
    NO_WORD,
    OMEGA,
    PASS,
    PHASE_NAMES,
    PHASES,
    PILE_BITS,
    PILE_KEPT,
    PLAY,
    RANK_BITS,
    RESIST,
    SEATS,
    animal_of,
    cards_of_pile,
    covered_card,
    rank_of,
    top_card,
)
from decapod.scene import not_a_move

VERBS = ("", "resist", "give", "discard", "pinch", "fetch", "copy", "take", "heal")  # by phase
WORDS = {"pass": PASS, "let": LET, "no": DECLINE}
PRINTED = {ALPHA: "α", OMEGA: "Ω"}
LETTERS = {"α": ALPHA, "a": ALPHA, "alpha": ALPHA, "ω": OMEGA, "o": OMEGA, "omega": OMEGA}


def rank_name(box: Any, rank: int) -> str:
    """Write what is printed on a rank."""
    printed = int(box.name[rank])
    return PRINTED.get(printed) or str(printed)


def card_name(box: Any, kind: int, holder: int) -> str:
    """Write a card in the hand of a player: a star marks a guest."""
    return rank_name(box, rank_of(kind)) + ("*" if animal_of(kind) != holder else "")


def holder_in(player: int, phase: int) -> int:
    """Tell whose hand a card is in, or comes to, that a player chooses in a phase."""
    return 1 - player if phase in FROM_OTHER_HAND else player


def resisting_ranks(box: Any, state: Any) -> list[int]:
    """List the ranks that resist; as printed there is one."""
    resisters = int(box.resisters[int(state.variant)])
    return [rank for rank in range(int(box.ranks)) if resisters >> RANK_BITS * rank & (1 << RANK_BITS) - 1]


def format_move(box: Any, state: Any, player: int, move: int) -> str:
    """Write a move; a number that is none is written as `move 280`, which cannot be read."""
    for text, word in WORDS.items():
        if move == word:
            return text
    phase, kind = divmod(move, KINDS)
    if not 0 <= phase < PHASES or rank_of(kind) >= box.ranks:
        return f"move {move}"
    card = card_name(box, kind, holder_in(player, phase))
    if phase == PLAY:
        return card + ("!" if cards.holds(int(box.resistible[int(state.variant)]), kind) else "")
    if phase == RESIST and resisting_ranks(box, state) == [rank_of(kind)]:
        return "resist" + ("*" if card.endswith("*") else "")
    return f"{VERBS[phase]} {card}"


def parse_move(box: Any, state: Any, player: int, text: str) -> int:
    """Read a move; `!` may be left out, `a` and `o` stand for α and Ω."""
    text = " ".join(text.lower().split())
    if text in WORDS:
        return WORDS[text]
    found = re.fullmatch(r"(?:([a-z]+) )?(\w+)(\*?)!?", text)
    if not found:
        raise unreadable(text)
    verb, name, star = found[1] or "", found[2], found[3]
    if (verb, name) == ("", "resist"):
        ranks = resisting_ranks(box, state)
        if not ranks:
            raise unreadable(text)
        if len(ranks) > 1:
            raise not_a_move("read.rank", rank=rank_name(box, ranks[0]))
        return RESIST * KINDS + kind_of(ranks[0], star, player)
    if verb not in VERBS:
        raise unreadable(text)
    phase = VERBS.index(verb)
    return phase * KINDS + kind_of(find_rank(box, name, text), star, holder_in(player, phase))


def kind_of(rank: int, star: str, holder: int) -> int:
    """Find the kind of a card in the hand of a player, a guest if there is a star."""
    return rank * ANIMALS + (1 - holder if star else holder)


def find_rank(box: Any, name: str, text: str) -> int:
    """Find a rank by its name; `text` is the move in which it is written."""
    for rank in range(int(box.ranks)):
        printed = int(box.name[rank])
        if LETTERS.get(name) == printed or (name == str(printed) and printed not in (ALPHA, OMEGA)):
            return rank
    raise unreadable(text)


def unreadable(text: str) -> ParseError:
    """Say what moves look like."""
    return not_a_move("read.move", text=text)


# --- positions --------------------------------------------------------------------------------------------

ANIMAL_LETTERS = "co"  # crab, octopus


def write_card(box: Any, kind: int) -> str:
    """Write a card with its animal: `c6`."""
    return ANIMAL_LETTERS[animal_of(kind)] + rank_name(box, rank_of(kind))


def card_named(box: Any, text: str) -> int:
    """Find a card by its animal and rank."""
    text = text.lower()
    if text[:1] not in ("c", "o"):
        raise ParseError("has cards like c6 or oΩ")
    try:
        return find_rank(box, text[1:], text) * ANIMALS + ANIMAL_LETTERS.index(text[0])
    except ParseError:
        raise ParseError("has cards like c6 or oΩ") from None


def add_card(held: int, kind: int) -> int:
    """Add a card; there are at most two of a kind."""
    refuse_if(cards.number(held, kind) == COPIES, f"has more than {COPIES} cards of a kind")
    return cards.plus(held, kind)


HELD = Members(write_card, card_named, cards.kinds_of, add_card)
PARTS = (
    Part("phase", Name(PHASE_NAMES)),
    Part("ending", Name(ENDINGS)),
    Part("winner", SEAT, -1),
    Part("lower", YES),
    Part("hand", HELD, field="hands"),
    Part("discards", HELD),
    Part("played", HELD, field="played_cards"),
    Part("seen", HELD, field="public_hand"),
    Part("guests", Whole(0, CARDS)),
    Part("least_discarded", Whole(0, CARDS)),
    Part("most_discarded", Whole(0, CARDS)),
    Part("known_hand", HELD),
    Part("hand_or_discards", HELD),
    Part("known_deck", HELD),
    Part("deck_or_hand", HELD),
    Part("known_discards", HELD),
)
WORD_NAMES = {word: text for text, word in WORDS.items()}


def format_position(box: Any, state: Any) -> str:
    """Write who is asked for what, the pile, and the cards place by place."""
    found = write_parts(PARTS, box, state)
    if not state.ending:
        found.insert(0, f"turn={int(state.to_act) >> 1}")
    if state.word != NO_WORD and not state.ending:
        found.append(f"word={WORD_NAMES[int(state.word)]}")
    if state.pile:
        found.append(f"pile={write_list(write_card(box, kind) for kind in cards_of_pile(state))}")
        found += [f"height={int(state.height)}"] if state.height != len(cards_of_pile(state)) else []
    return " ".join(found)


def parse_position(box: Any, state: Any, text: str) -> None:
    """Fill a blank table; the decks are what is left of the packs."""
    words = split_position(text)
    read_parts(PARTS, box, state, words)
    turn = read_word(SEAT, "turn", box, state, words, -1)
    word = words.pop("word", "")
    refuse_if(bool(word) and word not in WORDS, f"word is one of {', '.join(WORDS)}")
    state.word = WORDS[word] if word else NO_WORD
    pile = [card_named(box, name) for name in read_list(words.pop("pile", NOTHING))]
    refuse_if(len(pile) > PILE_KEPT, f"pile has more than the last {PILE_KEPT} cards")
    laid = 0
    for kind in pile:
        laid = add_card(laid, kind)
        state.pile = int(state.pile) << PILE_BITS | kind + 1
    refuse_if(cards.besides(laid, int(state.played_cards)) != 0, "the pile has cards that were never played")
    state.height = read_word(Whole(0, CARDS), "height", box, state, words, len(pile))
    refuse_rest(words, PARTS, ("turn", "word", "pile", "height"))
    find_decks(box, state)
    refuse_if(bool(state.ending) != (state.winner >= 0), "a game that is over has a winner, and no other has")
    refuse_if((turn < 0) != bool(state.ending), "it does not say whose turn it is: turn=0; or it is over")
    state.to_act = 0 if state.ending else 1 << turn
    state.leader = max(turn, 0)
    if not state.ending:
        refuse_wrong_question(box, state)


def find_decks(box: Any, state: Any) -> None:
    """Put what is nowhere else into the deck of its animal."""
    for animal in range(ANIMALS):
        deck = int(box.packs[animal])
        for held in [*state.hands, *state.discards, state.played_cards]:
            mine = cards.of_animal(int(held), animal)
            refuse_if(cards.besides(mine, deck) != 0, "there are more cards of a kind than the box has")
            deck = cards.besides(deck, mine)
        state.decks[animal] = deck


def refuse_wrong_question(box: Any, state: Any) -> None:
    """Refuse what is asked if the last card cannot have asked it."""
    phase, word, top = int(state.phase), int(state.word), top_card(state)
    effects = [int(box.effect[int(state.variant)][kind]) for kind in range(KINDS)]
    player = int(state.to_act) >> 1
    if phase == PLAY:
        opens = state.pile == 0
        again = AGAIN in effects
        allowed = (NO_WORD,) if opens else (PASS, DECLINE) if again else (PASS,)
    elif phase == RESIST:
        refuse_if(
            top < 0 or not cards.holds(int(box.resistible[int(state.variant)]), top), "there is nothing to resist"
        )
        allowed = (LET,)
    else:
        refuse_if(top < 0, f"there is no card that asks to {PHASE_NAMES[phase]}")
        allowed = (DECLINE,) if phase in (CAPTURE, COPY) else (NO_WORD,)
    refuse_if(word not in allowed, f"{WORD_NAMES.get(word, 'no word')!r} is no answer in this phase")
    refuse_if(phase == CAPTURE and covered_card(state) < 0, "there is no card to capture")
    shown = int(state.known_hand[player]) == int(state.hands[1 - player])
    refuse_if(phase in FROM_OTHER_HAND and not shown, f"known_hand{player} is not the hand that was shown")
    refuse_if(phase == COPY and IMITATES not in effects, "no card copies another")
    for seat in range(SEATS):
        left = int(state.hands[seat]) | int(state.decks[seat])
        refuse_if(left == 0, f"player {seat} has no card left, and the game is not over")
