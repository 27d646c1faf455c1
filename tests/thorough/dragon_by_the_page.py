"""A reference implementation of Stone Dragon from its rules page alone: slow, plain dicts, no shared code.

Squares are (row, column) from 1 as in a board file; a clock is the turn at whose end it runs out.
"""

AROUND = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
STORES = {"C": "B", "A": "Z"}
CLOSES = "DJ"
"""What shuts over a knight when its clock runs out: bricks crumble first, then walls regrow."""


def begin(text, *, standing=True):
    """Return the table at time 0, after the entrance has let in the first knights."""
    lines = text.split("\n")
    height, width = int(lines[0]), int(lines[1])
    fields = {
        (row, col): code
        for row, line in enumerate(lines[2 : 2 + height], 1)
        for col, code in enumerate(line.split(";"), 1)
    }
    row, col = lines[2 + height].split(";")
    knights = [
        {"kind": code[0], "most": int(code[1:] or 0), "has": int(code[1:] or 0), "fate": "waiting", "at": None}
        for code in lines[3 + height].split(";")
    ]
    stocks = {at: number(code) for at, code in fields.items() if code[0] in STORES}
    table = {
        "size": (height, width),
        "fields": fields,
        "entrance": (int(row), int(col)),
        "knights": knights,
        "required": int(lines[4 + height]),
        "standing": standing,
        "time": 0,
        "ends": {},
        "stocks": stocks,
        "seen": set(),
    }
    admit(table)
    return table


def number(code):
    """Return the number behind the letter of a hole or a store."""
    return int(code[1:])


def beyond(at, way, squares=1):
    return at[0] + AROUND[way][0] * squares, at[1] + AROUND[way][1] * squares


def neighbours(table, at):
    return [spot for spot in (beyond(at, way) for way in AROUND) if spot in table["fields"]]


def stands_on(table, at):
    return next((knight for knight in table["knights"] if knight["at"] == at), None)


def may_enter(table, knight, at):
    """Return whether a knight may enter: not onto a knight, and through no standing wall except by a tooth."""
    code = table["fields"][at]
    if stands_on(table, at) is not None or code == "W":
        return False
    return code != "J" or at in table["ends"] or (knight["kind"] == "Z" and knight["has"] > 0)


def enter(table, knight, at, *, carried=False):
    """Move a knight onto a square that he may enter; his own one is free from now on."""
    knight["fate"], knight["at"] = "board", at
    table["seen"] |= {at, *neighbours(table, at)}
    code = table["fields"][at]
    letter, is_open = code[0], at in table["ends"]
    if letter == "L":
        knight["fate"], knight["at"] = "hidden", None
    elif letter == "T" and not carried:
        target = tuple(int(part) for part in code[1:].split(","))
        if target != at and may_enter(table, knight, target):
            enter(table, knight, target, carried=True)
    elif letter == "M" and not is_open:
        explode(table, at)
    elif letter == "J" and not is_open:
        knight["has"] -= 1
        table["ends"][at] = table["time"] + 10
    elif letter == "D" and not is_open:
        if knight["kind"] == "B" and knight["has"] >= number(code):
            knight["has"] -= number(code)
            table["ends"][at] = table["time"] + 10
        else:
            kill(knight)
    elif letter in STORES:
        take(table, knight, at)


def kill(knight):
    knight["fate"], knight["at"], knight["has"] = "dead", None, 0


def explode(table, mine):
    for at in (mine, *neighbours(table, mine)):
        hit = stands_on(table, at)
        if hit is not None:
            kill(hit)
        if table["fields"][at] == "J" and at not in table["ends"]:
            table["ends"][at] = table["time"] + 10
    table["ends"][mine] = table["time"] + 10


def take(table, knight, store):
    """Take as much as he lacks and there is; the store's clock starts when it falls below its capacity."""
    if knight["kind"] != STORES[table["fields"][store][0]]:
        return
    taken = min(table["stocks"][store], knight["most"] - knight["has"])
    knight["has"] += taken
    table["stocks"][store] -= taken
    if taken and store not in table["ends"]:
        table["ends"][store] = table["time"] + 5


def admit(table):
    for knight in table["knights"]:
        if knight["fate"] == "waiting":
            if not may_enter(table, knight, table["entrance"]):
                return
            enter(table, knight, table["entrance"])


def tick(table):
    due = sorted(at for at, end in table["ends"].items() if end == table["time"])
    letters = {at: table["fields"][at][0] for at in due}
    for letter in CLOSES:
        for at in (at for at in due if letters[at] == letter):
            del table["ends"][at]
            under = stands_on(table, at)
            if under is not None:
                kill(under)
    for at in (at for at in due if letters[at] in STORES):
        del table["ends"][at]
        table["stocks"][at] += 1
        there = stands_on(table, at)
        if there is not None and table["standing"]:
            take(table, there, at)
        if table["stocks"][at] < number(table["fields"][at]):
            table["ends"][at] = table["time"] + 5
        else:
            table["ends"].pop(at, None)
    for at in (at for at in due if letters[at] == "M"):
        del table["ends"][at]
        if stands_on(table, at) is not None:
            explode(table, at)


def play(table, move):
    """Play one turn, or a bounce; the move is one of :func:`moves`."""
    words = move.split()
    if words != ["pass"]:
        knight = table["knights"][int(words[0][1:]) - 1]
        target = beyond(knight["at"], words[-1], len(words) - 1)
        if not may_enter(table, knight, target):
            table["seen"].add(target)
            return
    table["time"] += 1
    if words != ["pass"]:
        enter(table, knight, target)
    admit(table)
    tick(table)
    admit(table)


def moves(table):
    """Return all legal moves: steps, leaps (blind ones too), and passing, while the game goes on."""
    return [] if end(table) else [*ways(table), "pass"]


def ways(table):
    found = []
    for place, knight in enumerate(table["knights"], 1):
        for way in AROUND if knight["fate"] == "board" else ():
            step = beyond(knight["at"], way)
            if step in table["fields"] and may_enter(table, knight, step):
                found.append(f"K{place} {way}")
            leap = beyond(knight["at"], way, 2)
            is_jump = knight["kind"] == "S" and leap in table["fields"]
            if is_jump and (leap not in table["seen"] or may_enter(table, knight, leap)):
                found.append(f"K{place} leap {way}")
    return found


def end(table):
    """Return "won", "lost", or nothing while the game goes on."""
    fates = [knight["fate"] for knight in table["knights"]]
    if fates.count("hidden") >= table["required"]:
        return "won"
    if len(fates) - fates.count("dead") < table["required"] or not (table["ends"] or ways(table)):
        return "lost"
    return ""
