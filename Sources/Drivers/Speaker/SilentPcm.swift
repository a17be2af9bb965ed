internal import Audio
internal import Glibc
internal import Linux

/// A card that is not there: takes frames as fast as a real one would and throws them away. With it the radio
/// goes on while there is no card, at the right speed.
final class SilentPcm: PcmDevice {
  let grant: PcmGrant
  /// When the frames that were taken last will have been played.
  private var end = MonotonicClock.now()

  init(rate: Int) {
    let period = rate * AlsaPcm.Request.period / 1_000
    grant = PcmGrant(
      rate: rate, periodFrames: period, bufferFrames: period * 2, encoding: .signed16, isConverted: false)
  }

  func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    let room = grant.bufferFrames - delayFrames
    guard room >= min(count, grant.periodFrames) else { return -Int(EAGAIN) }
    let taken = min(count, room)
    end = max(end, MonotonicClock.now()) + time(frames: taken)
    return taken
  }

  func wait(milliseconds: Int32, bell: Int32) -> PcmReadiness {
    // Until there is room for a period. By an absolute time, so that sleeping never adds up to drift.
    let left = end - time(frames: grant.bufferFrames - grant.periodFrames) - MonotonicClock.now()
    guard left > .zero else { return .room }
    let most = min(left, .milliseconds(Int(milliseconds)))
    let roundedUp = most.components.attoseconds / 1_000_000_000_000_000 + 1
    var polled = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
    if poll(&polled, 1, Int32(roundedUp)) > 0 { return .bell }
    return most == left ? .room : .nothing
  }

  func prepare() -> Int32 { 0 }
  func resume() -> Int32 { 0 }
  func start() {}

  var delayFrames: Int {
    let left = end - MonotonicClock.now()
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    return Int(seconds) * grant.rate + Int(attoseconds / 1_000_000_000) * grant.rate / 1_000_000_000
  }

  func takeBack(keeping kept: Int, atMost most: Int) -> Int {
    let taken = min(delayFrames - kept, most)
    guard taken > 0 else { return 0 }
    end -= time(frames: taken)
    return taken
  }

  func drop() { end = MonotonicClock.now() }

  private func time(frames: Int) -> Duration { .nanoseconds(frames * 1_000_000_000 / grant.rate) }
}
