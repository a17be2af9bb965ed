public import Foundation

/// The radio in a network of its own, beside one with a station in it: namespaces of the kernel, joined by a
/// cable of its making. This machine's own network is not touched. Needs root.
///
/// The radio has 10.99.0.2 and its route by 10.99.0.1; the station is 192.0.2.1, so that it is out of reach
/// without a route. Its names are `station.example` and `halfway.example`, which has an address beside the good
/// one that leads nowhere; every other name is known to the name server at 10.99.0.1. /etc has little more
/// than these names, and at first no name server that answers.
public final class SeparateNetwork {
  public let radio: RunningProgram
  private let folder: URL

  /// Whether this machine lets namespaces be made.
  public static let isPossible: Bool =
    Tools.has("unshare", "nsenter", "ip", "python3")
    && Tools.run(
      "unshare",
      [
        "-n", "-m", "sh", "-c",
        "ip link add v0 type veth peer name v1 && mount --bind /etc/hostname /etc/hosts"
      ]
    ) != nil

  /// - Parameters:
  ///   - sound: what the station sends over and over, four seconds of it at once.
  ///   - bytesPerSecond: of it in real time.
  public init(
    sound: [UInt8], bytesPerSecond: Int, host: String = "station.example", arguments: [String]
  ) throws {
    folder = try Tools.makeFolder()
    try Data(sound).write(to: folder.appendingPathComponent("sound.mp3"))
    try SeparateNetwork.server.write(
      to: folder.appendingPathComponent("server.py"), atomically: true, encoding: .utf8)
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = tests.deletingLastPathComponent().appendingPathComponent("nightstand").path
    let script = """
      set -e
      cd '\(folder.path)'
      ip link set lo up
      unshare -n python3 server.py sound.mp3 \(bytesPerSecond) <&0 & station=$!
      trap 'kill $station' EXIT
      until [ -e started ]; do sleep 0.05; done
      ip link add v0 type veth peer name v1 netns $station
      there="nsenter -t $station -n"
      $there sh -c 'ip link set lo up; ip addr add 10.99.0.1/24 dev v1; ip addr add 192.0.2.1/32 dev v1'
      $there ip link set v1 up
      mkdir etc
      cp /etc/ld.so.cache etc
      echo '192.0.2.1 station.example halfway.example' > etc/hosts
      echo '2001:db8:1::1 halfway.example' >> etc/hosts
      printf 'nameserver 10.99.0.9\\noptions timeout:1 attempts:1\\n' > etc/resolv.conf
      echo 'hosts: files dns' > etc/nsswitch.conf
      mount --bind etc /etc
      ip addr add 10.99.0.2/24 dev v0
      ip -6 addr add 2001:db8:2::2/64 dev v0 nodad
      ip link set v0 up
      ip route add default via 10.99.0.1
      ip -6 route add 2001:db8:1::/64 dev v0
      ip -6 neigh add 2001:db8:1::1 lladdr 02:00:00:00:00:09 dev v0 nud permanent
      '\(program)' play http://\(host):8000/live \(arguments.joined(separator: " ")) </dev/null & radio=$!
      while kill -0 $radio 2>/dev/null && read -r order; do eval "$order"; done
      wait $radio
      """
    radio = try RunningProgram("unshare", ["-n", "-m", "sh", "-c", script])
  }

  deinit {
    radio.say("kill $radio; exit")
    _ = radio.exitCode(within: 5)
    try? FileManager.default.removeItem(at: folder)
  }

  /// In the radio's network: `ip route del default`, for instance. `$there` before it: in the station's.
  public func order(_ line: String) { radio.say(line) }

  private static let server = """
    import os, socket, sys, threading, time
    sound, rate = open(sys.argv[1], "rb").read(), int(sys.argv[2])
    def serve(client):
        try:
            client.recv(65536)
            client.sendall(b"HTTP/1.0 200 OK\\r\\nContent-Type: audio/mpeg\\r\\n\\r\\n")
            began, sent = time.monotonic() - 4, 0
            while True:
                due = int((time.monotonic() - began) * rate)
                while sent < due:
                    part = sound[sent % len(sound):][:due - sent]
                    client.sendall(part)
                    sent += len(part)
                time.sleep(0.1)
        except OSError:
            client.close()
    def names():
        line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        line.bind(("0.0.0.0", 53))
        while True:
            asked, who = line.recvfrom(512)
            end = asked.index(b"\\0", 12) + 5
            isFour = asked[end - 4:end - 2] == b"\\0\\1"
            head = asked[:2] + b"\\x81\\x80\\0\\1\\0" + (b"\\1" if isFour else b"\\0") + b"\\0" * 4
            found = b"\\xc0\\x0c\\0\\1\\0\\1\\0\\0\\0\\1\\0\\4" + bytes([192, 0, 2, 1]) if isFour else b""
            line.sendto(head + asked[12:end] + found, who)
    threading.Thread(target=names, daemon=True).start()
    listener = socket.create_server(("0.0.0.0", 8000))
    open("started", "w").close()
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()
    """
}
