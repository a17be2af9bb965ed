"""Rows of results, and the Markdown that shows them."""

import statistics

UNITS = {"ms": 1000, "s": 1, "MB": 1 / 1024, "a second": 1, "µs": 1e6, "KiB": 1 / 1024, "ppm": 1, "": 1}
NAMES = ("Nightstand", "mpg123", "MPD", "mpv", "ffplay")


def short(number):
    """Three digits that count."""
    if abs(number) >= 100:
        return f"{number:.0f}"
    return f"{number:.1f}" if abs(number) >= 10 else f"{number:.2f}"


class Row:
    """Values in base units (seconds, KiB of memory, bytes, counts), by the name of who they belong to."""

    def __init__(self, what, unit, aim="", holds=None, names=NAMES):
        self.what, self.unit, self.aim, self.holds, self.names = what, unit, aim, holds, names
        self.values, self.note = {}, ""

    def add(self, name, value):
        if value is not None:
            self.values.setdefault(name, []).append(value)

    def median(self, name):
        values = self.values.get(name)
        return statistics.median(values) if values else None

    def cell(self, name):
        values = self.values.get(name)
        if not values:
            return "–"
        factor = UNITS[self.unit]
        low, middle, high = (short(value * factor) for value in (min(values), self.median(name), max(values)))
        span = f" ({low}–{high})" if len(values) > 1 and low != high else ""
        return f"{middle} {self.unit}{span}".strip()

    def ratio(self):
        own = self.median("Nightstand")
        found = [f"{short(own / self.median(name))} × {name}" for name in NAMES[1:4]
                 if own is not None and self.median(name)]
        return ", ".join(found) or "–"

    def verdict(self):
        own = self.median("Nightstand")
        if self.holds is None:
            return ""
        if own is None:
            return "not measured"
        peers = {name: self.median(name) for name in NAMES[1:] if self.median(name)}
        return "yes" if self.holds(own, peers) else "NO"


def markdown(rows, about):
    head = ["what", *NAMES, "ratio", "aim", "met"]
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    for row in rows:
        cells = [row.what, *(row.cell(name) for name in NAMES), row.ratio(), row.aim, row.verdict()]
        lines.append("| " + " | ".join(cell or "" for cell in cells) + " |")
    notes = [row.note for row in rows if row.note]
    lines += ["", *about, ""] if about else [""]
    lines += [f"- {note}" for note in notes]
    return "\n".join(lines).rstrip() + "\n"
