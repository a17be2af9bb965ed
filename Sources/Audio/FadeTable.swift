/// The shape of every fade: half a cosine from 0 to 1, which starts and ends flat, so that neither end of it
/// can be heard as a corner. One table per rate, in memory that is allocated once.
struct FadeTable: ~Copyable {
  /// Long enough that 50 Hz at full scale does not click, short enough that stop feels immediate.
  static let milliseconds = 15

  private let storage: UnsafeMutablePointer<Float>
  /// Steps from silence to full; the table has one entry more.
  private(set) var steps = 0

  init() {
    storage = .allocate(capacity: SampleFormat.rates.upperBound * Self.milliseconds / 1_000 + 2)
    steps = Self.fill(storage, rate: 44_100)
  }

  deinit { storage.deallocate() }

  /// Makes the table for `rate` in hertz.
  mutating func shape(for rate: Int) { steps = Self.fill(storage, rate: rate) }

  // Static, because the compiler of Swift 6.0.3 takes `self` in a noncopyable type's init for immutable.
  private static func fill(_ storage: UnsafeMutablePointer<Float>, rate: Int) -> Int {
    let steps = max(1, rate * milliseconds / 1_000)
    // Audio has no math library: the cosine of the small angle by its series, the rest by turning on.
    let angle = Double.pi / Double(steps)
    let square = angle * angle
    let cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
    let sine = angle * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
    var (x, y) = (1.0, 0.0)
    for step in 0...steps {
      storage[step] = Float(min(max(0.5 - 0.5 * x, 0), 1))
      (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
    }
    storage[0] = 0
    storage[steps] = 1
    return steps
  }

  @inline(__always)
  subscript(step: Int) -> Float { storage[step] }
}
