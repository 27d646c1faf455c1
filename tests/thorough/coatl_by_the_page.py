"""A reference implementation of Cóatl from its rules page alone: slow, plain, sharing only the scoring.

A table is a dict of lists. It does not shuffle: where an empty deck is drawn from, it gives up.
"""

import copy
from itertools import product

from logic.coatl.scoring import score_prophecy, score_temple

FIELDS = ["b1", "b2", "b3", "b4", "b5", "b6", "h1", "h2", "t1", "t2"]


class Shuffling(Exception):
    """The deck is empty, and what follows is random."""


def as_table(state):
    """Return everything of a position that the page speaks of."""
    return {
        "supply": dict(zip(FIELDS, map(list, state.supply), strict=True)),
        "bags": {"h": list(state.bags.head), "t": list(state.bags.tail), "b": list(state.bags.body)},
        "deck": list(state.deck),
        "display": list(state.display),
        "discards": list(state.discards),
        "shrines": list(state.temple_deck),
        "temples": list(state.temples),
        "seats": [
            {
                "board": list(seat.board),
                "coatls": [
                    {"pieces": list(one.pieces), "cards": list(one.prophecies), "temple": one.temple,
                     "done": one.locked}
                    for one in seat.coatls
                ],
                "hand": list(seat.prophecies),
                "temples": list(seat.temples),
                "tokens": list(seat.tokens),
                "aside": list(seat.aside),
                "gifts": list(seat.gifts),
            }
            for seat in state.seats
        ],
        "first": state.first, "player": state.player, "turn": state.turn, "begun": state.action,
        "left": state.left, "victim": state.victim, "turns": state.params.turns,
        "next": None if state.queue is None else list(state.queue), "passes": state.passes, "over": state.over,
    }  # fmt: skip


def mine(table):
    return table["seats"][table["player"]]


def free(table):
    return mine(table)["board"].count("")


def held(table, kinds="htb"):
    return [piece for piece in mine(table)["board"] if piece and piece[1] in kinds and piece[0] != "F"]


def ends(coatl):
    return coatl["pieces"][0][1] == "h", coatl["pieces"][-1][1] == "t"


def closed(coatl):
    return all(ends(coatl))


def score(card, coatl):
    return score_prophecy(card, "".join(piece[0] for piece in coatl["pieces"]), *ends(coatl))[1]


def temple_score(temple, coatl):
    return score_temple(temple, "".join(piece[0] for piece in coatl["pieces"]), tuple(coatl["cards"]))


# -- legal moves


def moves(table):
    """Return the texts of all legal moves."""
    if table["over"]:
        return set()
    begun = table["begun"]
    found = set()
    if begun == "discard":
        hand = mine(table)["hand"]
        return {f"discard {card}" for card in hand} if len(hand) > 3 else {"end"}
    if begun == "":
        found |= {f"take {name}" for name, pieces in table["supply"].items() if 0 < len(pieces) <= free(table)}
        found |= tokens(table) | steals(table)
    if begun in ("", "choose", "future") and len(mine(table)["hand"]) < 5:
        found |= {f"choose {card}" for card in table["display"] if card}
        aside = any(seat["aside"] for seat in table["seats"])
        found |= {"draw"} if table["deck"] or table["discards"] or aside else set()
    if begun == "future":
        found |= {f"discard {card}" for card in mine(table)["hand"]}
    if begun in ("", "build", "crown"):
        found |= builds(table)
    if begun == "pick" and table["left"]:
        found |= {f"fetch {piece[:2]}" for piece in table["bags"]["b"] if piece[0] != "F"}
    if begun == "steal" and table["left"] and free(table):
        found |= {f"rob {piece}" for piece in bodies(table["seats"][table["victim"]])}
    if begun and may_end(table):
        found.add("end")
    return found or {"pass"}


def may_end(table):
    if table["begun"] == "pick":
        return not table["left"]
    if table["begun"] == "steal":
        return table["left"] < 2
    return not any(closed(coatl) and not coatl["cards"] for coatl in mine(table)["coatls"])


def bodies(seat):
    return [piece for piece in seat["board"] if piece and piece[1] == "b" and piece[0] != "F"]


def tokens(table):
    found = set()
    if "pick" in mine(table)["tokens"] and free(table):
        found |= {f"fetch {piece[:2]}" for kind in "ht" for piece in table["bags"][kind]}
        plain = [piece for piece in table["bags"]["b"] if piece[0] != "F"]
        if free(table) > 1 or len(plain) == 1:
            found |= {f"fetch {piece[:2]}" for piece in plain}
    if "future" in mine(table)["tokens"]:
        found.add("foresee")
    if "commit" in mine(table)["tokens"]:
        found |= {f"commit {temple}" for temple in table["temples"] if temple}
    return found


def steals(table):
    if not any(piece.startswith("F") for piece in mine(table)["board"]):
        return set()
    others = [n for n, seat in enumerate(table["seats"]) if n != table["player"] and bodies(seat)]
    return {f"steal {number + 1}" for number in others}


def builds(table):
    """Return the steps of a build after which the action can still be ended."""
    coatls = mine(table)["coatls"]
    found = set()
    if table["begun"] != "crown":
        if len(coatls) < 3 and sum(not closed(coatl) for coatl in coatls) < 2:
            found |= {f"start {piece}" for piece in held(table)}
        for piece, place in product(held(table), range(len(coatls))):
            found |= {
                f"attach {piece} {place + 1} {side}" for side in ("head", "tail") if fits(piece, side, coatls[place])
            }
        found |= lays(table)
        found = {step for step in found if can_be_ended(played(table, step))}
    if may_end({**table, "begun": "build"}):
        for temple, place in product((*table["temples"], *mine(table)["temples"]), range(len(coatls))):
            coatl = coatls[place]
            ready = closed(coatl) and not coatl["done"] and coatl["cards"] and not coatl["temple"]
            if temple and ready and temple_score(temple, coatl):
                found.add(f"crown {temple} {place + 1}")
    return found


def fits(piece, side, coatl):
    if coatl["done"] or ends(coatl)[side == "tail"]:
        return False
    if piece[1] == "b":
        return True
    return piece[1] == side[0] and any(part[1] == "b" for part in coatl["pieces"])


def lays(table):
    """Return the prophecies that score where they might lie."""
    return {
        f"prophesy {card} {place + 1}"
        for card, (place, coatl) in product(mine(table)["hand"], enumerate(mine(table)["coatls"]))
        if not coatl["done"] and len(coatl["cards"]) < 4 and score(card, coatl)
        and card.strip("'") not in [other.strip("'") for other in coatl["cards"]]
    }  # fmt: skip


def can_be_ended(table):
    """Return whether some way to lay prophecies ends the action."""
    return may_end(table) or any(can_be_ended(played(table, step)) for step in lays(table))


# -- the effect of a move


def played(table, text):
    """Return the table after a move."""
    table = copy.deepcopy(table)
    word, *rest = text.split(" ")
    globals()[f"do_{word}"](table, *rest)
    return table


def store(table, piece):
    board = mine(table)["board"]
    board[board.index("")] = piece


def unstore(seat, piece):
    seat["board"][seat["board"].index(piece)] = ""


def do_discard(table, card):
    mine(table)["hand"].remove(card)
    (mine(table)["aside"] if table["begun"] == "discard" else table["discards"]).append(card)


def do_take(table, field):
    for piece in table["supply"][field]:
        store(table, piece)
    table["supply"][field] = []
    table["begun"] = "take"


def do_choose(table, card):
    table["display"][table["display"].index(card)] = ""
    mine(table)["hand"].append(card)
    table["begun"] = "choose"


def do_draw(table):
    mine(table)["hand"].append(top(table))
    table["begun"] = "choose"


def top(table):
    if not table["deck"]:
        raise Shuffling
    return table["deck"].pop(0)


def do_start(table, piece):
    unstore(mine(table), piece)
    mine(table)["coatls"].append({"pieces": [piece], "cards": [], "temple": "", "done": False})
    table["begun"] = "build"


def do_attach(table, piece, place, side):
    unstore(mine(table), piece)
    pieces = mine(table)["coatls"][int(place) - 1]["pieces"]
    pieces.insert(0 if side == "head" else len(pieces), piece)
    table["begun"] = "build"


def do_prophesy(table, card, place):
    mine(table)["hand"].remove(card)
    mine(table)["coatls"][int(place) - 1]["cards"].append(card)
    table["begun"] = "build"


def do_crown(table, temple, place):
    take_temple(table, temple)
    mine(table)["coatls"][int(place) - 1]["temple"] = temple
    table["begun"] = "crown"


def take_temple(table, temple):
    if temple in table["temples"]:
        table["temples"][table["temples"].index(temple)] = ""
    else:
        mine(table)["temples"].remove(temple)


def do_fetch(table, look):
    bag = table["bags"][look[1]]
    piece = min((piece for piece in bag if piece.startswith(look)), key=lambda piece: int(piece[2:]))
    bag.remove(piece)
    store(table, piece)
    first = table["begun"] == ""
    table["left"] = int(first and look[1] == "b" and any(other[0] != "F" for other in bag))
    if first:
        mine(table)["tokens"].remove("pick")
    table["begun"] = "pick"


def do_foresee(table):
    mine(table)["tokens"].remove("future")
    table["discards"] += [card for card in table["display"] if card]
    table["display"] = [top(table) for _ in range(6)]
    table["begun"] = "future"


def do_commit(table, temple):
    mine(table)["tokens"].remove("commit")
    take_temple(table, temple)
    mine(table)["temples"].append(temple)
    table["begun"] = "commit"


def do_steal(table, number):
    feather = next(piece for piece in mine(table)["board"] if piece.startswith("F"))
    unstore(mine(table), feather)
    table["victim"] = int(number) - 1
    table["seats"][table["victim"]]["gifts"].append(feather)
    table["left"], table["begun"] = 2, "steal"


def do_rob(table, piece):
    unstore(table["seats"][table["victim"]], piece)
    store(table, piece)
    table["left"] -= 1


def do_pass(table):
    table["passes"] += 1
    finish(table)


def do_end(table):
    count = len(table["seats"])
    if table["begun"] == "discard":
        table["player"] = (table["player"] + 1) % count
        if table["player"] == table["first"]:
            table["begun"], table["turn"] = "", 1
        return
    table["passes"] = 0
    finish(table)


def finish(table):
    for coatl in mine(table)["coatls"]:
        coatl["done"] = closed(coatl)
    last_body = refill(table)
    table["display"] = [card or (top(table) if table["deck"] or table["discards"] else "") for card in table["display"]]
    table["temples"] = [temple or (table["shrines"].pop(0) if table["shrines"] else "") for temple in table["temples"]]
    settle_end(table, last_body=last_body)
    table["begun"], table["left"], table["victim"] = "", 0, None
    if table["next"] is None:
        table["player"] = (table["player"] + 1) % len(table["seats"])
    elif table["next"]:
        table["player"] = table["next"].pop(0)
    else:
        table["over"] = True
        return
    table["turn"] += 1


def refill(table):
    """Fill the supply board where it has to be; return whether no body lies there then."""

    def lie(kinds):
        return any(pieces for name, pieces in table["supply"].items() if name[0] in kinds)

    if table["begun"] != "pick" and (table["begun"] != "take" or (lie("b") and lie("ht"))):
        return False
    for name, pieces in table["supply"].items():
        while table["bags"][name[0]] and len(pieces) < (2 if name[0] == "b" else 1):
            pieces.append(table["bags"][name[0]].pop(0))
    return not lie("b")


def settle_end(table, *, last_body):
    """Determine whose turns are left, if the end has come near in this turn, by walking round the table."""
    count, me = len(table["seats"]), table["player"]
    rounds = [(table["first"] + place) % count for place in range(count)]
    acted = rounds[: rounds.index(me)]
    yet = rounds[rounds.index(me) + 1 :]
    if table["next"] is None and last_body:
        table["next"] = [*yet, *rounds]
    if table["next"] is None and sum(coatl["done"] for coatl in mine(table)["coatls"]) == 3:
        table["next"] = [seat for seat in yet for _ in "12"] + acted
    alone_at_the_end = count == 1 and table["turn"] >= table["turns"]
    if alone_at_the_end or (table["next"] is None and table["passes"] >= count):
        table["next"] = []
