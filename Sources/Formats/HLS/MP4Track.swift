/// The first track of an MP4 file with sound that the radio plays, as its `moov` box describes it.
struct MP4Track: Hashable {
  enum Coding: Hashable {
    case aac(AudioConfig)
    case mpegAudio
  }

  var number: Int
  var coding: Coding
  /// Of a sample, where the fragment says nothing else.
  var defaultSize = 0

  /// - Parameter moov: the box's body.
  init(_ moov: ArraySlice<UInt8>) throws(SegmentTrouble) {
    var trouble = SegmentTrouble.notAudio("video without sound")
    var found: (number: Int, coding: Coding)?
    for box in MP4Boxes(moov) where box.type == "trak" && found == nil {
      guard let media = MP4Boxes.find(["mdia"], in: box.body),
        let handler = MP4Boxes.find(["hdlr"], in: media), handler.dropFirst(8).starts(with: "soun".utf8),
        let header = MP4Boxes.find(["tkhd"], in: box.body),
        let entries = MP4Boxes.find(["minf", "stbl", "stsd"], in: media)
      else { continue }
      let number = header.number(at: header.first == 1 ? 20 : 12, bytes: 4)
      do throws(SegmentTrouble) {
        found = (number, try MP4Track.coding(entries))
      } catch {
        trouble = error
      }
    }
    guard let found else { throw trouble }
    (number, coding) = found
    guard let extends = MP4Boxes.find(["mvex"], in: moov) else { return }
    for box in MP4Boxes(extends) where box.type == "trex" && box.body.number(at: 4, bytes: 4) == number {
      defaultSize = box.body.number(at: 16, bytes: 4)
    }
  }

  /// - Parameter entries: the body of `stsd`.
  private static func coding(_ entries: ArraySlice<UInt8>) throws(SegmentTrouble) -> Coding {
    guard let entry = MP4Boxes(entries.dropFirst(8)).first(where: { _ in true }) else { throw .unknown }
    switch entry.type {
    case ".mp3": return .mpegAudio
    case "mp4a": break
    case "enca": throw .formatNotYet("HLS with SAMPLE-AES")
    case "Opus": throw .formatNotYet("Opus")
    case "fLaC": throw .formatNotYet("FLAC")
    case "ac-3": throw .formatNotYet("AC-3")
    case "ec-3": throw .formatNotYet("E-AC-3")
    case "alac": throw .formatNotYet("ALAC")
    default: throw .formatNotYet("MP4 (\(entry.type))")
    }
    // QuickTime's versions 1 and 2 of the entry are longer.
    let more = [16, 36]
    let version = entry.body.number(at: 8, bytes: 2)
    let children = entry.body.dropFirst(28 + (version > 0 && version <= more.count ? more[version - 1] : 0))
    guard
      let description = MP4Boxes.find(["esds"], in: children) ?? MP4Boxes.find(["wave", "esds"], in: children)
    else { throw .unknown }
    return try coding(elementaryStream: description.dropFirst(4))
  }

  /// The descriptors in `esds` (ISO 14496-1, 7.2.6.5 and 7.2.6.6).
  private static func coding(elementaryStream bytes: ArraySlice<UInt8>) throws(SegmentTrouble) -> Coding {
    guard let stream = descriptor(3, in: bytes), stream.count > 3 else { throw .unknown }
    let flags = stream[stream.startIndex + 2]
    var rest = stream.dropFirst(3)
    if flags & 0x80 != 0 { rest = rest.dropFirst(2) }
    if flags & 0x40 != 0 { rest = rest.dropFirst(1 + Int(rest.first ?? 0)) }
    if flags & 0x20 != 0 { rest = rest.dropFirst(2) }
    guard let decoder = descriptor(4, in: rest), let type = decoder.first else { throw .unknown }
    switch type {
    case 0x69, 0x6B: return .mpegAudio
    case 0x40, 0x66...0x68:
      guard let config = descriptor(5, in: decoder.dropFirst(13)) else { throw .unknown }
      return .aac(try AudioConfig(config))
    default: throw .formatNotYet("MP4 (sound of type 0x\(String(type, radix: 16)))")
    }
  }

  /// The first descriptor with `tag`: its length is seven bits a byte, at most four bytes.
  private static func descriptor(_ tag: UInt8, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = bytes
    while let found = rest.popFirst() {
      var length = 0
      for _ in 0..<4 {
        guard let byte = rest.popFirst() else { return nil }
        length = length << 7 | Int(byte & 0x7F)
        if byte & 0x80 == 0 { break }
      }
      if found == tag { return rest.prefix(length) }
      rest = rest.dropFirst(length)
    }
    return nil
  }
}
