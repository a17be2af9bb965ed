/// A control of a mixer, as far as the choice needs it.
public struct MixerControl: Hashable, Sendable {
  public let name: String
  public let hasPlaybackVolume: Bool

  public init(name: String, hasPlaybackVolume: Bool) {
    self.name = name
    self.hasPlaybackVolume = hasPlaybackVolume
  }
}

/// Which mixer control is the volume. Boards name it as they like, or have none.
public enum MixerChoice {
  /// In the order in which they are looked for.
  public static let names = ["Master", "PCM", "Digital", "Speaker", "Headphone"]

  /// The configured control if it is there, else a known name, else the first that has a volume. Nil: the
  /// volume is made in software. A configured name that is missing never stops the sound.
  public static func index(among controls: [MixerControl], configured: String?) -> Int? {
    let wanted = (configured.map { [$0] } ?? []) + names
    for name in wanted {
      if let index = controls.firstIndex(where: { $0.name == name && $0.hasPlaybackVolume }) { return index }
    }
    return controls.firstIndex(where: \.hasPlaybackVolume)
  }

  /// The ALSA control device whose mixer belongs to a PCM; nil: the volume is made in software. See `Speaker`
  /// for the rule.
  public static func card(of device: String, control: String?) -> String? {
    for prefix in ["plughw:", "hw:", "sysdefault:", "front:"] where device.hasPrefix(prefix) {
      // "plughw:CARD=Device,DEV=0" or "hw:1,0": the card is all before the comma.
      let rest = device.dropFirst(prefix.count).prefix { $0 != "," }
      return "hw:" + (rest.hasPrefix("CARD=") ? rest.dropFirst(5) : rest)
    }
    return control == nil ? nil : device
  }
}
