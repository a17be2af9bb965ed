internal import Audio
internal import Linux
internal import Synchronization

/// Places in the stream that the loop wants to hear about.
final class DecoderMarks: Sendable {
  private let places = Mutex<[UInt64]>([])
  private let next = Atomic<UInt64>(.max)

  func add(_ byte: UInt64) {
    places.withLock { places in
      if places.count == DecoderBody.Limits.marks { places.removeFirst() }
      places.append(byte)
      next.store(places.min() ?? .max, ordering: .releasing)
    }
  }

  /// The decoder: takes the places up to `byte`. Without one it costs a single load.
  func take(upTo byte: UInt64) -> [UInt64] {
    guard next.load(ordering: .acquiring) <= byte else { return [] }
    return places.withLock { places in
      let reached = places.filter { $0 <= byte }
      places.removeAll { $0 <= byte }
      next.store(places.min() ?? .max, ordering: .releasing)
      return reached
    }
  }
}

/// What the decoder thread works on. `run` is its body; all else is for both threads.
final class DecoderBody: Sendable {
  enum Limits {
    /// Bytes decoded at once: a quarter of a second of 128 kbit/s.
    static let piece = 4_096
    static let marks = 16
    static let reports = 64
  }

  let voice: Voice
  let wake = WakeEvent()
  let reports = Mailbox<DecoderReport>(capacity: Limits.reports)
  let marks = DecoderMarks()
  let isStopped = Atomic<Bool>(false)
  let isWaiting = Atomic<Bool>(false)
  let isRoomWanted = Atomic<Bool>(false)
  let bytesConsumed = Atomic<UInt64>(0)
  let tagBytes = Atomic<UInt64>(0)

  init(_ voice: Voice) { self.voice = voice }

  /// Tells the loop once that half of the byte ring is free, if it asked.
  func reportRoom() {
    guard voice.bytes.room >= voice.bytes.capacity / 2 else { return }
    if isRoomWanted.exchange(false, ordering: .sequentiallyConsistent) { reports.post(.room) }
  }

  /// On the decoder thread.
  func run() {
    do throws(DecoderError) {
      try decodeAll()
      if isStopped.load(ordering: .acquiring) { return }
      voice.finishDecoding()
      reports.post(.finished(frames: voice.samples.framesWritten))
    } catch {
      voice.finishDecoding()
      reports.post(.failed(error))
    }
  }

  private func decodeAll() throws(DecoderError) {
    var decoder = try MpegDecoder()
    var filter = TagFilter()
    var failure: DecoderError?
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.piece, alignment: 16)
    defer { piece.deallocate() }

    while !isStopped.load(ordering: .acquiring) {
      // In this order: what is in the ring after it was finished is all of it.
      let isFinished = voice.bytes.isFinished
      let size = voice.bytes.read(into: piece)
      if size == 0 && !isFinished {
        waitForBytes()
        continue
      }
      reportRoom()
      let feed = { (bytes: UnsafeRawBufferPointer) in
        do throws(DecoderError) { try decoder.feed(bytes) } catch { failure = error }
      }
      if size > 0 { filter.filter(UnsafeRawBufferPointer(rebasing: piece[..<size]), feed) }
      if size == 0 { filter.finish(feed) }
      if let failure { throw failure }
      try decodeFed(&decoder, held: filter.bytesHeld)
      tagBytes.store(filter.bytesDropped, ordering: .releasing)
      if size == 0 { return }
    }
  }

  /// Decodes what was fed, as fast as there is room for it.
  private func decodeFed(_ decoder: inout MpegDecoder, held: Int) throws(DecoderError) {
    while waitForRoom(MpegDecoder.Limits.frameSamples) {
      switch try decoder.next() {
      case .needsMore:
        noteProgress(decoder.bytesHeld + held)
        return
      case .format(let format, let layer, let kbit):
        if voice.format != format {
          if voice.samples.count > 0 { voice.announceFormatChange() }
          guard waitForRoom(voice.samples.capacity) else { return }
          voice.setFormat(format)
        }
        reports.post(
          .format(codec: "MP\(layer)", rate: format.rate, channels: format.channels, kbit: kbit))
      case .samples(let samples):
        guard let format = voice.format else { preconditionFailure("samples before their format") }
        let written = voice.samples.write(samples, channels: format.channels)
        precondition(written * format.channels == samples.count, "a frame is longer than it can be")
        voice.samplesArrived()
        noteProgress(decoder.bytesHeld + held)
      }
    }
  }

  private func noteProgress(_ bytesHeld: Int) {
    let consumed = voice.bytes.bytesRead &- UInt64(max(0, bytesHeld))
    bytesConsumed.store(consumed, ordering: .releasing)
    for place in marks.take(upTo: consumed) {
      reports.post(.reached(byte: place, frame: voice.samples.framesWritten))
    }
  }

  private func waitForBytes() {
    isWaiting.store(true, ordering: .relaxed)
    // Pairs with the fence in `bytesArrived`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if voice.bytes.count > 0 || voice.bytes.isFinished || isStopped.load(ordering: .acquiring) { return }
    wake.wait()
  }

  /// False: stopped meanwhile.
  private func waitForRoom(_ samples: Int) -> Bool {
    while voice.samples.room < samples {
      voice.requestRoom()
      if isStopped.load(ordering: .acquiring) { return false }
      // Looked at again after the request: the output may have made room just before it.
      let wanted = max(samples, voice.samples.capacity / 4)
      if voice.samples.room >= wanted { break }
      wake.wait()
    }
    return !isStopped.load(ordering: .acquiring)
  }
}
