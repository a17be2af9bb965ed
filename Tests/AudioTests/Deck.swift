import Audio
import Foundation
import Testing

/// A kernel and what comes out of it: a card in memory. Feeds voices with a sine that is loudest at frame 0
/// of each quarter, so that orders can be given exactly at a peak.
final class Deck {
  let kernel = RenderKernel()
  let period: Int
  var left: [Float] = []
  var right: [Float] = []
  private var phases: [Int: Int] = [:]

  init(rate: Int = 44_100, period: Int = 882) {
    self.period = period
    kernel.configure(rate: rate)
  }

  /// A voice with a cosine of `frequency` hertz at full scale: frame 0 is a peak.
  func feed(
    _ voice: Voice, frames: Int, frequency: Double = 50,
    format: SampleFormat = .init(rate: 44_100, channels: 2)
  ) {
    if voice.format == nil { voice.setFormat(format) }
    let start = phases[voice.id, default: 0]
    phases[voice.id] = start + frames
    var samples: [Float] = []
    for index in start..<(start + frames) {
      let level = Float(cos(2 * Double.pi * frequency * Double(index) / Double(format.rate)))
      for _ in 0..<format.channels { samples.append(level) }
    }
    let written = samples.withUnsafeBufferPointer { voice.samples.write($0, channels: format.channels) }
    #expect(written == frames)
    voice.samplesArrived()
  }

  func run(periods: Int, frames: Int? = nil) {
    let size = frames ?? period
    let output = UnsafeMutablePointer<Int16>.allocate(capacity: size * 2)
    defer { output.deallocate() }
    for _ in 0..<periods {
      _ = kernel.demand()
      kernel.render(into: output, frames: size, as: .signed16)
      kernel.commit()
      for frame in 0..<size {
        left.append(Float(output[frame * 2]) / 32_768)
        right.append(Float(output[frame * 2 + 1]) / 32_768)
      }
    }
  }

  /// The largest step between neighbours, the first one counted from silence.
  var largestJump: Float {
    zip([0] + left, left).map { abs($0 - $1) }.max() ?? 0
  }

  func loudest(_ range: Range<Int>) -> Float { left[range].map(abs).max() ?? 0 }

  func events() -> [RenderKernel.Event] {
    var events: [RenderKernel.Event] = []
    while let note = kernel.notes.take() {
      if let event = RenderKernel.Event(rawValue: note.kind) { events.append(event) }
    }
    return events
  }
}
