"""Music for tools/station-server, made by arithmetic: short pieces that can go round for ever.

A piece is a pair of channels (lists of floats at RATE) whose end leads into its beginning. `loop` encodes one
as MP3 and cuts out whole frames, so that the frames can go round for ever as well.
"""

import array
import math
import operator
import random
import subprocess

RATE = 22050
# Frames of the encoded piece stand for this many samples at RATE, by the sample rate of the stream.
FRAME = {22050: 576, 44100: 576, 48000: 529.2}
# A piece at 48 kHz needs a multiple of this many frames for its length to be a whole number of samples.
FRAME_GROUP = {22050: 1, 44100: 1, 48000: 5}
BIT_RATES = {
    1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
SAMPLE_RATES = {1: [44100, 48000, 32000], 2: [22050, 24000, 16000]}


def pitch(note):
    """Hz of a MIDI note number."""
    return 440 * 2 ** ((note - 69) / 12)


def tone(hertz, partials, samples):
    """A steady tone. One stretch of whole periods is computed and repeated: that is quick."""
    periods = min(range(1, 25), key=lambda n: abs(round(n * RATE / hertz) * hertz / RATE - n) / n)
    length = round(periods * RATE / hertz)
    step = 2 * math.pi * periods / length
    audible = [(h, a) for h, a in enumerate(partials, 1) if a and h * hertz < RATE * 0.45]
    stretch = [sum(a * math.sin(step * h * i) for h, a in audible) for i in range(length)]
    return (stretch * (samples // length + 1))[:samples]


def swell(samples, attack, release):
    """An envelope that rises and falls like half a wave; attack and release in samples."""
    rise = [0.5 - 0.5 * math.cos(math.pi * i / attack) for i in range(attack)]
    fall = [0.5 + 0.5 * math.cos(math.pi * i / release) for i in range(release)]
    return rise + [1.0] * (samples - attack - release) + fall


def decay(samples, seconds):
    """The envelope of something struck: it falls to a third in `seconds`, and to nothing at the end."""
    factor, value, envelope = math.exp(-1 / (seconds * RATE)), 1.0, []
    for _ in range(samples):
        envelope.append(value)
        value *= factor
    soft = min(60, samples // 4)
    for i in range(soft):
        envelope[i] *= i / soft
    tail = min(600, samples // 4)
    for i in range(tail):
        envelope[-1 - i] *= i / tail
    return envelope


def shaped(sound, envelope):
    return list(map(operator.mul, sound, envelope))


def mix(channel, at, sound, gain):
    """Adds the sound to the channel from sample `at`; what runs over the end goes on at the beginning."""
    at %= len(channel)
    sound = [x * gain for x in sound]
    while sound:
        part = sound[:len(channel) - at]
        channel[at:at + len(part)] = map(operator.add, channel[at:at + len(part)], part)
        sound, at = sound[len(part):], 0


def noise(source, samples, smoothing):
    """Noise through a low pass; `smoothing` from 0 (bright) to nearly 1 (dark). Goes round without a seam."""
    seam = RATE // 2
    values, last, keep = [], 0.0, 1 - smoothing
    for _ in range(samples + seam):
        last += keep * (source.random() - 0.5 - last)
        values.append(last)
    for i in range(seam):
        share = i / seam
        values[i] = values[i] * math.sqrt(share) + values[samples + i] * math.sqrt(1 - share)
    return values[:samples]


def silence(samples):
    return [0.0] * samples, [0.0] * samples


CHORDS = [(45, 60, 64, 67, 71), (41, 57, 60, 64, 69), (48, 55, 64, 67, 71), (43, 59, 62, 64, 69)]


def slow_chords(samples):
    left, right = silence(samples)
    each = samples // len(CHORDS)
    length = each + 2 * RATE
    envelope = swell(length, 2 * RATE, 3 * RATE)
    for index, chord in enumerate(CHORDS):
        for voice, note in enumerate(chord):
            partials = (1, 0.3, 0.16, 0.06, 0.03) if voice else (1, 0.5, 0.1)
            # The channels are a little out of tune with each other, which makes it wide.
            mix(left, index * each, shaped(tone(pitch(note) * 0.9985, partials, length), envelope), 1)
            mix(right, index * each, shaped(tone(pitch(note) * 1.0015, partials, length), envelope), 1)
    return left, right


def music_box(samples):
    left, right = silence(samples)
    source = random.Random(4)
    beats = round(samples / RATE / 0.26 / 32) * 32
    ring = decay(RATE * 3 // 2, 0.4)
    struck = {}
    for beat in range(beats):
        chord = CHORDS[beat * len(CHORDS) // beats]
        note = chord[1 + (0, 2, 1, 3, 2, 1, 3, 2)[beat % 8]] + 12
        if beat % 8 == 7 and source.random() < 0.6:
            continue
        if note not in struck:
            struck[note] = shaped(tone(pitch(note), (1, 0.1, 0.35, 0, 0.12), len(ring)), ring)
        place = 0.25 + 0.5 * source.random()
        loudness = 0.7 + 0.3 * source.random() + (0.25 if beat % 8 == 0 else 0)
        mix(left, beat * samples // beats, struck[note], loudness * (1 - place))
        mix(right, beat * samples // beats, struck[note], loudness * place)
        if beat % 8 == 0:
            low = shaped(tone(pitch(chord[0]), (1, 0.4, 0.1), RATE * 2), decay(RATE * 2, 0.9))
            mix(left, beat * samples // beats, low, 0.5)
            mix(right, beat * samples // beats, low, 0.5)
    return left, right


def night_train(samples):
    left, right = silence(samples)
    source = random.Random(7)
    beats = round(samples / RATE / 0.31 / 16) * 16
    turns = [45 * i / RATE + 3.2 * (1 - math.exp(-i / 700)) for i in range(RATE // 3)]
    sweep = [math.sin(2 * math.pi * turn) for turn in turns]
    kick = shaped(sweep, decay(len(sweep), 0.09))
    brush = shaped(noise(source, RATE // 4, 0.35), decay(RATE // 4, 0.05))
    hat = shaped(noise(source, RATE // 12, 0.0), decay(RATE // 12, 0.015))
    bass = decay(RATE // 2, 0.25)
    for beat in range(beats):
        at = beat * samples // beats
        chord = CHORDS[beat * len(CHORDS) // beats]
        drums = [(kick, 1.2)] if beat % 8 in (0, 3) else [(brush, 0.9)] if beat % 4 == 2 else []
        for sound, gain in [*drums, (hat, 0.35 if beat % 2 else 0.2)]:
            mix(left, at, sound, gain)
            mix(right, at, sound, gain * 0.9)
        if beat % 2 == 0 or beat % 8 == 5:
            note = chord[0] - (0 if beat % 16 < 12 else 5)
            sound = shaped(tone(pitch(note), (1, 0.5, 0.25, 0.1), len(bass)), bass)
            mix(left, at, sound, 0.6)
            mix(right, at, sound, 0.6)
        if beat % 16 == 6:
            for voice in chord[2:]:
                sound = shaped(tone(pitch(voice), (1, 0.4, 0.2, 0.1), RATE * 2), swell(RATE * 2, 1200, 36000))
                mix(left, at, sound, 0.18)
                mix(right, at, sound, 0.26)
    return left, right


def rain(samples):
    source = random.Random(11)
    left, right = noise(source, samples, 0.55), noise(source, samples, 0.5)
    fall = decay(RATE // 8, 0.012)
    drops = [shaped(tone(hertz, (1, 0.2), len(fall)), fall) for hertz in (900, 1300, 1750, 2300)]
    for _ in range(samples * 9 // RATE):
        at, place, drop = source.randrange(samples), source.random(), source.choice(drops)
        loudness = 0.05 + 0.3 * source.random() ** 3
        mix(left, at, drop, loudness * place)
        mix(right, at, drop, loudness * (1 - place))
    return left, right


def low_tide(samples):
    source = random.Random(13)
    sea = noise(source, samples, 0.82)
    waves = round(samples / RATE / 8)
    turn = 2 * math.pi * waves / samples
    sea = [2.2 * x * (0.22 + 0.39 * (1 - math.cos(turn * i)) ** 1.3) for i, x in enumerate(sea)]
    for index in range(waves):
        chord = CHORDS[index % len(CHORDS)]
        length = samples // waves + 3 * RATE
        for note in (chord[0], chord[0] + 7):
            sound = shaped(tone(pitch(note), (1, 0.2), length), swell(length, 3 * RATE, 3 * RATE))
            mix(sea, index * samples // waves, sound, 0.13)
    return sea, sea


def frames(data):
    """Cuts an MP3 stream of constant bit rate into its frames."""
    found, at = [], 0
    while at + 4 <= len(data):
        if data[at] != 0xFF or data[at + 1] & 0xE0 != 0xE0:
            at += 1
            continue
        version = 1 if data[at + 1] >> 3 & 3 == 3 else 2
        bit_rate = BIT_RATES[version][data[at + 2] >> 4]
        sample_rate = SAMPLE_RATES[version][data[at + 2] >> 2 & 3]
        length = (144 if version == 1 else 72) * bit_rate * 1000 // sample_rate
        length += data[at + 2] >> 1 & 1
        found.append(data[at:at + length])
        at += length
    return found


def loop(piece, seconds, rate, kbit, mono=False):
    """The piece as MP3 frames that can go round for ever: about `seconds` long, `rate` Hz, `kbit` kbit/s."""
    group = FRAME_GROUP[rate]
    count = round(seconds * RATE / FRAME[rate] / group) * group
    left, right = piece(round(count * FRAME[rate]))
    peak = max(max(map(abs, left)), max(map(abs, right)))
    scale = 32767 * 0.7 / peak
    samples = array.array("h", bytes(4 * len(left)))
    samples[0::2] = array.array("h", [int(x * scale) for x in left])
    samples[1::2] = array.array("h", [int(x * scale) for x in right])
    # Its end goes before it and its beginning after it, and only what lies between is kept: there the encoder
    # has left its own beginning behind. Without the bit reservoir each frame stands for itself, so that any
    # cut between two of them is sound.
    lead = 20
    edge = round(lead * FRAME[rate]) * 2
    encoder = subprocess.run(
        ["lame", "--quiet", "-r", "-s", str(RATE / 1000), "--bitwidth", "16", "--signed", "--little-endian",
         "-m", "m" if mono else "j", *(["-a"] if mono else []), "--resample", str(rate / 1000), "--cbr",
         "-b", str(kbit), "--nores", "-t", "-q", "7", "-", "-"],
        input=(samples[-edge:] + samples + samples[:edge]).tobytes(), capture_output=True)
    if encoder.returncode != 0:
        raise RuntimeError(f"lame: {encoder.stderr.decode(errors='replace').strip()}")
    return frames(encoder.stdout)[lead:lead + count]
