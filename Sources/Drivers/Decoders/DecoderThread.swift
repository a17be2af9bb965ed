public import Audio
public import Linux
internal import Synchronization

/// The thread that turns a voice's bytes into its samples. It sleeps while there is nothing to decode or no
/// room for it, and ends by itself after `.finished` or `.failed`. It belongs to the loop.
public final class DecoderThread {
  private let body: DecoderBody
  private let thread: NamedThread

  /// Starts to decode `voice`, which must have no other decoder.
  /// - Parameter measuresLoudness: costs a third of what decoding MP3 does at first, later a twentieth.
  public init(_ voice: Voice, codec: AudioCodec, measuresLoudness: Bool = false) throws(SystemError) {
    let body = DecoderBody(voice, codec: codec, measuresLoudness: measuresLoudness)
    voice.setDecoderSignal(
      Signal(body.wake) { Unmanaged<WakeEvent>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.ring() } })
    self.body = body
    thread = try NamedThread("decoder") { body.run() }
  }

  /// Ends the thread within one frame's time.
  deinit {
    stop()
    thread.join()
  }

  /// Watch its `wake`.
  public var reports: Mailbox<DecoderReport> { body.reports }

  /// Bytes were written to the ring, or it was finished. Cheap: the thread is only woken when it waits.
  public func bytesArrived() {
    // Pairs with the fence before the thread sleeps: it sees the bytes, or this sees that it waits.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard body.isWaiting.exchange(false, ordering: .relaxed) else { return }
    body.wake.ring()
  }

  /// Asks for one `.room` report as soon as half of the byte ring is free.
  public func notifyWhenRoom() {
    body.isRoomWanted.store(true, ordering: .sequentiallyConsistent)
    body.reportRoom()
  }

  /// Asks for `.reached` when the bytes before `byte` (counted from the start of the stream) are decoded:
  /// where a title begins, for one. At most `DecoderBody.Limits.marks` wait; then the oldest gives way.
  public func mark(byte: UInt64) { body.marks.add(byte) }

  /// Bytes of the stream that are decoded, tags included.
  public var bytesConsumed: UInt64 { body.bytesConsumed.load(ordering: .acquiring) }
  /// Bytes of tags among those, dropped unheard: a limit on bytes without sound does not count them.
  public var tagBytes: UInt64 { body.tagBytes.load(ordering: .acquiring) }
  /// Frames that are decoded.
  public var framesDecoded: UInt64 { body.voice.samples.framesWritten }

  /// Tells the thread to end and returns at once.
  public func stop() {
    body.isStopped.store(true, ordering: .releasing)
    body.wake.ring()
  }
}
