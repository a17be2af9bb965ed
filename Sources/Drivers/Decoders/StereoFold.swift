/// Folds the channels of a sound for more than two loudspeakers into two: what is in the middle goes to both
/// sides and what is behind to its own, 3 dB weaker (ITU-R BS.775); the bass channel is left out. The sum is
/// made quieter by as much as keeps full scale in all channels from being more than full scale.
struct StereoFold {
  private var gains: [(left: Float, right: Float)] = []
  private let buffer = SampleBuffer()

  /// Interleaved left and right, valid until the next `begin`.
  var samples: UnsafeBufferPointer<Float> { buffer.samples }

  init(_ places: [SpeakerPlace]) {
    let half = Float(0.5).squareRoot()
    gains = places.map {
      switch $0 {
      case .left: (1, 0)
      case .right: (0, 1)
      case .center, .backCenter: (half, half)
      case .sideLeft, .backLeft: (half, 0)
      case .sideRight, .backRight: (0, half)
      case .bass: (0, 0)
      }
    }
    let sum = max(1, gains.reduce(0) { $0 + $1.left }, gains.reduce(0) { $0 + $1.right })
    gains = gains.map { ($0.left / sum, $0.right / sum) }
  }

  /// Begins a run of `frames`, in silence.
  func begin(frames: Int) { buffer.begin(2 * frames).update(repeating: 0) }

  /// Adds the samples of a channel: each `stride`-th one of `source`.
  func add(channel: Int, from source: UnsafePointer<Float>, stride: Int) {
    let (left, right) = gains[channel]
    let target = buffer.place
    for frame in 0..<target.count / 2 {
      let sample = source[frame * stride]
      target[2 * frame] += left * sample
      target[2 * frame + 1] += right * sample
    }
  }
}
