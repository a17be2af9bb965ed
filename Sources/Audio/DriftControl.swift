/// Finds out by how much the clocks of a server and of the card differ, from how much sound lies in store,
/// and says by how much the stream is to be made longer or shorter so that the store stays as it is.
/// Servers send in bursts and networks stall for seconds, so it looks at means over a minute and acts over
/// many.
public struct DriftControl {
  public enum Limits {
    /// The time after the first sound in which servers send their burst, and the time in which it is then
    /// found out how much this station keeps in store; seconds.
    static let settling = 20
    static let window = 60
    static let ppm = DriftTrim.Limits.ppm
  }

  /// Per millisecond of difference. With the integral part below it answers like a critically damped spring
  /// with a time constant of eight minutes, since one ppm moves the store by 0.06 ms a minute.
  private static let proportional = 2.0
  private static let integral = 0.06 * proportional * proportional / 4

  /// What `DriftTrim.ppm` should be.
  public private(set) var ppm = 0
  /// By how much the server's clock is faster than the card's, in millionths; nil: not known yet.
  public private(set) var serverPPM: Int?

  private var seconds = 0
  private var sum = 0.0
  private var count = 0
  private var target: Double?
  private var total = 0.0
  private var windows = 0

  public init() {}

  /// Once a second, while it sounds: how much sound is in store, decoded and not, in milliseconds.
  public mutating func look(stored milliseconds: Int) {
    seconds += 1
    guard seconds > Limits.settling else { return }
    sum += Double(milliseconds)
    count += 1
    guard count == Limits.window else { return }
    let mean = sum / Double(count)
    (sum, count) = (0, 0)
    guard let target else {
      self.target = mean
      return
    }
    let error = mean - target
    let bound = Double(Limits.ppm.upperBound)
    // More in store: the server is faster, and the stream is made shorter.
    total = min(max(total + Self.integral * error, -bound), bound)
    ppm = -Int(min(max(Self.proportional * error + total, -bound), bound).rounded())
    windows += 1
    // By then the integral has found most of it.
    if windows >= 10 { serverPPM = Int(total.rounded()) }
  }

  /// What is in store has changed for another reason: a gap, a new connection, a pause. What is known of
  /// the clocks stays true.
  public mutating func restart() {
    seconds = 0
    (sum, count) = (0, 0)
    target = nil
    ppm = -Int(total.rounded())
  }
}
