internal import CAlsa
internal import Glibc

/// The plugins of alsa-lib that stand between the radio and a card. There is no call that tells them; what
/// `snd_pcm_dump` prints does, one "Slave:" a line.
struct PcmChain {
  /// From the radio's end to the card's, as alsa-lib calls them: "Linear conversion PCM (S16_LE)",
  /// "Hardware PCM card 0 'I2S' device 0 subdevice 0".
  let links: [String]

  /// All of what was written and is not yet heard can be taken back. A sound server's plugin says yes to a
  /// rewind and does not do it, a rate converter loses its place, so only what is known to keep its word counts.
  var isReversible: Bool {
    !links.isEmpty && links.allSatisfy { link in Self.reversible.contains { link.hasPrefix($0) } }
  }

  private static let reversible = [
    "Hardware PCM", "Linear conversion PCM", "Linear Integer <-> Linear Float conversion PCM",
    "Route conversion PCM", "Copy conversion PCM", "Soft volume PCM", "Null PCM", "File PCM", "Final file PCM"
  ]

  /// Of an open PCM whose parameters are set.
  init(_ pcm: OpaquePointer) {
    self.init(dump: Self.dump(of: pcm))
  }

  private static func dump(of pcm: OpaquePointer) -> String {
    var opened: OpaquePointer?
    guard snd_output_buffer_open(&opened) == 0, let output = opened else { return "" }
    defer { snd_output_close(output) }
    snd_pcm_dump(pcm, output)
    var text: UnsafeMutablePointer<CChar>?
    let size = snd_output_buffer_string(output, &text)
    guard size > 0, let text else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: text, count: size), as: UTF8.self)
  }

  init(dump: String) {
    let lines = dump.split(separator: "\n")
    let slaves = lines.filter { $0.hasPrefix("Slave: ") }.map { String($0.dropFirst("Slave: ".count)) }
    // The automatic plugin is named before the one that it chose.
    let plug = "Plug PCM: "
    let first = lines.first.map { String($0.hasPrefix(plug) ? $0.dropFirst(plug.count) : $0) }
    links = first.map { [$0] + slaves } ?? []
  }
}
