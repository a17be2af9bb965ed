/// `/proc/net/wireless`: how strong the Wi-Fi is, as the kernel's wireless extensions tell it (cfg80211 still
/// fills them in).
public enum WirelessStatus {
  /// The level of the strongest interface, in dBm. Nil: there is none, or it does not say.
  ///
  ///     Inter-| sta-|   Quality        |   Discarded packets
  ///      face | tus | link level noise |  nwid  crypt   frag  retry   misc
  ///      wlan0: 0000   54.  -56.  -256        0      0      0      0      0
  public static func level(_ bytes: [UInt8]) -> Int? {
    let text = String(decoding: bytes.prefix(65_536), as: UTF8.self)
    return text.split { $0.isNewline }.compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let fields = line[line.index(after: colon)...].split { $0 == " " || $0 == "\t" }
      guard fields.count >= 4 else { return nil }
      // A dot after a number says that it was measured anew.
      guard let level = Int(fields[2].prefix { $0 != "." }) else { return nil }
      // Old drivers give the level as an unsigned byte; an interface that is not connected has 0 or -256.
      let signed = (64...255).contains(level) ? level - 256 : level
      return (-120..<0).contains(signed) ? signed : nil
    }.max()
  }
}
