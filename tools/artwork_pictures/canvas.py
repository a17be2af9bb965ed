"""Flat shapes on a surface of Cairo. Colors are "#rrggbb", angles degrees clockwise from the right, y points down."""

import contextlib
import math

import cairo

import letters


def rgb(color):
    return tuple(int(color[i:i + 2], 16) / 255 for i in (1, 3, 5))


def mixed(first, second, part):
    """`part` of the second color in the first one."""
    return "#" + "".join(f"{round(255 * (a + (b - a) * part)):02x}" for a, b in zip(rgb(first), rgb(second)))


def around(x, y, radius, angle):
    return x + radius * math.cos(math.radians(angle)), y + radius * math.sin(math.radians(angle))


class Canvas:
    """A picture of `width` × `height` units, each of `scale` pixels."""

    def __init__(self, width, height, scale):
        self.width, self.height = width, height
        self.surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width * scale, height * scale)
        self.pen = cairo.Context(self.surface)
        self.pen.scale(scale, scale)
        self.pen.set_antialias(cairo.ANTIALIAS_BEST)
        self.pen.set_line_cap(cairo.LINE_CAP_ROUND)
        self.pen.set_line_join(cairo.LINE_JOIN_ROUND)

    def _fill(self, color):
        self.pen.set_source_rgb(*rgb(color))
        self.pen.fill()

    def _stroke(self, width, color, cap=cairo.LINE_CAP_ROUND):
        self.pen.set_line_cap(cap)
        self.pen.set_line_width(width)
        self.pen.set_source_rgb(*rgb(color))
        self.pen.stroke()

    def _trace(self, points):
        self.pen.new_path()
        for point in points:
            self.pen.line_to(*point)

    def paint(self, color):
        self.pen.set_source_rgb(*rgb(color))
        self.pen.paint()

    def rect(self, x, y, width, height, color, radius=0):
        self.pen.new_path()
        if radius:
            for cx, cy, turn in ((x + width, y, -90), (x + width, y + height, 0), (x, y + height, 90), (x, y, 180)):
                inward = (-radius if cx > x else radius, -radius if cy > y else radius)
                start = math.radians(turn)
                self.pen.arc(cx + inward[0], cy + inward[1], radius, start, start + math.pi / 2)
            self.pen.close_path()
        else:
            self.pen.rectangle(x, y, width, height)
        self._fill(color)

    def disc(self, x, y, radius, color):
        self.sector(x, y, radius, 0, 360, color)

    def oval(self, x, y, across, down, color, turn=0):
        """An ellipse with these half axes."""
        self.pen.save()
        self.pen.translate(x, y)
        self.pen.rotate(math.radians(turn))
        self.pen.scale(across, down)
        self.pen.new_path()
        self.pen.arc(0, 0, 1, 0, 2 * math.pi)
        self.pen.restore()
        self._fill(color)

    def oval_line(self, x, y, across, down, width, color, turn=0):
        self.pen.save()
        self.pen.translate(x, y)
        self.pen.rotate(math.radians(turn))
        self.pen.scale(across, down)
        self.pen.new_path()
        self.pen.arc(0, 0, 1, 0, 2 * math.pi)
        self.pen.restore()
        self._stroke(width, color)

    def sector(self, x, y, radius, start, end, color):
        self.pen.new_path()
        if end - start < 360:
            self.pen.move_to(x, y)
        self.pen.arc(x, y, radius, math.radians(start), math.radians(end))
        self._fill(color)

    def arc(self, x, y, radius, start, end, width, color, flat=False):
        self.pen.new_path()
        self.pen.arc(x, y, radius, math.radians(start), math.radians(end))
        self._stroke(width, color, cairo.LINE_CAP_BUTT if flat else cairo.LINE_CAP_ROUND)

    def ring(self, x, y, radius, width, color):
        self.arc(x, y, radius, 0, 360, width, color, flat=True)

    def poly(self, points, color, corner=0):
        """A polygon; `corner` rounds it by that radius, outwards."""
        self._trace(points)
        self.pen.close_path()
        if corner:
            self.pen.set_source_rgb(*rgb(color))
            self.pen.fill_preserve()
            self._stroke(2 * corner, color)
        else:
            self._fill(color)

    def line(self, points, width, color, flat=False):
        self._trace(points)
        self._stroke(width, color, cairo.LINE_CAP_BUTT if flat else cairo.LINE_CAP_ROUND)

    def _smooth(self, points):
        """Through all points, as Catmull and Rom do it."""
        self.pen.new_path()
        self.pen.move_to(*points[0])
        padded = [points[0], *points, points[-1]]
        for before, here, there, after in zip(padded, padded[1:], padded[2:], padded[3:]):
            self.pen.curve_to(here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6,
                              there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6, *there)

    def curve(self, points, width, color):
        self._smooth(points)
        self._stroke(width, color)

    def land(self, points, color):
        """What lies under a smooth line, down to the edge."""
        self._smooth(points)
        self.pen.line_to(points[-1][0], self.height)
        self.pen.line_to(points[0][0], self.height)
        self._fill(color)

    def leaf(self, x, y, length, breadth, angle, color):
        """A leaf that begins at (x, y) and points to `angle`."""
        tip, turned = around(x, y, length, angle), math.radians(angle + 90)
        middle = around(x, y, length * .45, angle)
        self.pen.new_path()
        self.pen.move_to(x, y)
        for side, end in ((1, tip), (-1, (x, y))):
            control = middle[0] + side * breadth * math.cos(turned), middle[1] + side * breadth * math.sin(turned)
            self.pen.curve_to(*control, *control, *end)
        self._fill(color)

    @contextlib.contextmanager
    def inside(self, *discs, box=None):
        """Draws only within all of the discs (x, y, radius), and the box (x, y, width, height)."""
        self.pen.save()
        for x, y, radius in discs:
            self.pen.new_path()
            self.pen.arc(x, y, radius, 0, 2 * math.pi)
            self.pen.clip()
        if box:
            self.pen.new_path()
            self.pen.rectangle(*box)
            self.pen.clip()
        yield
        self.pen.restore()

    def text(self, text, x, base, height, color, pen=letters.PEN, gap=letters.GAP, middle=False):
        """Letters whose capitals are `height` high, pen included; x is their left edge, or the middle."""
        unit = height / (6 + pen)
        width, placed = letters.strokes(text, gap)
        left = x - unit * width / 2 if middle else x + unit * pen / 2
        self.pen.save()
        self.pen.translate(left, base - unit * (6 + pen / 2))
        self.pen.scale(unit, unit)
        self.pen.new_path()
        for offset, tokens in placed:
            self._letter(offset, tokens)
        self._stroke(pen, color)
        self.pen.restore()

    def _letter(self, offset, tokens):
        begins = True
        while tokens:
            kind, count = tokens[0], {"M": 2, "L": 2, "A": 5, "N": 5, "O": 3}[tokens[0]]
            x, y, *more = (float(token) for token in tokens[1:1 + count])
            x, tokens = x + offset, tokens[1 + count:]
            if begins or kind == "O":
                self.pen.new_sub_path()
            begins = False
            if kind == "M":
                self.pen.move_to(x, y)
            elif kind == "L":
                self.pen.line_to(x, y)
            elif kind == "O":
                self.pen.arc(x, y, more[0], 0, 2 * math.pi)
                self.pen.close_path()
            else:
                turn = self.pen.arc if kind == "A" else self.pen.arc_negative
                turn(x, y, more[0], math.radians(more[1]), math.radians(more[2]))
