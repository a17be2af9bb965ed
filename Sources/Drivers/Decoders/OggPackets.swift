/// One packet of a logical stream; its bytes are valid until the next one is taken.
struct OggPacket {
  var bytes: UnsafeRawBufferPointer
  /// In its logical stream, from 0. 0 names the codec.
  var number: Int
  /// The position in the sound behind it, where its page says so.
  var position: Int64?
  /// The last of its logical stream.
  var isLast: Bool
  /// Something before it was lost.
  var isAfterGap: Bool
}

/// Takes the packets of the sound out of an Ogg stream, whose logical streams follow one upon the other: with
/// many stations each song is one. libogg collects a packet however long it is, and opusfile and vorbisfile
/// with it, so that a picture among the comments, or a broken stream, would cost any amount of memory; here
/// only the beginning is kept.
struct OggPackets {
  enum Limits {
    /// The longest packet that is kept whole: more than the largest frame that a FLAC encoder makes.
    static let packet = 1 << 20
    /// Of a longer packet than the first, so much counts as a tag, of which no sound is expected.
    static let plain = 64 << 10
    static let tag = 4 << 20
  }

  private let window = ByteWindow()
  private var page: OggPage?
  private var part = 0
  private var partPlace = 0
  private var serial: UInt32?
  private var sequence: UInt32 = 0
  private var number = 0
  private var isAfterGap = false
  /// The packet that goes on on the next page, and how long it is.
  private var begun: ByteWindow?
  private var begunLength = 0
  /// What goes on was not seen from its beginning.
  private var isSkipping = false

  /// Bytes that are in no packet yet.
  var bytesHeld: Int { window.count + (begun?.count ?? 0) }

  /// The next packet; nil: the bytes are over. Logical streams whose first packet is none of `heads` are
  /// passed over.
  mutating func next(_ source: ByteSource, heads: (UnsafeRawBufferPointer) -> Bool) -> OggPacket? {
    while true {
      if let page {
        if let packet = next(on: page, source) { return packet }
        window.drop(page.size)
        self.page = nil
      }
      switch OggPage.find(in: window.waiting) {
      case .page(let found):
        begin(found, heads)
      case .rubbish(let count):
        window.drop(count)
      case .needsMore:
        let bytes = source.next(held: bytesHeld)
        if bytes.isEmpty { return nil }
        window.append(bytes)
      }
    }
  }

  private mutating func begin(_ found: OggPage, _ heads: (UnsafeRawBufferPointer) -> Bool) {
    page = found
    part = 0
    partPlace = 0
    if found.isFirst, heads(found.body) {
      serial = found.serial
      number = 0
      forget()
      isAfterGap = false
    } else if found.serial != serial {
      part = found.lengths.count
      return
    } else if found.sequence != sequence {
      forget()
      isAfterGap = true
    }
    sequence = found.sequence &+ 1
    if found.isContinued {
      if begun == nil { isSkipping = true }
    } else if begun != nil || isSkipping {
      isAfterGap = true
      forget()
    }
  }

  private mutating func forget() {
    begun = nil
    begunLength = 0
    isSkipping = false
  }

  /// The next packet that ends on `page`.
  private mutating func next(on page: OggPage, _ source: ByteSource) -> OggPacket? {
    while part < page.lengths.count {
      let start = partPlace
      var isWhole = false
      while part < page.lengths.count, !isWhole {
        partPlace += Int(page.lengths[part])
        isWhole = page.lengths[part] < 255
        part += 1
      }
      let bytes = UnsafeRawBufferPointer(rebasing: page.body[start..<partPlace])
      if isSkipping {
        isSkipping = !isWhole
        if isWhole { isAfterGap = true }
        continue
      }
      if begun != nil || !isWhole { append(bytes, source) }
      guard isWhole else { return nil }
      let isLastHere = !page.lengths[part...].contains { $0 < 255 }
      defer {
        number += 1
        isAfterGap = false
      }
      last = begun
      forget()
      return OggPacket(
        bytes: last?.waiting ?? bytes, number: number, position: isLastHere ? page.position : nil,
        isLast: isLastHere && page.isLast, isAfterGap: isAfterGap)
    }
    return nil
  }

  /// The packet that was given out last, if it lay on more pages than one.
  private var last: ByteWindow?

  private mutating func append(_ bytes: UnsafeRawBufferPointer, _ source: ByteSource) {
    let packet = begun ?? ByteWindow()
    begun = packet
    packet.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(max(0, Limits.packet - packet.count))))
    begunLength += bytes.count
    if begunLength > Limits.plain, begunLength <= Limits.tag { source.passOver(bytes.count) }
  }
}
