public import Core

/// The header fields of a stream's response that the radio reads, `icy-*` above all.
public struct StreamHeader: Sendable {
  private var values: [String: [UInt8]] = [:]

  /// - Parameter fields: names in lower case. Where one comes twice the first that is not empty counts: behind
  ///   a relay the station's own stands first.
  public init(_ fields: some Sequence<(name: String, value: [UInt8])>) {
    for field in fields where !field.value.isEmpty && values[field.name] == nil {
      values[field.name] = field.value
    }
  }

  /// Bytes of audio between two titles; 0: no titles in the stream.
  public var titleInterval: Int { ICYDemuxer.interval(fromHeader: values["icy-metaint"]) }

  /// Of the body, where the server names it.
  public var contentLength: Int? {
    values["content-length"].flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  /// Without its parameters, in lower case.
  public var contentType: String? {
    guard let text = text("content-type") else { return nil }
    return text.split(separator: ";").first.map { String($0).trimmingBlanks.lowercased() }
  }

  public var info: StreamInfo {
    StreamInfo(
      name: name, genre: text("icy-genre"), kbitPerSecond: kbitPerSecond, contentType: contentType)
  }

  /// Servers whose owner named nothing send a filler.
  private var name: String? {
    guard let name = text("icy-name") else { return nil }
    return ["no name", "unspecified name", "unnamed server"].contains(name.lowercased()) ? nil : name
  }

  /// "128", "128,128" or, in `ice-audio-info`, "…;ice-bitrate=128;…".
  private var kbitPerSecond: Int? {
    let plain = text("icy-br").flatMap {
      $0.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
    }
    if let plain, (1...10_000).contains(plain) { return plain }
    let parts = text("ice-audio-info")?.split(separator: ";") ?? []
    for part in parts {
      let sides = part.split(separator: "=")
      guard sides.count == 2, sides[0].lowercased().hasSuffix("bitrate") else { continue }
      if let number = Int(String(sides[1]).trimmingBlanks), (1...10_000).contains(number) { return number }
    }
    return nil
  }

  private func text(_ name: String) -> String? {
    guard let value = values[name] else { return nil }
    let text = CharacterReferences.decoded(CharacterSet.text(value, droppingControls: true)).trimmingBlanks
    return text.isEmpty ? nil : text
  }
}
