"""A stream server on 127.0.0.1 that misbehaves as the seed wants it: /NAME for each sound, /hls for segments."""

import random
import socket
import threading
import time

import segments

CLIENTS_MAX = 32
TITLES = ("Åse - Blå time", "A - B", "", "It's; 'quoted'", "夜汽車")
TYPES = ("text/html", "application/octet-stream", "audio/x-unknown", "video/mp4", "")
# Bytes between titles; servers have had all of these.
SPACINGS = (0, 1, 13, 1024, 8191, 16000, 1_000_003)
FAULTS = ("none", "none", "none", "drop", "stall", "change", "slow", "status", "playlist")


class Fault:
    """What one connection gets. The same seed, station and number give the same again."""

    def __init__(self, seed, name, number):
        chance = random.Random(f"{seed} {name} {number}")
        self.what = chance.choice(FAULTS)
        self.after, self.burst = chance.uniform(2, 15), chance.choice((0, 0.5, 2, 4, 8))
        self.redirects = chance.choice((0, 0, 0, 1, 4))
        self.kind = chance.choice(TYPES) if chance.random() < 0.25 else None
        self.spacing, self.other = chance.choice(SPACINGS), chance.random()

    def __str__(self):
        return (f"{self.what} after={self.after:.1f} burst={self.burst} redirects={self.redirects} "
                f"type={self.kind!r} metaint={self.spacing}")


class Titled:
    """Bytes on their way out, with titles between them."""

    def __init__(self, client, spacing):
        self.client, self.spacing, self.left, self.count = client, spacing, spacing, 0

    def send(self, data):
        if not self.spacing:
            self.client.sendall(data)
            return
        parts = []
        while data:
            part, data = data[:self.left], data[self.left:]
            parts.append(part)
            self.left -= len(part)
            if self.left == 0:
                self.left = self.spacing
                self.count += 1
                parts.append(self.block() if self.spacing >= 1000 or self.count % 5000 == 1 else b"\0")
        self.client.sendall(b"".join(parts))

    def block(self):
        text = f"StreamTitle='{TITLES[self.count % len(TITLES)]}';".encode()
        units = -(-len(text) // 16)
        return bytes([units]) + text.ljust(units * 16, b"\0")


class Server:
    def __init__(self, sounds, parts, seed, tell):
        self.parts, self.began = parts, time.monotonic()
        self.sounds, self.seed, self.tell = {sound.name: sound for sound in sounds}, seed, tell
        self.numbers, self.lock, self.clients = {}, threading.Lock(), set()
        self.listener, self.port, self.hops = None, 0, {}
        self.faults = {}
        self.open()

    def open(self):
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=16)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, args=(self.listener,), daemon=True).start()

    def close(self):
        """As a server that is restarted: nobody answers, and every connection breaks."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        with self.lock:
            for client in self.clients:
                try:
                    client.shutdown(socket.SHUT_RDWR)
                except OSError:
                    # It has gone by itself.
                    continue

    def url(self, name):
        return f"http://127.0.0.1:{self.port}/{name}"

    def accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with self.lock:
                if len(self.clients) >= CLIENTS_MAX:
                    client.close()
                    continue
                self.clients.add(client)
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            client.settimeout(30)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.answer(client)
        except (OSError, ValueError, IndexError):
            # The listener has gone, or asked for what is no request.
            pass
        finally:
            with self.lock:
                self.clients.discard(client)
            client.close()

    def answer(self, client):
        asked = b""
        while b"\r\n\r\n" not in asked and len(asked) < 65536:
            part = client.recv(4096)
            if not part:
                return
            asked += part
        path, _, query = asked.split(b" ")[1].decode("ascii", "replace").strip("/").partition("?")
        if path.startswith("hls"):
            self.answer_part(client, path)
            return
        sound = self.sounds.get(path)
        if sound is None:
            client.sendall(b"HTTP/1.0 404 Not Found\r\nConnection: close\r\n\r\n")
            return
        # A redirect leads to the same connection's fault again, with fewer redirects before it.
        if query:
            number, hops = (int(part) for part in query.split("."))
        else:
            with self.lock:
                number = self.numbers[path] = self.numbers.get(path, 0) + 1
            hops = -1
        fault = Fault(self.seed, path, number)
        if hops < 0:
            self.tell(f"server: {path} {number}: {fault}")
            self.faults[fault.what] = self.faults.get(fault.what, 0) + 1
            hops = fault.redirects
        if hops > 0:
            where = f"{self.url(path)}?{number}.{hops - 1}"
            client.sendall(f"HTTP/1.0 302 Found\r\nLocation: {where}\r\nConnection: close\r\n\r\n".encode())
        elif fault.what == "status":
            client.sendall(
                b"HTTP/1.0 503 Full\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html>Full</html>")
        elif fault.what == "playlist" and not query:
            text = f"#EXTM3U\r\n#EXTINF:-1,It\r\n{self.url(path)}?{number}.0\r\n"
            client.sendall(
                f"HTTP/1.0 200 OK\r\nContent-Type: audio/x-mpegurl\r\nConnection: close\r\n\r\n{text}".encode())
        else:
            self.stream(client, sound, fault, b"icy-metadata: 1" in asked.lower())

    def answer_part(self, client, path):
        """A playlist or a segment; some are not there, some come late."""
        elapsed, status = time.monotonic() - self.began, "200 OK"
        if path == "hls":
            kind, data = segments.KIND, self.parts.playlist(elapsed)
        else:
            number = int(path.rpartition("/")[2].removesuffix(".ts"))
            kind, data = "video/mp2t", self.parts.segment(number)
            luck = random.Random(f"{self.seed} hls {number}").random()
            if luck < 0.1:
                what = "missing segment" if luck < 0.05 else "late segment"
                self.tell(f"server: {path}: {what}")
                self.faults[what] = self.faults.get(what, 0) + 1
                if luck < 0.05:
                    status, data = "404 Not Found", b""
                else:
                    time.sleep(4)
        client.sendall(
            f"HTTP/1.0 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n"
            "Connection: close\r\n\r\n".encode() + data)

    def stream(self, client, sound, fault, wants_titles):
        spacing = fault.spacing if wants_titles and sound.family in ("mp3", "aac") else 0
        kind = sound.kind if fault.kind is None else fault.kind
        head = "HTTP/1.0 200 OK\r\nicy-name: Soak\r\nConnection: close\r\n"
        head += f"Content-Type: {kind}\r\n" if kind else ""
        head += f"icy-metaint: {spacing}\r\n" if spacing else ""
        client.sendall(f"{head}\r\n".encode())
        out = Titled(client, spacing)
        index = self.place(sound, fault.burst) if sound.has_middle else 0
        if index or sound.family == "ogg":
            out.send(sound.head)
        speed = 0.8 if fault.what == "slow" else 1.0
        began, sent = time.monotonic(), 0.0
        while True:
            elapsed = time.monotonic() - began
            if elapsed > fault.after and fault.what == "drop":
                return
            if elapsed > fault.after and fault.what == "stall":
                client.settimeout(30)
                client.recv(1)
                return
            wait = (sent - fault.burst) / speed - elapsed
            if wait > 0:
                time.sleep(wait)
            data, seconds = sound.units[index]
            out.send(data)
            sent += seconds
            index += 1
            if index == len(sound.units):
                index = 0
                sound = self.next(sound, fault) if fault.what == "change" else sound
                if sound.family == "ogg":
                    out.send(sound.head)
                if not sound.has_middle:
                    # A file of FLAC does not go round.
                    return

    def place(self, sound, burst):
        """The unit that is on the air, less the burst: what one connection got the next one gets again."""
        left = (time.monotonic() - self.began - burst) % sum(seconds for _, seconds in sound.units)
        for index, (_, seconds) in enumerate(sound.units):
            left -= seconds
            if left < 0:
                return index
        return 0

    def next(self, sound, fault):
        others = [other for other in self.sounds.values() if other.family == sound.family]
        return others[(others.index(sound) + 1 + int(fault.other * 2)) % len(others)]
