"""Letters drawn with one pen: capitals six units high from their middle line, lower case four.

A path is a row of strokes, y pointing down and the base line at 6: `M x y` and `L x y` as in SVG, `A x y r from to`
an arc clockwise around (x, y), `N` one counterclockwise, angles in degrees, `O x y r` a circle.
"""

import unicodedata

BOWL = "M 0 6 L 0 0 L 2 0 A 2 1.7 1.7 -90 90 L 0 3.4"
ROUND = "O 2 4 2 M 4 2 L 4 6"

# letter: (width, path)
GLYPHS = {
    "A": (4.4, "M 0 6 L 2.2 0 L 4.4 6 M .7 4.1 L 3.7 4.1"),
    "B": (3.8, "M 2.1 2.9 L 0 2.9 M 0 6 L 0 0 L 2.1 0 A 2.1 1.45 1.45 -90 90 A 2.2 4.45 1.55 -90 90 L 0 6"),
    "C": (5.2, "N 3 3 3 -42 -318"),
    "D": (4.8, "M 0 6 L 0 0 L 1.8 0 A 1.8 3 3 -90 90 L 0 6"),
    "E": (3.3, "M 3.3 0 L 0 0 L 0 6 L 3.3 6 M 0 3 L 2.8 3"),
    "F": (3.2, "M 3.2 0 L 0 0 L 0 6 M 0 3 L 2.7 3"),
    "G": (5.9, "N 3 3 3 -42 -357 L 3.5 3.15"),
    "H": (4.1, "M 0 0 L 0 6 M 4.1 0 L 4.1 6 M 0 3 L 4.1 3"),
    "I": (0, "M 0 0 L 0 6"),
    "J": (3, "M 3 0 L 3 4.4 A 1.4 4.4 1.6 0 155"),
    "K": (3.9, "M 0 0 L 0 6 M 3.6 0 L 0 3.6 M 1.3 2.4 L 3.9 6"),
    "L": (3.1, "M 0 0 L 0 6 L 3.1 6"),
    "M": (5.2, "M 0 6 L 0 0 L 2.6 4.1 L 5.2 0 L 5.2 6"),
    "N": (4.2, "M 0 6 L 0 0 L 4.2 6 L 4.2 0"),
    "O": (6, "O 3 3 3"),
    "P": (3.7, BOWL),
    "Q": (6, "O 3 3 3 M 3.9 3.9 L 6 6"),
    "R": (3.8, BOWL + " M 1.8 3.4 L 3.8 6"),
    "S": (3.5, "N 1.8 1.5 1.5 -38 -270 A 1.8 4.5 1.5 -90 142"),
    "T": (4.2, "M 0 0 L 4.2 0 M 2.1 0 L 2.1 6"),
    "U": (4, "M 0 0 L 0 4 N 2 4 2 180 0 L 4 0"),
    "V": (4.4, "M 0 0 L 2.2 6 L 4.4 0"),
    "W": (6.4, "M 0 0 L 1.6 6 L 3.2 .8 L 4.8 6 L 6.4 0"),
    "X": (4.2, "M 0 0 L 4.2 6 M 4.2 0 L 0 6"),
    "Y": (4.2, "M 0 0 L 2.1 3 L 4.2 0 M 2.1 3 L 2.1 6"),
    "Z": (3.9, "M 0 0 L 3.9 0 L 0 6 L 3.9 6"),
    "Π": (4.1, "M 0 6 L 0 0 L 4.1 0 L 4.1 6"),
    "Σ": (3.8, "M 3.8 0 L 0 0 L 2.3 3 L 0 6 L 3.8 6"),
    "0": (4, "M 0 4 L 0 2 A 2 2 2 180 360 L 4 4 A 2 4 2 0 180"),
    "1": (1.6, "M 0 1.4 L 1.6 0 L 1.6 6"),
    "2": (3.8, "A 1.9 1.9 1.9 190 395 L .2 6 L 3.8 6"),
    "3": (3.6, "M .3 0 L 3.5 0 L 1.8 2.4 A 1.7 4.2 1.8 -88 152"),
    "4": (4.2, "M 3.1 6 L 3.1 0 L 0 4.3 L 4.2 4.3"),
    "5": (3.6, "M 3.3 0 L .7 0 L .48 2.64 A 1.7 4.1 1.9 -130 147"),
    "6": (3.8, "O 1.9 4.1 1.9 M 2.9 0 L .26 3.15"),
    "7": (3.8, "M 0 0 L 3.8 0 L 1.3 6"),
    "8": (3.4, "O 1.7 1.4 1.4 M 3.3 4.4 O 1.7 4.4 1.6"),
    "9": (3.8, "O 1.9 1.9 1.9 M .9 6 L 3.54 2.85"),
    "a": (4, ROUND),
    "d": (4, "O 2 4 2 M 4 -.6 L 4 6"),
    "g": (4, "O 2 4 2 M 4 2 L 4 6.2 A 2 6.2 2 0 150"),
    "h": (3.7, "M 0 -.6 L 0 6 M 0 3.85 A 1.85 3.85 1.85 180 360 L 3.7 6"),
    "i": (0, "M 0 2 L 0 6 M 0 -.1 L 0 -.1"),
    "n": (3.7, "M 0 2 L 0 6 M 0 3.85 A 1.85 3.85 1.85 180 360 L 3.7 6"),
    "s": (2.25, "N 1.25 3 1 -35 -270 A 1.25 5 1 -90 145"),
    "t": (1.9, "M .8 .3 L .8 4.8 N 2 4.8 1.2 180 92 M 0 2 L 2 2"),
}
GAP = 2.7
PEN = 1.35


def known(text):
    """The letters of `text` that can be drawn, without accents, as capitals."""
    plain = unicodedata.normalize("NFKD", text).upper()
    return "".join(letter for letter in plain if letter in GLYPHS)


def strokes(text, gap=GAP):
    """(width, [(x, tokens)]): each letter's place and path, in units."""
    x, placed = 0, []
    for letter in text:
        width, path = GLYPHS[letter]
        placed.append((x, path.split()))
        x += width + gap
    return x - gap, placed
