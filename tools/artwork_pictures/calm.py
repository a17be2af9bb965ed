"""Motifs of speech, sleep, the world and children; see loud.py for what a motif is given."""

import math

from canvas import around, mixed


def globe(c, p, r):
    c.paint(p.base)
    c.disc(60, 35, 24, p.one)
    turn = r.choice((-20, 20, 0))
    for across in (23, 9):
        c.oval_line(60, 35, across, 23, 1.8, p.sky, turn=turn)
    for lift in (-12, 0, 12):
        half = math.sqrt(23 * 23 - lift * lift)
        ends = [around(0, 0, 1, turn), around(0, 0, 1, turn + 90)]
        (ux, uy), (vx, vy) = ends
        c.line([(60 + ux * side * half + vx * lift, 35 + uy * side * half + vy * lift) for side in (-1, 1)], 1.8, p.sky)
    c.arc(60, 35, 29, 215 + turn, 310 + turn, 2.2, p.two)
    c.disc(*around(60, 35, 29, 310 + turn), 3.6, p.three)


def mast(c, p, r):
    c.paint(p.base)
    x = r.choice((49, 60))
    for index, color in enumerate((p.three, p.one, p.two)):
        for start in (-40, 140):
            c.arc(x, 24, 11 + 8 * index, start, start + 80, 3.4, color)
    c.line([(x - 11, 58), (x, 24), (x + 11, 58)], 3, p.ink)
    for left, right, y, lower in ((-3.6, 6.2, 35, 43), (-6.2, 8.7, 43, 51)):
        c.line([(x + left, y), (x + right, lower)], 2, p.ink)
        c.line([(x - left, y), (x - right, lower)], 2, p.ink)
    c.disc(x, 24, 4.6, p.three)


def speech(c, p, r):
    c.paint(p.base)
    first, second = r.sample((p.one, p.two), 2)
    c.rect(10, 8, 56, 32, first, radius=9)
    c.poly([(20, 38), (36, 38), (20, 50)], first)
    c.rect(36, 24, 52, 30, p.three, radius=9)
    c.poly([(64, 52), (80, 52), (80, 63)], p.three)
    for index in range(3):
        c.disc(50 + 12 * index, 39, 3.2, p.base)


def front_page(c, p, r):
    c.paint(p.base)
    c.rect(10, 8, 78, 9, p.three)
    left = r.random() < .5
    picture, text = (10, 50) if left else (50, 10)
    c.rect(picture, 22, 38, 34, p.one)
    with c.inside(box=(picture, 22, 38, 34)):
        c.disc(picture + r.choice((12, 26)), 34, 6, p.three)
        c.poly([(picture, 56), (picture + 14, 38), (picture + 24, 50), (picture + 31, 43), (picture + 40, 56)], p.sky)
    for row in range(5):
        c.rect(text, 22 + 7.4 * row, 38 if row < 4 else 22, 4, p.two)


def clock(c, p, r):
    c.paint(p.base)
    c.disc(62, 34, 26, p.one)
    for tick in range(12):
        c.line([around(62, 34, 21 if tick % 3 else 19, 30 * tick), around(62, 34, 24, 30 * tick)], 2.2, p.sky)
    hour, minute = r.choice(((-60, 0), (-120, -30), (30, -90), (150, -60)))
    c.line([(62, 34), around(62, 34, 10, hour)], 3.6, p.base)
    c.line([(62, 34), around(62, 34, 18, minute)], 3.6, p.base)
    c.disc(62, 34, 3.6, p.three)


def microphone(c, p, r):
    c.paint(p.base)
    x = r.choice((64, 70))
    c.arc(x, 30, 18, 0, 180, 3.4, p.two)
    c.line([(x, 48), (x, 57)], 3.4, p.two)
    c.line([(x - 10, 57), (x + 10, 57)], 3.4, p.two)
    c.rect(x - 12, 8, 24, 34, p.one, radius=12)
    for row in range(3):
        c.rect(x - 12, 15 + 6 * row, 13, 2.4, p.base)
    c.rect(x - 12, 32, 24, 3, p.three)
    for index in range(2):
        c.arc(x - 14, 24, 12 + 9 * index, 145, 215, 3.4, p.three)


def crescent(c, p, r):
    c.paint(p.base)
    x = r.choice((62, 56, 66))
    c.disc(x, 34, 24, p.three)
    c.disc(x - 11, 27, 21, p.base)
    for px, py, size in ((14, 14, 1.6), (30, 40, 1.2), (88, 10, 1.4), (24, 26, 1), (44, 10, 1.2), (90, 62, 1.4)):
        c.disc(px + r.randint(-3, 3), py + r.randint(-3, 3), size, p.ink)
    c.disc(x - 6, 30, 2, p.ink)


def night_hills(c, p, r):
    c.paint(p.sky)
    c.disc(r.choice((26, 70)), 22, 10, p.three)
    shift = r.randint(-8, 8)
    for color, heights in ((p.two, (40, 28, 36, 24, 34)), (p.one, (48, 42, 34, 44, 38)),
                           (p.base, (56, 60, 54, 48, 56))):
        c.land([(-26 + shift + 34 * index, high) for index, high in enumerate(heights)], color)


def reflection(c, p, r):
    c.paint(p.sky)
    x = r.choice((49, 66, 32))
    c.disc(x, 22, 14, p.three)
    c.rect(0, 38, 98, 60, p.base)
    for row, half in enumerate((15, 10, 13, 6)):
        c.line([(x - half, 43 + 4.8 * row), (x + half + r.randint(-4, 2), 43 + 4.8 * row)], 2.2,
               mixed(p.three, p.base, .18 * row))


def orbits(c, p, r):
    c.paint(p.base)
    x, y = 62, 33
    for index, radius in enumerate((12, 19, 26)):
        c.ring(x, y, radius, 1.4, p.two)
        turn = r.choice((150, 190, 250, 320)) + index * 100
        c.disc(*around(x, y, radius, turn), (2.2, 3.6, 2.8)[index], (p.one, p.ink, p.one)[index])
    c.disc(x, y, 6.5, p.three)


def halo(c, p, r):
    c.paint(p.base)
    x = r.choice((49, 64, 34))
    for index, radius in enumerate((56, 44, 33, 23)):
        c.disc(x, 58, radius, mixed(p.base, p.one, .25 + .2 * index))
    c.disc(x, 58, 14, p.three)
    c.rect(0, 58, 98, 40, p.base)


def clouds(c, p, r):
    c.paint(p.base)
    c.disc(r.choice((62, 40)), 26, 18, p.three)
    for x, y, width, color in ((50, 30, 60, p.one), (-8, 39, 62, p.two), (34, 48, 44, p.one)):
        c.rect(x + r.randint(-6, 6), y, width, 7, color, radius=3.5)


def plaid(c, p, r):
    c.paint(p.base)
    shift = r.choice((0, 7, 14))
    stripes = [(6, 14, p.one), (26, 4, p.three), (38, 14, p.two), (60, 4, p.three), (72, 14, p.one)]
    with c.inside(box=(0, 0, 98, 58)):
        c.paint(p.sky)
        for x, width, color in stripes:
            c.rect((x + shift) % 90, 0, width, 58, color)
        for y, width, color in ((6, 10, p.one), (22, 3, p.three), (32, 10, p.two), (48, 3, p.three)):
            c.rect(0, y, 98, width, mixed(color, p.sky, .25))
            for x, across, over in stripes:
                c.rect((x + shift) % 90, y, across, width, mixed(mixed(color, over, .5), p.base, .25))


def dunes(c, p, r):
    c.paint(p.sky)
    c.disc(r.choice((24, 66)), 24, 13, p.three)
    shift = r.randint(-10, 10)
    c.land([(-20, 46), (20 + shift, 34), (60 + shift, 50), (118, 30)], p.two)
    c.land([(-20, 40), (30 + shift, 52), (76 + shift, 40), (118, 50)], p.one)
    c.land([(-20, 58), (24, 55), (70 + shift, 58), (118, 48)], p.base)


def leaves(c, p, r):
    c.paint(p.base)
    lean = r.choice((-6, 0, 6))
    for turn, length, color in ((-162, 40, p.two), (-18, 40, p.two), (-128, 46, p.one), (-52, 46, p.one),
                                (-90, 49, p.three)):
        c.leaf(49, 57, length, 14, turn + lean, color)
        c.line([(49, 57), around(49, 57, length * .78, turn + lean)], 1.2, p.base)


def textile(c, p, r):
    c.paint(p.base)
    colors = r.sample((p.one, p.two, p.three), 3)
    for row in range(3):
        y = 10 + 17 * row
        c.line([(x - 7, y + (8 if index % 2 else 0)) for index, x in enumerate(range(0, 126, 14))], 4, colors[row])
    for x in range(0, 112, 28):
        c.poly([(x - 4, 23), (x, 19), (x + 4, 23), (x, 27)], p.sky)
        c.poly([(x - 4, 40), (x, 36), (x + 4, 40), (x, 44)], p.sky)


def tiles(c, p, r):
    c.paint(p.base)
    edge = 20
    for row in range(3):
        for column in range(5):
            x, y = column * edge - 1, row * edge - 2
            turned = r.random() < .5
            with c.inside(box=(x, y, edge, edge)):
                c.paint(p.sky)
                for corner in ((0, 0), (1, 1)) if turned else ((1, 0), (0, 1)):
                    cx, cy = x + edge * corner[0], y + edge * corner[1]
                    c.ring(cx, cy, edge / 2, 6, p.one)
                    c.ring(cx, cy, edge / 2, 2, p.three)


def drum(c, p, r):
    c.paint(p.base)
    c.poly([(38, 14), (90, 14), (84, 54), (44, 54)], p.one)
    c.oval(64, 54, 20, 5, p.one)
    points = [(38 + 52 * index / 8 + .5, 16) if index % 2 == 0 else (43 + 42 * index / 8, 53) for index in range(9)]
    c.line(points, 2.2, p.three)
    c.oval(64, 14, 26, 7.5, p.two)
    c.oval(64, 13, 21, 5.2, p.ink)


def rainbow(c, p, r):
    c.paint(p.sky)
    x = r.choice((49, 52, 46))
    for radius, color in ((38, p.one), (29, p.three), (20, p.two), (11, p.sky)):
        c.sector(x, 57, radius, 180, 360, color)
    c.rect(0, 56, 98, 42, p.base)
    for side in (-1, 1):
        for dx, dy, size in ((-7, 0, 6), (0, -4, 8), (8, 0, 6)):
            c.disc(x + side * 25 + dx, 53 + dy, size, p.ink)
    c.rect(0, 56, 98, 42, p.base)


def balloons(c, p, r):
    c.paint(p.base)
    for x, y, size, colors in ((62, 26, 20, (p.one, p.three, p.one)), (25, 36, 12, (p.two, p.ink, p.two))):
        with c.inside((x, y, size)):
            for index, color in enumerate(colors):
                c.rect(x - size + index * size * 2 / 3, y - size, size * 2 / 3 + .2, 2 * size, color)
        c.line([(x - size * .5, y + size * .87), (x - size * .2, y + size * 1.35)], 1.2, p.ink)
        c.line([(x + size * .5, y + size * .87), (x + size * .2, y + size * 1.35)], 1.2, p.ink)
        c.rect(x - size * .25, y + size * 1.3, size * .5, size * .34, p.three, radius=1)


def boat(c, p, r):
    c.paint(p.sky)
    c.disc(20, 20, 9, p.three)
    c.poly([(58, 6), (58, 42), (32, 42)], p.ink)
    c.poly([(62, 14), (62, 42), (82, 42)], p.one)
    c.poly([(28, 46), (88, 46), (78, 58), (38, 58)], p.two)
    c.land([(x, 57 + (2.5 if index % 2 else -1.5)) for index, x in enumerate(range(-7, 120, 14))], p.base)


def blocks(c, p, r):
    c.paint(p.base)
    c.rect(12, 30, 26, 26, p.one, radius=2)
    c.rect(42, 30, 26, 26, p.three, radius=2)
    c.disc(55, 43, 7, p.sky)
    c.poly([(40, 27), (27, 27 - 20), (14, 27)], p.two, corner=1)
    c.disc(55, 18, 11, p.ink)
    c.poly([(73, 56), (73, 30), (90, 56)], p.two, corner=1)


NEWS = (globe, mast, speech, front_page, clock, microphone)
SLEEP = (crescent, night_hills, reflection, orbits, halo, clouds)
WORLD = (plaid, dunes, leaves, textile, tiles, drum)
KIDS = (rainbow, balloons, boat, blocks)
