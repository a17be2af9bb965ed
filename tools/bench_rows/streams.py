"""A stream server that keeps time exactly: MP3 frames sent one by one when they are due.

Run as a program it serves /left and /right, a tone on that side only, and /marks, a tone that is loud for a moment in
each round, on a free port of 127.0.0.1 or on the one that is given, and prints it, until its standard input ends.
?burst=BYTES are sent at once, ?delay=MS is waited before the answer, with ?ppm=N its clock is so much faster, and
?name=TEXT prints that text, when (time.monotonic) the first frame was sent, how many are in a round, and how many of
them were sent at once. At SIGUSR1 the connections that are open fall silent, without being closed.
"""

import array
import math
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

import processes

RATE, FRAME_SAMPLES, SECONDS, KBIT = 44100, 1152, 10, 128
CLIENTS_MAX = 64
CUT = 4
# Where in a round the mark begins, in seconds, and so in which of the frames that are sent; an encoder and a decoder
# together are 1105 samples late.
MARK_AT = 5
MARK_FRAME = (MARK_AT * RATE + 1105) // FRAME_SAMPLES - CUT
# How often SIGUSR1 came.
stalls = []


def tone(side):
    """The MP3 frames of a tone that goes round."""
    samples = array.array("h", bytes(RATE * SECONDS * 4))
    wave = [round(9000 * math.sin(2 * math.pi * i / 100)) for i in range(100)]
    samples[side::2] = array.array("h", wave * (RATE * SECONDS // 100))
    return encoded(samples)


def marked():
    """As `tone`, on both sides and softer, but for the mark."""
    wave = [round(6000 * math.sin(2 * math.pi * i / 100)) for i in range(100)]
    one = array.array("h", wave * (RATE * SECONDS // 100))
    first = round(MARK_AT * RATE)
    for index in range(first, first + RATE // 20):
        one[index] *= 4
    samples = array.array("h", bytes(RATE * SECONDS * 4))
    samples[0::2] = samples[1::2] = one
    return encoded(samples)


def encoded(samples):
    # Without reservoir each frame stands alone: every player hears the first one that it gets.
    command = ["lame", "--quiet", "-r", "-s", "44.1", "-m", "s", "--cbr", "-b", str(KBIT), "--nores", "-t",
               "-", "-"]
    data = subprocess.run(command, input=samples.tobytes(), stdout=subprocess.PIPE, check=True).stdout
    frames, place = [], 0
    while place + 4 <= len(data) and data[place] == 0xFF:
        size = FRAME_SAMPLES // 8 * KBIT * 1000 // RATE + (data[place + 2] >> 1 & 1)
        frames.append(data[place:place + size])
        place += size
    # The first frames still fade in.
    return frames[CUT:-CUT]


def answer(client, tones):
    with client:
        client.settimeout(60)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        asked = b""
        while b"\r\n\r\n" not in asked and len(asked) < 65536:
            part = client.recv(4096)
            if not part:
                return
            asked += part
        url = urllib.parse.urlsplit(asked.split(b" ")[1].decode("ascii", "replace"))
        query = dict(urllib.parse.parse_qsl(url.query))
        time.sleep(int(query.get("delay", 0)) / 1000)
        frames = tones.get(url.path)
        if frames is None:
            client.sendall(b"HTTP/1.0 404 Not Found\r\nConnection: close\r\n\r\n")
            return
        client.sendall(
            b"HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: Bench\r\nicy-br: 128\r\n"
            b"Cache-Control: no-cache\r\nConnection: close\r\n\r\n")
        began, at_once, index = time.monotonic(), b"", 0
        speed = 1 + float(query.get("ppm", 0)) / 1e6
        while len(at_once) < int(query.get("burst", 0)):
            at_once += frames[index % len(frames)]
            index += 1
        if "name" in query:
            print(f"{query['name']} {began} {len(frames)} {index}", flush=True)
        client.sendall(at_once)
        count, stalls_before = 0, len(stalls)
        while True:
            if len(stalls) > stalls_before:
                # The line stays open until the listener goes.
                client.settimeout(600)
                client.recv(1)
                return
            wait = began + count * FRAME_SAMPLES / RATE / speed - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            client.sendall(frames[(index + count) % len(frames)])
            count += 1


def serve():
    tones = {"/left": tone(0), "/right": tone(1), "/marks": marked()}
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    listener = socket.create_server(("127.0.0.1", port), backlog=16)
    signal.signal(signal.SIGUSR1, lambda *_: stalls.append(1))
    places = threading.BoundedSemaphore(CLIENTS_MAX)

    def one(client):
        try:
            answer(client, tones)
        except (OSError, ValueError, IndexError):
            # The listener has gone, or asked for what is no request.
            client.close()
        finally:
            places.release()

    def accept():
        while True:
            client, _ = listener.accept()
            places.acquire()
            threading.Thread(target=one, args=(client,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.buffer.read()
    os._exit(0)


class ToneServer:
    """The program below, beside the bench, so that neither holds the other up."""

    def __init__(self):
        self.port = 0
        self.start()
        self.base = f"http://127.0.0.1:{self.port}"

    def start(self):
        self.process = processes.start(
            [sys.executable, "-B", os.path.abspath(__file__), str(self.port)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())

    def stop(self):
        """Its connections break; `start` serves the same addresses again."""
        processes.end(self.process)

    def stall(self):
        """What is open falls silent."""
        self.process.send_signal(signal.SIGUSR1)

    def url(self, side, burst=0, delay=0):
        return f"{self.base}/{side}?burst={burst}&delay={delay}"


class MusicServer:
    """tools/station-server, for music."""

    def __init__(self):
        tool = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "station-server")
        self.process = processes.start([sys.executable, tool], stdout=subprocess.PIPE)
        self.base = f"http://127.0.0.1:{int(self.process.stdout.readline().split()[1])}"
        # 128 kbit/s, with titles.
        self.url = f"{self.base}/slow-chords"


if __name__ == "__main__":
    serve()
