"""Cuts encoded sound into frames or pages, each with its length in seconds."""


def mp3(data):
    rates = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}
    sizes = {True: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
             False: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)}
    units, place = [], 0
    while place + 4 <= len(data) and data[place] == 0xFF:
        version = data[place + 1] >> 3 & 3
        rate = rates[version][data[place + 2] >> 2 & 3]
        kbit, padding = sizes[version == 3][data[place + 2] >> 4], data[place + 2] >> 1 & 1
        samples = 1152 if version == 3 else 576
        size = samples // 8 * kbit * 1000 // rate + padding
        units.append((data[place:place + size], samples / rate))
        place += size
    return units


def adts(data):
    rates = (96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000)
    units, place = [], 0
    while place + 7 <= len(data) and data[place] == 0xFF:
        size = (data[place + 3] & 3) << 11 | data[place + 4] << 3 | data[place + 5] >> 5
        units.append((data[place:place + size], 1024 / rates[data[place + 2] >> 2 & 15]))
        place += size
    return units


def ogg(data, rate):
    """(head, pages): those that describe the stream, and those with sound."""
    head, units, place, before = b"", [], 0, 0
    while data[place:place + 4] == b"OggS":
        count = data[place + 26]
        size = 27 + count + sum(data[place + 27:place + 27 + count])
        page, position = data[place:place + size], int.from_bytes(data[place + 6:place + 14], "little", signed=True)
        place += size
        if position <= 0 and not units:
            head += page
            continue
        units.append((page, max(0, position - before) / rate))
        before = max(before, position)
    return head, units
