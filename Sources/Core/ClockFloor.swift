/// The time below which the system's clock is not believed. A board without a clock battery starts in 1970, or when
/// it was last switched off, and certificates would be judged by that until a time server has answered. Seconds
/// since 1970 throughout.
public struct ClockFloor: Hashable, Sendable {
  /// It cannot be earlier than this.
  public private(set) var seconds: Int64
  private let release: Int64

  /// What is kept is not believed if it is later than so long after the release: a clock was wrong when it was
  /// written.
  static let trustedAfterRelease: Int64 = 20 * 365 * 86_400

  /// - Parameters:
  ///   - release: when this version was made.
  ///   - kept: times that are known to have been: of the last save, of files.
  public init(release: Int64, kept: [Int64] = []) {
    self.release = release
    let believed = kept.filter { $0 <= release + ClockFloor.trustedAfterRelease }
    seconds = max(release, believed.max() ?? release)
  }

  /// Whether `system`, what the clock shows, can be right.
  public func allows(_ system: Int64) -> Bool { system >= seconds }

  /// The clock was set to `system` by somebody who knows, so that what was kept is not needed any more, and may
  /// have been wrong itself.
  public mutating func clockWasSet(to system: Int64) {
    if system >= release { seconds = release }
  }
}
