"""Motifs of rock, pop and electronic music.

A motif draws with the canvas `c` (98 × 98 units), the colors `p` and the chance `r`. It leaves the left of the lowest
40 units calm, in the color p.base, for the station's sign.
"""

import math

from canvas import around, mixed


def strings(c, p, r):
    c.paint(p.base)
    c.rect(0, 8, 98, 48, p.sky)
    for x in (24, 60, 96):
        c.rect(x - 1, 8, 3, 48, p.two)
    for x, row in r.choice((((42, 1), (78, 3)), ((42, 4), (78, 2)), ((42, 1), (42, 3), (78, 2)))):
        c.disc(x + .5, 12 + 8 * row, 5.5, p.three)
    for row in range(6):
        c.line([(0, 12 + 8 * row), (98, 12 + 8 * row)], 1 + .25 * row, p.one, flat=True)


def speaker(c, p, r):
    c.paint(p.base)
    x, y = r.choice(((64, 20), (70, 22), (74, 20)))
    for radius, color in ((41, p.sky), (36, p.one), (30, p.two), (13, p.sky), (6.5, p.three)):
        c.disc(x, y, radius, color)
    for turn in range(r.choice((0, 15, 30)), 360, 45):
        c.disc(*around(x, y, 38.5, turn), 1.3, p.base)


def bolt(c, p, r):
    c.paint(p.base)
    shift = r.choice((0, 3, 5))
    bolts = [(64, -2), (86, -2), (75, 26), (91, 26), (63, 72), (68, 42), (51, 42)]
    for offset, color in ((-34, p.two), (-17, p.one), (0, p.three)):
        with c.inside(box=(0, 0, 98, 98)):
            reach = 1 + offset / 80
            c.poly([(x + offset + shift, y * reach) for x, y in bolts], color)


def peaks(c, p, r):
    c.paint(p.sky)
    sun = r.choice((22, 74, 50))
    c.disc(sun, 24, 13, p.three)
    for x, top, reach in sorted(((r.randint(18, 32), 22, 40), (r.randint(62, 80), 14, 48)), key=lambda m: -m[1]):
        c.poly([(x - reach, 60), (x, top), (x + reach, 60)], p.one)
        c.poly([(x, top), (x + reach, 60), (x + 6, 60), (x - 5, top + 22), (x + 4, top + 13)], p.two)
    c.rect(0, 58, 98, 40, p.base)


def plectrums(c, p, r):
    c.paint(p.base)
    lean = r.choice((-1, 1))
    for x, turn, color in ((22, -16, p.one), (76, 16, p.two), (49, 0, p.three)):
        x, y = 49 + (x - 49) * lean, 32 if turn else 30
        c.poly([around(x, y, 10, turn * lean + angle) for angle in (-150, -30, 90)], color, corner=5.5)


def record(c, p, r):
    c.paint(p.sky)
    x = r.choice((49, 62, 36))
    c.disc(x, 58, 48, p.one)
    for radius in (42, 36, 30, 24):
        c.ring(x, 58, radius, 1.2, p.two)
    c.disc(x, 58, 17, p.three)
    c.disc(x, 58, 3, p.sky)
    c.rect(0, 58, 98, 40, p.base)


def halftone(c, p, r):
    c.paint(p.base)
    turned = r.random() < .5
    for row in range(8):
        for column in range(9):
            x, y = 3 + 12 * column + 6 * (row % 2) - 4, 3 + 10.5 * row
            away = math.hypot(x - 98, y + (0 if turned else -10))
            size = 6.4 * (1 - away / 98)
            if size > .9 and (x > 62 or y < 54):
                c.disc(x, y, size, p.three if (row + column) % r.choice((5, 7)) == 0 else p.one)


def rays(c, p, r):
    c.paint(p.sky)
    x = r.choice((49, 30, 68))
    for turn in range(180, 360, 24):
        c.poly([(x, 58), around(x, 58, 130, turn), around(x, 58, 130, turn + 12)], p.one)
    c.disc(x, 58, 30, p.two)
    c.disc(x, 58, 20, p.three)
    c.rect(0, 58, 98, 40, p.base)


def bubbles(c, p, r):
    c.paint(p.base)
    sizes = [(26, 24, 20), (66, 20, 14), (78, 52, 17), (50, 48, 7), (48, 8, 5), (92, 26, 5), (88, 80, 6)]
    colors = [p.one, p.three, p.two]
    start = r.randrange(3)
    for index, (x, y, radius) in enumerate(sizes):
        c.disc(x, y, radius, colors[(index + start) % 3])
        if radius > 10:
            c.arc(x, y, radius - 5, 195, 250, 2.6, p.ink)


def quarters(c, p, r):
    c.paint(p.base)
    edge, colors = 28, [p.one, p.two, p.three, p.sky]
    for row in range(2):
        for column in range(4):
            back, front = r.sample(colors, 2)
            x, y, corner = column * edge - 7, row * edge, r.randrange(4)
            c.rect(x, y, edge, edge, back)
            with c.inside(box=(x, y, edge, edge)):
                c.disc(x + edge * (corner % 2), y + edge * (corner // 2), edge, front)


def ribbons(c, p, r):
    c.paint(p.base)
    colors = [p.one, p.three, p.two, p.sky]
    start, gap = r.randrange(4), r.randrange(2)
    for index in range(5):
        x = (22, 26)[gap] + (17, 16)[gap] * index
        c.poly([(x, -1), (x + 13, -1), (x + 113, 99), (x + 100, 99)], colors[(start + index) % 4])


def blossom(c, p, r):
    c.paint(p.base)
    petals = r.choice((6, 8, 5))
    for index in range(petals):
        c.oval(*around(62, 34, 16, 360 * index / petals), 13, 8.5 if petals > 5 else 10, p.one if index % 2 else p.two,
               turn=360 * index / petals)
    c.disc(62, 34, 9, p.three)


def sines(c, p, r):
    c.paint(p.base)
    turns, shift = r.choice((1.5, 2, 1.25)), r.random() * 6
    for index, color in enumerate((p.sky, p.two, p.one, p.three)):
        high = 20 - 4.6 * index
        c.curve([(x, 32 + high * math.sin(shift + x / 98 * turns * 2 * math.pi)) for x in range(-4, 106, 3)], 3, color)


def bars(c, p, r):
    c.paint(p.base)
    peak = r.choice((3, 4, 5))
    for index in range(8):
        high = max(4, 24 - 5 * abs(index - peak) + r.randint(-4, 4))
        color = p.three if index == peak else p.one if index % 2 else p.two
        c.rect(10 + index * 10, 32 - high, 7, 2 * high, color, radius=3.5)


def squares(c, p, r):
    c.paint(p.base)
    turn = r.choice((9, 12, -9))
    colors = [p.sky, p.two, p.one, p.three, p.base]
    for index in range(5):
        half = (44, 34, 25, 16, 7)[index] * 1.12
        c.poly([around(66, 26, half, 45 + turn * (index + 1) + 90 * corner) for corner in range(4)], colors[index])


def horizon(c, p, r):
    c.paint(p.sky)
    x = r.choice((49, 64, 34))
    c.disc(x, 44, 28, p.three)
    for index in range(5):
        c.rect(0, 36 + index * 5.5, 98, .8 + index * .7, p.sky)
    c.rect(0, 58, 98, 40, p.base)
    c.rect(0, 57, 98, 2, p.one)


def sequence(c, p, r):
    c.paint(p.base)
    for row in range(4):
        lit = r.sample(range(6), 2)
        for column in range(6):
            color = p.sky if column not in lit else (p.three, p.one, p.two, p.one)[row]
            c.rect(10 + 13.4 * column, 10 + 12.4 * row, 10.4, 9.4, color, radius=2.5)


def pulses(c, p, r):
    c.paint(p.base)
    x, y = r.choice(((84, 14), (78, 20), (88, 88)))
    shades = (p.sky, p.two, p.one, p.three)
    for index in range(6):
        part = index / 5
        color = mixed(p.base, shades[min(3, 3 - index // 2)], 1 - .7 * part)
        c.ring(x, y, 12 + index * 11, 4.6, color)
    c.disc(x, y, 6, p.three)


ROCK = (strings, speaker, bolt, peaks, plectrums, record)
POP = (halftone, rays, bubbles, quarters, ribbons, blossom)
ELECTRONIC = (sines, bars, squares, horizon, sequence, pulses)
