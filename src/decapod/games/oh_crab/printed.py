"""Reading the box: what `box.toml` says, turned into numbers."""

from decapod.games.oh_crab import terms as t

MARKS = {".": t.FREE, "#": t.WALL, "o": t.OBSTACLE, "s": t.SHELLS, "r": t.RUSHES, "~": t.SEA}
ARROWS = {
    "\\": t.AHEAD_LEFT,
    "^": t.AHEAD,
    "/": t.AHEAD_RIGHT,
    "J": t.BACK_RIGHT,
    "v": t.BACK,
    "L": t.BACK_LEFT,
}
LETTERS = {"S": t.SHELL, "F": t.FORWARD, "D": t.DIAGONAL, "A": t.ANY}
NAMES = {"shell": t.SHELL, "forward": t.FORWARD, "diagonal": t.DIAGONAL, "any": t.ANY}
MOST_SHELLS, MOST_ROUNDS, MOST_TOLL = 99, 200, 6


def fill(box, printed):
    """Copy a box.toml, already parsed, into a zeroed box; ValueError says in one line what is wrong."""
    try:
        fill_tiles(box, printed["tiles"], printed["shortcuts"])
        fill_cards(box, printed["starting_cards"]["cards"], printed["market_cards"])
        fill_shells(box, printed)
        box.still_rounds = number(printed["end"]["still_rounds"], 1, MOST_ROUNDS, "end.still_rounds")
        box.rounds = number(printed["end"]["rounds"], 1, MOST_ROUNDS, "end.rounds")
    except KeyError as missing:
        raise ValueError(f"the box has no {missing.args[0]}") from None


def number(value, least, most, what):
    """Check that a number is a whole one inside its bounds."""
    if not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{what} is {value!r}; it must be a whole number from {least} to {most}")
    return value


# --- tiles ------------------------------------------------------------------------------------------------


def tile_names():
    """Every tile face there is room for, with its first printed row and how many it has."""
    faces = {}
    for side in range(t.SIDES):
        letter = "AB"[side]
        faces[f"0{letter}"] = (t.START_FACES + side * t.START_ROWS, t.START_ROWS)
        for tile in range(t.TILES):
            first = t.BEACH_FACES + (tile * t.SIDES + side) * t.BEACH_ROWS
            faces[f"{tile + 1}{letter}"] = (first, t.BEACH_ROWS)
        faces[f"9{letter}"] = (t.FINISH_FACES + side * t.FINISH_ROWS, t.FINISH_ROWS)
    return faces


def fill_tiles(box, tiles, shortcuts):
    """Write the printed rows of every tile face, starting spaces and shortcuts."""
    faces = tile_names()
    box.spaces[:] = t.WALL
    for name, rows in tiles.items():
        if name not in faces:
            raise ValueError(f"there is no room for a tile {name}: faces are {', '.join(sorted(faces))}")
        fill_face(box, name, rows, *faces[name])
    present = [n for n in range(1, t.TILES + 1) if f"{n}A" in tiles or f"{n}B" in tiles]
    if present != list(range(1, max(present, default=0) + 1)) or len(present) < t.LAID:
        raise ValueError(f"beach tiles are numbered from 1 without gaps, at least {t.LAID} of them")
    for n in (0, *present, 9):
        for letter in "AB":
            if f"{n}{letter}" not in tiles:
                raise ValueError(f"tile {n} has no side {letter}")
    box.tiles = len(present)
    fill_shortcuts(box, shortcuts, faces, tiles)


def fill_face(box, name, rows, first, height):
    """Write one face; its last line is the row nearest the land."""
    if len(rows) != height or any(len(row) != t.COLUMNS for row in rows):
        raise ValueError(f"tile {name} must have {height} lines of {t.COLUMNS} spaces")
    starts = 0
    for row, line in enumerate(reversed(rows)):
        for column, mark in enumerate(line):
            if mark in "12345" and name[0] == "0":
                box.starts["AB".index(name[1])][int(mark) - 1] = (t.START_ROW + row) * t.WIDTH + column
                starts |= 1 << int(mark)
                kind = t.FREE
            elif mark in ARROWS:
                kind = t.WAVES + ARROWS[mark]
            elif mark == "T":
                kind = t.FREE  # `fill_shortcuts` writes its number
            elif mark in MARKS:
                kind = MARKS[mark]
            else:
                raise ValueError(f"tile {name} has an unknown mark {mark!r}")
            if (kind == t.SEA) != (name[0] == "9" and row == height - 1):
                raise ValueError(f"tile {name}: the sea fills the last row of the finish, and nothing else")
            box.spaces[first + row][column] = kind
    if name[0] == "0" and starts != 0b111110:
        raise ValueError(f"tile {name} must have the starting spaces 1 to 5")


def fill_shortcuts(box, shortcuts, faces, tiles):
    """Write where each shortcut leads and what it costs."""
    if len(shortcuts) > t.SHORTCUTS:
        raise ValueError(f"there is room for {t.SHORTCUTS} shortcuts, not {len(shortcuts)}")
    drawn = sum(row.count("T") for rows in tiles.values() for row in rows)
    for i, shortcut in enumerate(shortcuts):
        name = shortcut["tile"]
        column, row = shortcut["from"]
        to_column, to_row = shortcut["to"]
        for across, along in ((column, row), (to_column, to_row)):  # Python would count from the other end
            number(across, 0, t.COLUMNS - 1, f"a column of shortcut {i + 1}")
            number(along, 0, len(tiles.get(name, ())) - 1, f"a row of shortcut {i + 1}")
        if name not in tiles or tiles[name][-1 - row][column] != "T":
            raise ValueError(f"shortcut {i + 1}: no T at {column}, {row} of tile {name}")
        if tiles[name][-1 - to_row][to_column] in "#T":
            raise ValueError(f"shortcut {i + 1} must end on an accessible space that is no shortcut")
        if shortcut["discard"] not in NAMES:
            raise ValueError(f"shortcut {i + 1}: discard is one of {', '.join(NAMES)}")
        box.spaces[faces[name][0] + row][column] = t.SHORTCUT + i
        box.path_icon[i] = NAMES[shortcut["discard"]]
        box.path_cards[i] = number(shortcut["cards"], 1, MOST_TOLL, f"cards of shortcut {i + 1}")
        box.path_offset[i] = (to_row - row) * t.WIDTH + to_column - column
    if drawn != len(shortcuts):
        raise ValueError(f"{drawn} shortcuts are drawn on tiles, {len(shortcuts)} are described")


# --- cards and shells -------------------------------------------------------------------------------------


def fill_cards(box, starting, market):
    """Number the market cards by special and copy, then the starting cards."""
    unknown = set(market) - set(t.SPECIALS[1:])
    if unknown:
        raise ValueError(f"unknown special action {min(unknown)!r}")
    listed = [(text, s) for s in range(1, len(t.SPECIALS)) for text in market.get(t.SPECIALS[s], [])]
    if len(listed) > t.MARKET or len(listed) < t.SHOWN:
        raise ValueError(f"there is room for {t.SHOWN} to {t.MARKET} market cards, not {len(listed)}")
    if not 1 <= len(starting) <= t.STARTING:
        raise ValueError(f"there is room for 1 to {t.STARTING} starting cards, not {len(starting)}")
    for card, (text, special) in enumerate(listed):
        fill_card(box, card, text, special)
    for i, text in enumerate(starting):
        fill_card(box, t.MARKET + i, text, t.NO_SPECIAL)
    box.market_cards = (1 << len(listed)) - 1
    box.starting_cards = (1 << len(starting)) - 1 << t.MARKET


def fill_card(box, card, text, special):
    """Read main / left half / right half."""
    icons = str(text).split("/")
    if len(icons) != 3 or any(icon not in LETTERS for icon in icons):
        raise ValueError(f"card {text!r} must be three of {', '.join(LETTERS)} like F/D/S")
    box.main[card] = LETTERS[icons[0]]
    box.halves[card][0] = LETTERS[icons[1]]
    box.halves[card][1] = LETTERS[icons[2]]
    box.special[card] = special
    box.with_main[LETTERS[icons[0]]] |= 1 << card


def fill_shells(box, printed):
    """Write the shell tiles, the supply, and the shells on the starting spaces."""
    tiles = printed["shell_tiles"]
    if len(tiles) != t.SHELL_TILES:
        raise ValueError(f"there are {t.SHELL_TILES} shell tiles, not {len(tiles)}")
    for i, tile in enumerate(tiles):
        for side in range(t.SIDES):
            face = tile["ab"[side]]
            if face["action"] not in t.SHELL_ACTIONS[1:]:
                raise ValueError(f"unknown shell action {face['action']!r}")
            box.shell_action[i][side] = t.SHELL_ACTIONS.index(face["action"])
            box.shell_cost[i][side] = number(face["cost"], 1, MOST_SHELLS, f"cost of {face['action']}")
    box.supply = number(printed["shells"]["supply"], 0, MOST_SHELLS, "shells.supply")
    given = printed["starting_spaces"]
    for name, field, seats in (
        ("shells", box.start_shells, t.SEATS),
        ("shells_for_two", box.start_shells_for_two, 2),
    ):
        if len(given[name]) != seats or sum(given[name]) > box.supply:
            raise ValueError(f"starting_spaces.{name} must list {seats} numbers, together at most the supply")
        for i in range(seats):
            field[i] = number(given[name][i], 0, MOST_SHELLS, f"starting_spaces.{name}")
