internal import Audio

/// The loudness of a stream whose format may change: each format is measured anew.
struct StreamMeter: ~Copyable {
  private let isOn: Bool
  private var format: SampleFormat?
  private var meter: LoudnessMeter?

  init(isOn: Bool) { self.isOn = isOn }

  mutating func hear(_ samples: UnsafeBufferPointer<Float>, _ format: SampleFormat) -> DecoderReport? {
    guard isOn else { return nil }
    if format != self.format {
      self.format = format
      meter = LoudnessMeter(format)
    }
    return meter?.hear(samples).map { .loudness($0.loudness, peak: $0.peak) }
  }
}
