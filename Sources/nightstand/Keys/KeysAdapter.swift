internal import Core
internal import Keys
internal import Linux
internal import Painting
internal import Runtime

/// The keyboards, knobs and touch screens of the board: facts of the driver to actions of the radio.
final class KeysAdapter {
  private let loop: EventLoop
  private unowned let radio: Radio
  private var devices: InputDevices?
  private var held = HeldKeys()
  private var tracker = TouchTracker(width: 4, height: 3)
  private var touchTimer: EventLoop.Timer?

  /// How the picture is turned on the panel, in degrees clockwise.
  var pictureTurn = 0
  /// What is at a place of the picture: whoever paints it knows.
  var hit: (TouchPoint) -> Hit? = { _ in nil }

  init(loop: EventLoop, radio: Radio) throws(SystemError) {
    self.loop = loop
    self.radio = radio
    touchTimer = loop.timer { [unowned self] in advanceTouch() }
    devices = try InputDevices(loop: loop) { [unowned self] in take($0) }
  }

  /// The size of the picture, for the proportions of swipes.
  func setPicture(width: Int, height: Int) { tracker = TouchTracker(width: width, height: height) }

  func close() {
    devices?.close()
    touchTimer.map(loop.remove)
  }

  private func take(_ fact: InputFact) {
    switch fact {
    case .key(let code, let isPressed, _):
      held.take(code, isPressed: isPressed)
      guard isPressed, !held.isForeign, let key = KeyName(code: code) else { return }
      submit(KeyboardKeys.action(of: key, isShifted: held.isShifted))
    case .turned(let clicks, _): submit(.turn(clicks))
    case .touch(let touch): take(touch)
    case .appeared, .vanished: break
    }
  }

  private func take(_ touch: InputFact.Touch) {
    let phase: TouchTracker.Phase =
      switch touch.phase {
      case .down: .down
      case .moved: .moved
      case .up: .up
      case .cancelled: .cancelled
      }
    let place = TouchPoint(x: touch.x, y: touch.y).inPicture(turnedBy: pictureTurn)
    tracker.take(phase, finger: touch.finger, at: place, Instant(touch.instant)).forEach(perform)
    touchTimer?.set(tracker.wake?.sinceStart)
  }

  private func advanceTouch() {
    tracker.advance(to: Instant(MonotonicClock.now())).map(perform)
    touchTimer?.set(tracker.wake?.sinceStart)
  }

  private func perform(_ gesture: TouchGesture) {
    TouchActions.actions(of: gesture, hit: hit).forEach { submit($0) }
  }

  private func submit(_ action: Action?) { action.map { radio.submit(.action($0)) } }
}
