/// Makes a stream a little longer or shorter, so that a card whose clock is not the server's neither runs
/// dry nor grows late: now and then one frame is added to a piece of a thousand, or taken from it, by
/// reading all of them a thousandth closer together or further apart. Nothing else is touched, and pieces
/// begin and end on frames of the original, so that they join without a seam. On the decoder's thread.
public struct DriftTrim {
  public enum Limits {
    /// Of the correction, in millionths: a whole tone is 122,000, and 2,000 is what an ear may notice in a
    /// held note. Clocks differ by some hundred.
    public static let ppm = -1_000...1_000
    /// Frames of a piece that is worth it: in shorter ones the change of pitch would be audible.
    static let pieceFrames = 500
    /// The longest piece that is corrected, in frames; longer ones pass as they are.
    public static let pieceFramesMax = 16_384
  }

  /// Points of the polynomial through which a value between two frames is read (Lagrange, degree 7): 10 kHz
  /// at 44.1 kHz loses less than 0.1 dB half-way between two frames.
  private static let points = 8
  private static let before = points / 2 - 1

  /// How much more is played than was sent, in millionths; positive makes the stream longer.
  public var ppm = 0 {
    didSet { ppm = min(max(ppm, Limits.ppm.lowerBound), Limits.ppm.upperBound) }
  }
  /// Frames that were added, less those that were taken out.
  public private(set) var framesAdded = 0
  /// What is owed, in millionths of a frame.
  private var owed = 0
  private var piece: [Float] = []

  public init() {}

  /// Hands on `samples` (interleaved), or the piece that is to be played in their place, which is valid
  /// during the call.
  public mutating func trim<Result>(
    _ samples: UnsafeBufferPointer<Float>, channels: Int, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    let frames = samples.count / channels
    owed += ppm * frames
    guard abs(owed) >= 1_000_000, frames >= Limits.pieceFrames, frames <= Limits.pieceFramesMax else {
      // What cannot be given now is not given all at once later.
      owed = min(max(owed, -2_000_000), 2_000_000)
      return body(samples)
    }
    let change = owed > 0 ? 1 : -1
    owed -= change * 1_000_000
    framesAdded += change
    stretch(samples, frames, channels, by: change)
    return piece.withUnsafeBufferPointer(body)
  }

  private mutating func stretch(
    _ samples: UnsafeBufferPointer<Float>, _ frames: Int, _ channels: Int, by change: Int
  ) {
    let points = Self.points
    // The polynomial needs neighbors on both sides: the first and last frames are copied.
    let first = Self.before
    let last = frames - 1 - (points - 1 - Self.before)
    let sourceSteps = last - first
    let steps = sourceSteps + change
    piece.removeAll(keepingCapacity: true)
    piece.reserveCapacity((frames + 1) * channels)
    piece.append(contentsOf: samples[..<(first * channels)])
    withUnsafeTemporaryAllocation(of: Float.self, capacity: points) { weights in
      for step in 0...steps {
        let place = step * sourceSteps
        let whole = min(place / steps, sourceSteps - 1)
        Self.fill(weights, at: Float(place - whole * steps) / Float(steps))
        let start = (first + whole - Self.before) * channels
        for channel in 0..<channels {
          var sum: Float = 0
          for point in 0..<points { sum += samples[start + point * channels + channel] * weights[point] }
          piece.append(sum)
        }
      }
    }
    piece.append(contentsOf: samples[((last + 1) * channels)...])
  }

  /// The weights of eight neighbors for the place `part` (0…1) between the fourth and the fifth.
  private static func fill(_ weights: UnsafeMutableBufferPointer<Float>, at part: Float) {
    let place = part + Float(before)
    for point in 0..<points {
      var weight: Float = 1
      for other in 0..<points where other != point {
        weight *= (place - Float(other)) / Float(point - other)
      }
      weights[point] = weight
    }
  }
}
