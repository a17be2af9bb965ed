/// Takes the sound out of the fragments of an MP4 file (CMAF), as the bytes come. Frames of AAC get an ADTS
/// header, so that all AAC comes to the decoder in one shape.
struct FragmentedMP4 {
  private enum Place {
    case header
    /// In a box that is read whole; `size` and `headCount` with its head.
    case whole(type: String, size: Int, headCount: Int)
    /// In a box in which samples lie.
    case data(left: Int)
    case skipped(left: Int)
  }

  private var place = Place.header
  /// What has come of a head, or of a box that is read whole.
  private var held: [UInt8] = []
  /// Of the next byte, in the resource of which the segment is a part.
  private var position = 0
  private var track: MP4Track?
  private var samples: ArraySlice<MP4Fragment.Sample> = []
  /// Bytes of the first of them that were handed on.
  private var takenCount = 0

  /// What follows begins at `position` of its resource.
  mutating func begin(at position: Int) {
    place = .header
    held = []
    self.position = position
    samples = []
    takenCount = 0
  }

  mutating func feed(_ bytes: some Sequence<UInt8>, into output: inout SegmentOutput) throws(SegmentTrouble) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      switch place {
      case .header:
        hold(&rest, upTo: held.count < 8 || held.number(at: 0, bytes: 4) != 1 ? 8 : 16)
        try readHead()
      case .whole(let type, let size, let headCount):
        hold(&rest, upTo: size)
        guard held.count == size else { return }
        try read(type, held[headCount...], at: position - size, &output)
        held = []
        place = .header
      case .data(let left):
        let part = rest.prefix(left)
        takeSamples(part, &output)
        rest = rest[part.endIndex...]
        place = left > part.count ? .data(left: left - part.count) : .header
      case .skipped(let left):
        let part = rest.prefix(left)
        position += part.count
        rest = rest[part.endIndex...]
        place = left > part.count ? .skipped(left: left - part.count) : .header
      }
    }
  }

  private mutating func hold(_ rest: inout ArraySlice<UInt8>, upTo count: Int) {
    let part = rest.prefix(max(0, count - held.count))
    held.append(contentsOf: part)
    position += part.count
    rest = rest[part.endIndex...]
  }

  private mutating func readHead() throws(SegmentTrouble) {
    guard held.count >= 8 else { return }
    var size = held.number(at: 0, bytes: 4)
    let isLong = size == 1
    guard !isLong || held.count == 16 else { return }
    if isLong { size = held.number(at: 8, bytes: 8) }
    // To the end of the file, which is that of the segment.
    if size == 0 { size = HLSLimits.segmentBytes }
    guard size >= held.count else { throw .unknown }
    let type = String(decoding: held[4..<8], as: UTF8.self)
    let left = size - held.count
    switch type {
    case "moov", "moof", "emsg":
      guard size <= HLSLimits.boxBytes else { throw .unknown }
      place = .whole(type: type, size: size, headCount: held.count)
      return
    case "mdat": place = .data(left: left)
    default: place = .skipped(left: left)
    }
    held = []
    if left == 0 { place = .header }
  }

  private mutating func read(
    _ type: String, _ body: ArraySlice<UInt8>, at start: Int, _ output: inout SegmentOutput
  ) throws(SegmentTrouble) {
    switch type {
    case "moov":
      let track = try MP4Track(body)
      self.track = track
      output.coding = track.coding == .mpegAudio ? .mpegAudio : .adts
    case "moof":
      guard let track else { throw .unknown }
      samples = try MP4Fragment(body, at: start, track: track).samples[...]
      takenCount = 0
    default: output.append(title: FragmentedMP4.title(message: body))
    }
  }

  /// ID3 in an event message (AOMedia, "Carriage of ID3 Timed Metadata in CMAF").
  private static func title(message body: ArraySlice<UInt8>) -> String? {
    let isFirstVersion = body.first == 0
    var rest = body.dropFirst(isFirstVersion ? 4 : 4 + 20)
    let scheme = rest.prefix { $0 != 0 }
    rest = rest[scheme.endIndex...].dropFirst()
    let value = rest.prefix { $0 != 0 }
    rest = rest[value.endIndex...].dropFirst()
    guard scheme.elementsEqual("https://aomedia.org/emsg/ID3".utf8) else { return nil }
    return ID3Tag.title(Array(rest.dropFirst(isFirstVersion ? 16 : 0).prefix(HLSLimits.tagBytes)))
  }

  private mutating func takeSamples(_ bytes: ArraySlice<UInt8>, _ output: inout SegmentOutput) {
    var rest = bytes
    while let sample = samples.first {
      let next = sample.position + takenCount
      guard next >= position else {
        // It lies where no samples are, or two overlap.
        samples = samples.dropFirst()
        takenCount = 0
        continue
      }
      let gap = rest.prefix(next - position)
      position += gap.count
      rest = rest[gap.endIndex...]
      guard !rest.isEmpty else { return }
      let part = rest.prefix(sample.count - takenCount)
      append(part, of: sample, &output)
      position += part.count
      rest = rest[part.endIndex...]
      takenCount += part.count
      guard takenCount == sample.count else { return }
      samples = samples.dropFirst()
      takenCount = 0
    }
    position += rest.count
  }

  private func append(
    _ part: ArraySlice<UInt8>, of sample: MP4Fragment.Sample, _ output: inout SegmentOutput
  ) {
    if case .aac(let config) = track?.coding {
      // Longer than its header can say: no frame of AAC is.
      guard sample.count <= AudioConfig.frameBytesMax else { return }
      if takenCount == 0 { output.audio.append(contentsOf: config.adtsHeader(frame: sample.count)) }
    }
    output.audio.append(contentsOf: part)
  }
}

extension [UInt8] {
  fileprivate func number(at offset: Int, bytes count: Int) -> Int {
    self[...].number(at: offset, bytes: count)
  }
}
