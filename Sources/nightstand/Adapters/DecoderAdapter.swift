internal import Audio
internal import Core
internal import Decoders
internal import Glibc
internal import Linux
internal import Runtime

/// Decoder threads in the role of the sessions' decoders.
final class DecoderAdapter: DecoderStarting {
  private let loop: EventLoop

  private let measuresLoudness: Bool

  init(loop: EventLoop, measuresLoudness: Bool = false) {
    self.loop = loop
    self.measuresLoudness = measuresLoudness
  }

  func startDecoder(
    for voice: Voice, codec: StreamCodec, report: @escaping (Runtime.DecoderReport) -> Void
  ) -> any RunningDecoder {
    Running(voice, codec, measuresLoudness, loop: loop, report: report)
  }

  private final class Running: RunningDecoder {
    private let loop: EventLoop
    private let report: (Runtime.DecoderReport) -> Void
    private var thread: DecoderThread?
    /// A thread that could not be started is told of on the loop, not from within.
    private var excuse: EventLoop.Timer?

    init(
      _ voice: Voice, _ codec: StreamCodec, _ measuresLoudness: Bool, loop: EventLoop,
      report: @escaping (Runtime.DecoderReport) -> Void
    ) {
      self.loop = loop
      self.report = report
      do throws(SystemError) {
        let thread = try DecoderThread(
          voice, codec: AudioCodec(codec), measuresLoudness: measuresLoudness)
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
        case .loudness(let loudness, let peak):
          report(.loudness(Loudness(tenths: tenths(loudness), peakTenths: tenths(20 * log10(peak)))))
        case .title(let title, let frame): report(.title(title, frame: frame))
        case .reached(let byte, let frame): report(.reached(byte: byte, frame: frame))
        // The voice itself shows its end, and its ring the room in it.
        case .finished, .room: break
        }
      }
    }
  }
}

/// Of LUFS or dBFS; silence is far below all.
private func tenths(_ decibels: Double) -> Int {
  Int((min(max(decibels, -100), 40) * 10).rounded())
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
