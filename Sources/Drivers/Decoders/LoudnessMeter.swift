internal import Audio
internal import CEbur128
internal import CLate

/// Measures how loud a stream is (EBU R 128, integrated, with its gates) while it is decoded, a part of the time:
/// to measure all of it would cost as much as to decode MP3.
///
/// Prevents: a state that is used after it was freed, and frames of one format that are measured as another's.
struct LoudnessMeter: ~Copyable {
  struct Reading: Hashable {
    /// In LUFS.
    let loudness: Double
    /// The highest sample, 1 for full scale.
    let peak: Double
  }

  enum Limits {
    /// So many seconds are measured at a time: at the beginning of every such round at first …
    static let part = 3
    static let firstRound = 9
    /// … and after so many seconds, when what is known hardly changes any more, of every such round.
    static let first = 90
    static let round = 60
    /// Measured seconds between two readings.
    static let reading = 6
  }

  private let format: SampleFormat
  private var state: UnsafeMutablePointer<ebur128_state>?
  /// Of the stream, measured or not.
  private var frames = 0
  private var measured = 0
  private var measuredAtReading = 0

  /// Nil: the library cannot be had; the radio plays without.
  init?(_ format: SampleFormat) {
    guard clate_open(CLATE_LOUDNESS) == nil else { return nil }
    // A histogram, not a list: a station may play for weeks.
    let mode =
      EBUR128_MODE_I.rawValue | EBUR128_MODE_SAMPLE_PEAK.rawValue | EBUR128_MODE_HISTOGRAM.rawValue
    guard let state = ebur128_init(UInt32(format.channels), UInt(format.rate), Int32(mode)) else {
      return nil
    }
    self.format = format
    self.state = state
  }

  deinit {
    var state = state
    ebur128_destroy(&state)
  }

  /// Takes interleaved samples of its format. A reading now and then, once enough was measured.
  mutating func hear(_ samples: UnsafeBufferPointer<Float>) -> Reading? {
    let count = samples.count / format.channels
    defer { frames += count }
    let second = frames / format.rate
    let round = second < Limits.first ? Limits.firstRound : Limits.round
    guard second % round < Limits.part, count > 0 else { return nil }
    guard ebur128_add_frames_float(state, samples.baseAddress, count) == EBUR128_SUCCESS.rawValue else {
      return nil
    }
    measured += count
    guard measured - measuredAtReading >= Limits.reading * format.rate else { return nil }
    measuredAtReading = measured
    return reading
  }

  private var reading: Reading? {
    var loudness = 0.0
    guard ebur128_loudness_global(state, &loudness) == EBUR128_SUCCESS.rawValue, loudness.isFinite else {
      // Silence has none.
      return nil
    }
    var peak = 0.0
    for channel in 0..<format.channels {
      var highest = 0.0
      guard ebur128_sample_peak(state, UInt32(channel), &highest) == EBUR128_SUCCESS.rawValue else {
        return nil
      }
      peak = max(peak, highest)
    }
    return Reading(loudness: loudness, peak: peak)
  }
}
