"""Which motifs and colors belong to which category, and how a station gets its own of them."""

import collections
import hashlib
import random
import re
import unicodedata

import calm
import canvas
import deep
import letters
import loud

SIZE = 98
SLUG_MAX = 40
# What says nothing about a station, in the languages of the shipped list.
COMMON = {"radio", "fm", "the", "of", "a", "la", "do", "de", "and", "hd2"}
# Broadcasters with many stations: what follows tells them apart.
HOUSES = {"somafm", "soma", "fluxfm", "rtbf", "rts"}

Colors = collections.namedtuple("Colors", "sky base one two three ink")
Family = collections.namedtuple("Family", "motifs schemes")


def schemes(*rows):
    return tuple(Colors(*("#" + color for color in row.split())) for row in rows)


#                          sky    base   one    two    three  ink
FAMILIES = {
    "Rock": Family(loud.ROCK, schemes(
        "3a2a2c 1d1a1e d9472f 8e2a26 f2a33a f6ead2",
        "e9dcc0 b8321f 241c1e 5b3a34 f2a33a fbf1dc",
        "f0a03c 241c20 c23a26 7a2622 f8e6c0 f8e6c0")),
    "Pop": Family(loud.POP, schemes(
        "f7b6c8 c92a64 ffd04a f58aa8 fff0dc fff6ea",
        "ff8f6b 431a4f f24e86 ffb4a2 ffd04a fff0dc",
        "ffe0a3 ffc53d e2417a ff8a5c fff7e6 431a4f")),
    "Electronic": Family(loud.ELECTRONIC, schemes(
        "2b2470 15123c 28d7cb 7457f2 ff5fa6 eaf4ff",
        "4a2f96 2c1a66 ff5fa6 9b6bff 3fe0d0 f4ecff",
        "17486b 0c2440 4f8cff 2a6fc0 5ef2c8 e6f6ff")),
    "Hip-Hop": Family(deep.HIP_HOP, schemes(
        "2f3a33 18201c c2532f 7b3a2a efb93f f4ead6",
        "f0dcae d8962a 2a2622 8a4a22 fff1cc 241e1a",
        "1c3a3a 0f2626 e0a63a 4d7a64 f3e3b8 f3e3b8")),
    "Jazz & Blues": Family(deep.JAZZ, schemes(
        "1b3a6b 10244a 4d8ad0 2a5a9c e2ae4a f5ead0",
        "2a6a8c 134058 e2ae4a 0d2c40 f08a5d f7efdc",
        "3a3470 221d4c 7f8fe0 4c4a9e f0b95a f2ecdc")),
    "Classical": Family(deep.CLASSICAL, schemes(
        "6a2038 451325 b8566a 8a3048 dcb370 f6ecdc",
        "e6d3b0 f3e8d2 a83c50 c98a5e 7a1f38 4a1528",
        "4f4a3c 2c2a22 b89a5c 7d7050 e9d09a f6efdc")),
    "News & Talk": Family(calm.NEWS, schemes(
        "2a5478 17344f 9ccbe6 4f87ad ee5f44 f4f7fa",
        "cfe0ea e8eff3 2f6b94 8fb4cc e3523a 16324a",
        "c44a36 a8301f f6d9c4 e08a6c ffd9a0 fff4ea")),
    "Sleep & Ambient": Family(calm.SLEEP, schemes(
        "26345e 141c38 6579b4 3c4d86 f4dfa6 e8ecfa",
        "3f3560 231d40 9a83c0 5f4f8c f6cfae f0e8f8",
        "1f4a58 0f2b36 6fa8a8 35707c f1e4b0 e6f4f0")),
    "Eclectic & World": Family(calm.WORLD, schemes(
        "f0d49a 0f4f4c de6f42 2f8a7c f6b84e f9eed8",
        "f6c98a b94a2c 8a2f24 e58a4a fbe6b4 fff2dc",
        "d9e2b4 2d4a2c 8fb05a 54813f f0b44a f5f0d8")),
    "Kids & Stories": Family(calm.KIDS, schemes(
        "bfe6f7 2273ab ff6b5a 4bb272 ffd23f ffffff",
        "ffe9a8 cf3d2e 3f8fd0 37a56a ffd23f fff8e8",
        "c9f0dc 1f7a52 ff7a5a 3f7fd0 ffd23f ffffff")),
}


def number_of(*texts):
    """A number that depends on nothing but the texts."""
    return int.from_bytes(hashlib.sha256("\n".join(texts).encode()).digest()[:8], "big")


def slug(name):
    plain = unicodedata.normalize("NFKD", name.replace("∏", "Pi").replace("Σ", "Sigma")).casefold()
    plain = re.sub(r"['’]", "", "".join(letter for letter in plain if not unicodedata.combining(letter)))
    words, text = re.findall("[a-z0-9]+", plain), ""
    for word in words:
        if text and len(text) + 1 + len(word) > SLUG_MAX:
            break
        text = f"{text}-{word}" if text else word[:SLUG_MAX]
    return text or f"station-{number_of(name) % 10**8:08}"


def sign(name):
    """One or two letters or figures that stand for the station."""
    name = re.sub(r"\(.*?\)|\d+[.,]\d+", " ", name.replace("∏", "Π"))
    words = re.findall(r"[^\W_][^\W_.]*(?:\.[^\W_]{2,})?", re.sub(r"\b\w['’]|['’]\w\b", "", name))
    words = [word for word in words if letters.known(word)]
    decade = [word for word in words if re.match(r"\d\d", word)]
    if decade:
        return decade[-1][:2]
    telling = [word for word in words if word.casefold() not in COMMON and not word.casefold().startswith("rádio")]
    rest = [word for word in telling if word.casefold() not in HOUSES]
    return "".join(letters.known(word)[0] for word in (rest or telling or words)[:2])


def family_of(category):
    return FAMILIES.get(category) or list(FAMILIES.values())[number_of(category) % len(FAMILIES)]


def pictures(stations):
    """(station, motif, colors) for each (category, name): first what its category has used least, then what its
    name tells. A station that is appended changes no other's picture."""
    used = collections.Counter()
    for category, name in stations:
        family = family_of(category)
        pairs = [(motif, colors) for motif in family.motifs for colors in family.schemes]
        motif, colors = min(pairs, key=lambda pair: (
            used[category, pair[0]], used[category, pair], used[category, pair[1]],
            number_of(name, pair[0].__name__, *pair[1])))
        used.update([(category, motif), (category, (motif, colors)), (category, colors)])
        yield (category, name), motif, colors


def picture(name, motif, colors, scale):
    drawn = canvas.Canvas(SIZE, SIZE, scale)
    motif(drawn, colors, random.Random(number_of(name)))
    drawn.text(sign(name), 10, 88, 24, colors.ink)
    return drawn.surface
