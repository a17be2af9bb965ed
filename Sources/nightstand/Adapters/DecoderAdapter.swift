internal import Audio
internal import Core
internal import Decoders
internal import Linux
internal import Runtime

/// Decoder threads in the role of the sessions' decoders.
final class DecoderAdapter: DecoderStarting {
  private let loop: EventLoop

  init(loop: EventLoop) { self.loop = loop }

  func startDecoder(
    for voice: Voice, codec: StreamCodec, report: @escaping (Runtime.DecoderReport) -> Void
  ) -> any RunningDecoder {
    Running(voice, codec, loop: loop, report: report)
  }

  private final class Running: RunningDecoder {
    private let loop: EventLoop
    private let report: (Runtime.DecoderReport) -> Void
    private var thread: DecoderThread?
    /// A thread that could not be started is told of on the loop, not from within.
    private var excuse: EventLoop.Timer?

    init(
      _ voice: Voice, _ codec: StreamCodec, loop: EventLoop,
      report: @escaping (Runtime.DecoderReport) -> Void
    ) {
      self.loop = loop
      self.report = report
      do throws(SystemError) {
        let thread = try DecoderThread(voice, codec: AudioCodec(codec))
        self.thread = thread
        try loop.watch(thread.reports.wake.number, for: .readable) { [unowned self] _ in hear() }
      } catch {
        thread = nil
        excuse = loop.timer { report(.failed("\(error)")) }
        excuse?.set(MonotonicClock.now())
      }
    }

    deinit { stop() }

    func bytesArrived() { thread?.bytesArrived() }
    func mark(byte: UInt64) { thread?.mark(byte: byte) }
    var tagBytes: UInt64 { thread?.tagBytes ?? 0 }

    func stop() {
      excuse.map(loop.remove)
      excuse = nil
      guard let thread else { return }
      loop.unwatch(thread.reports.wake.number)
      thread.stop()
      self.thread = nil
    }

    private func hear() {
      guard let thread else { return }
      for told in thread.reports.take() {
        switch told {
        case .format(let codec, let rate, let channels, let kbit):
          let known = kbit > 0 ? kbit : nil
          report(.format(StreamFormat(codec: codec, rate: rate, channels: channels, kbitPerSecond: known)))
        case .failed(let error): report(.failed("\(error)"))
        case .title(let title, let frame): report(.title(title, frame: frame))
        case .reached(let byte, let frame): report(.reached(byte: byte, frame: frame))
        // The voice itself shows its end, and its ring the room in it.
        case .finished, .room: break
        }
      }
    }
  }
}

extension AudioCodec {
  fileprivate init(_ codec: StreamCodec) {
    self =
      switch codec {
      case .mpegAudio: .mpegAudio
      case .aac: .aac
      case .ogg: .ogg
      case .flac: .flac
      }
  }
}
