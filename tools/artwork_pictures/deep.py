"""Motifs of hip-hop, jazz and blues, and classical music; see loud.py for what a motif is given."""

import math

from canvas import around, mixed


def skyline(c, p, r):
    c.paint(p.sky)
    c.disc(r.choice((24, 70)), 24, 12, p.three)
    x = -3
    while x < 98:
        width, high = r.choice((13, 16, 19)), r.randint(16, 42)
        c.rect(x, 58 - high, width, high + 1, p.one if r.random() < .5 else p.two)
        for row in range(int(high // 9)):
            for column in range(width // 6):
                if r.random() < .55:
                    c.rect(x + 3 + 6 * column, 58 - high + 4 + 9 * row, 2.5, 4, p.three)
        x += width
    c.rect(0, 58, 98, 40, p.base)


def turntable(c, p, r):
    c.paint(p.base)
    x = 46
    c.disc(x, 32, 28, p.one)
    for radius in (23, 18.5):
        c.ring(x, 32, radius, 1.2, p.two)
    c.disc(x, 32, 12, p.three)
    c.disc(x, 32, 2.4, p.base)
    turn = r.choice((0, 8, -6))
    c.line([(86, 11), (86, 38), around(x, 32, 19, 34 + turn)], 3.2, p.ink)
    c.disc(86, 11, 6, p.two)
    c.disc(86, 11, 2.4, p.ink)


def boombox(c, p, r):
    c.paint(p.base)
    c.line([(26, 20), (26, 8), (72, 8), (72, 20)], 3.4, p.two)
    c.rect(8, 16, 82, 42, p.one, radius=5)
    for x in (26, 72):
        c.disc(x, 39, 14, p.sky)
        c.disc(x, 39, 9.5, p.three)
        c.disc(x, 39, 3.6, p.sky)
    c.rect(43, 32, 12, 14, p.sky, radius=2)
    for index in range(3):
        c.rect(43 + 4.4 * index, 21, 3.2, 4, p.three if index == r.randrange(3) else p.sky, radius=1)


def cassette(c, p, r):
    c.paint(p.base)
    c.rect(11, 8, 76, 48, p.one, radius=5)
    c.rect(18, 14, 62, 26, p.three, radius=3)
    for row in range(r.choice((1, 2))):
        c.rect(18, 17 + 4 * row, 62, 2, p.two)
    c.rect(28, 22, 42, 14, p.sky, radius=7)
    for x in (35, 63):
        c.disc(x, 29, 4.6, p.ink)
        c.disc(x, 29, 1.8, p.sky)
    c.poly([(28, 56), (32, 46), (66, 46), (70, 56)], p.two)


def bricks(c, p, r):
    c.paint(p.two)
    for row in range(6):
        for column in range(-1, 5):
            c.rect(column * 24.5 + (row % 2) * 12.25 + 1, row * 10 + 1 - 2, 22.5, 8, p.one, radius=1)
    x = r.choice((66, 32, 49))
    for radius, color in ((21, p.three), (15, p.sky), (6, p.three)):
        c.disc(x, 29, radius, color)
    c.rect(0, 58, 98, 40, p.base)


def chevrons(c, p, r):
    c.paint(p.base)
    up = r.choice((1, -1))
    for index, color in enumerate((p.one, p.two, p.three)):
        x, y = 20.5 + index * 27 + 1.5 * up, 33
        c.line([(x - 8 * up, y - 18), (x + 9 * up, y), (x - 8 * up, y + 18)], 8, color)


def keys(c, p, r):
    c.paint(p.base)
    played = r.choice((1, 2, 4, 5))
    for index in range(7):
        c.rect(index * 14 + .5, -4, 13, 62, p.three if index == played else p.ink, radius=2)
    for index in (1, 2, 4, 5, 6):
        c.rect(index * 14 - 4.5, -4, 9, 39, p.two, radius=1.5)


def spotlights(c, p, r):
    c.paint(p.sky)
    left, right = r.choice(((22, 78), (14, 62), (36, 84)))
    for top, foot, color in ((left, 66, p.two), (right, 32, p.one)):
        c.poly([(top - 3, 0), (top + 3, 0), (foot + 24, 58), (foot - 24, 58)], color)
    for x, color in ((66, p.one), (32, p.two)):
        c.oval(x, 58, 24, 6, mixed(color, p.ink, .35))
    c.line([(49, 58), (49, 30)], 2.4, p.ink)
    c.rect(46, 20, 6, 12, p.three, radius=3)
    c.rect(0, 58, 98, 40, p.base)


def horn(c, p, r):
    c.paint(p.base)
    y = r.choice((30, 34))
    c.poly([(0, y - 5)] + [(x, y - 5 - 23 * ((x - 8) / 66) ** 3) for x in range(8, 76, 2)] +
           [(x, y + 5 + 23 * ((x - 8) / 66) ** 3) for x in range(74, 7, -2)] + [(0, y + 5)], p.three)
    c.oval(75, y, 9, 28, p.one)
    c.oval(76, y, 5, 19, p.two)
    for x in (18, 28, 38):
        c.line([(x, y - 16), (x, y - 5)], 3.4, p.one)


def blue_notes(c, p, r):
    c.paint(p.base)
    colors = [p.one, p.two, p.three, p.sky]
    longs = [22, 44, 30, 56, 38, 50, 26]
    start = r.randrange(7)
    for index in range(7):
        high = longs[(index + start) % 7]
        c.rect(index * 14, 0, 14, high, colors[(index + start) % 4])
        c.disc(index * 14 + 7, high, 7, colors[(index + start) % 4])


def trio(c, p, r):
    c.paint(p.base)
    discs = [(38.5, 25, 18.5), (59.5, 25, 18.5), (49, 40, 18.5)]
    order = r.sample((p.one, p.three, p.sky), 3)
    for disc, color in zip(discs, order):
        c.disc(*disc, color)
    for a, b in ((0, 1), (1, 2), (0, 2)):
        with c.inside(discs[a], discs[b]):
            c.paint(mixed(mixed(order[a], order[b], .5), p.base, .35))
    with c.inside(*discs):
        c.paint(p.ink)


def double_bass(c, p, r):
    c.paint(p.base)
    lean = r.choice((0, 4))
    x = 79 + lean
    c.disc(x, 84, 27, p.one)
    c.disc(x, 30, 21, p.one)
    c.rect(x - 15, 30, 30, 44, p.one)
    for side in (-1, 1):
        c.disc(x + side * 22, 52, 9, p.base)
    c.rect(x - 5, -2, 10, 58, p.two, radius=2)
    for index in range(4):
        c.line([(x - 3.3 + 2.2 * index, 0), (x - 5.4 + 3.6 * index, 98)], .9, p.ink)
    c.rect(x - 9, 74, 18, 3.4, p.three, radius=1.5)


def staff(c, p, r):
    c.paint(p.base)
    shift, high = r.random() * 6, r.choice((5, 7))

    def wave(x):
        return 32 + high * math.sin(shift + x / 98 * 2 * math.pi)

    for row in range(-2, 3):
        c.curve([(x, wave(x) + 8 * row) for x in range(-4, 106, 4)], 1.4, p.two)
    for x, row in zip((20, 48, 76), r.sample((-1, 0, 1, .5, -.5), 3)):
        y = wave(x) + 8 * row
        c.line([(x + 5.2, y - 1), (x + 5.2, y - 21)], 2.2, p.three)
        c.oval(x, y, 6.2, 4.5, p.three, turn=-20)


def pipes(c, p, r):
    c.paint(p.base)
    rise = r.choice(((18, 26, 34, 44), (44, 34, 26, 18), (22, 40, 30, 46)))
    highs = [*rise, 50 if rise[3] > 20 else 14, *reversed(rise)]
    for index, high in enumerate(highs):
        x = 9 + index * 9
        color = p.three if index == 4 else p.one if index % 2 else p.two
        c.rect(x, 56 - high, 7, high, color, radius=2)
        c.poly([(x + 1.8, 50), (x + 3.5, 44), (x + 5.2, 50)], p.base)


def arches(c, p, r):
    c.paint(p.base)
    x = r.choice((49, 62))
    for radius, color in ((46, p.sky), (37, p.one), (28, p.two), (19, p.sky), (10, p.three)):
        c.rect(x - radius, 50, 2 * radius, 8, color)
        c.sector(x, 51, radius, 180, 360, color)
    c.rect(0, 58, 98, 40, p.base)


def amphitheater(c, p, r):
    c.paint(p.base)
    lit = r.randrange(5)
    for row in range(4):
        radius, number = 14 + row * 9.2, 6 + row * 3
        for index in range(number):
            turn = 180 + 180 * (index + .5) / number
            color = p.three if (index + row * 2) % 7 == lit else p.one if row % 2 else p.two
            c.disc(*around(49, 57, radius, turn), 3.3, color)
    c.sector(49, 57, 7, 180, 360, p.ink)


def columns(c, p, r):
    c.paint(p.base)
    c.disc(r.choice((49, 74, 24)), 24, 20, p.sky)
    c.poly([(10, 22), (49, 6), (88, 22)], p.three)
    c.rect(12, 24, 74, 4, p.two)
    for x in (17, 36, 55, 74):
        c.rect(x - 1, 30, 9, 22, p.one)
        c.line([(x + 3.5, 30), (x + 3.5, 52)], 1.2, p.two, flat=True)
    c.rect(10, 53, 78, 4, p.two)


def laurel(c, p, r):
    c.paint(p.base)
    for side in (-1, 1):
        previous = []
        for index in range(7):
            turn = 90 - side * (14 + index * 21)
            x, y = around(49, 33, 20, turn)
            previous.append((x, y))
            along = turn - side * 90
            color = p.one if index % 2 else p.two
            c.leaf(x, y, 12, 5.4, along - side * 34, color)
            c.leaf(x, y, 10, 4.6, along + side * 38, color)
        c.curve(previous, 1.6, p.three)
    c.disc(49, 33, r.choice((5, 7)), p.three)


def harp(c, p, r):
    c.paint(p.base)
    count = r.choice((11, 13, 16))
    for index in range(count):
        part = index / (count - 1)
        color = p.three if index % 4 == 0 else p.one if index % 2 else p.two
        c.line([(10 + 78 * part, 10), (88, 10 + 78 * part)], 1.4, color)
    c.line([(10, 10), (88, 10), (88, 88)], 3, p.ink)


HIP_HOP = (skyline, turntable, boombox, cassette, bricks, chevrons)
JAZZ = (keys, spotlights, horn, blue_notes, trio, double_bass)
CLASSICAL = (staff, pipes, arches, amphitheater, columns, laurel, harp)
