"""The mark of Nightstand: a crescent over a dial; the icon, and the picture that is shown while the radio starts."""

from canvas import Canvas, around

BACKGROUND, TEXT, SECONDARY, ACCENT = "#101418", "#f2f0ea", "#a3acb4", "#ffb000"
EDGE = 64


def mark(c, x, y, size):
    """In a square of this size with the left upper corner (x, y)."""
    c.pen.save()
    c.pen.translate(x, y)
    c.pen.scale(size / EDGE, size / EDGE)
    c.disc(32, 17, 10.5, ACCENT)
    c.disc(27.2, 13.8, 9.2, BACKGROUND)
    for tick in range(9):
        turn = 180 + 22.5 * tick
        c.line([around(32, 57, 20, turn), around(32, 57, 22.6, turn)], 2.4, ACCENT if tick <= 5 else SECONDARY)
    c.sector(32, 58, 15, 180, 360, TEXT)
    c.line([around(32, 58, 8, -67.5), around(32, 58, 11.2, -67.5)], 2.6, BACKGROUND)
    c.pen.restore()


def icon(scale):
    drawn = Canvas(EDGE, EDGE, scale)
    drawn.paint(BACKGROUND)
    mark(drawn, 0, 0, EDGE)
    return drawn.surface


def start(scale):
    drawn = Canvas(320, 240, scale)
    drawn.paint(BACKGROUND)
    mark(drawn, 104, 26, 112)
    drawn.text("Nightstand", 160, 184, 24, TEXT, pen=1, gap=2.1, middle=True)
    return drawn.surface
