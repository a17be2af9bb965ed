internal import Synchronization

/// How much to render at once, and what was rendered and not yet heard taken back, so that an order is heard at
/// once however much the card holds. All of it is the audio thread's.
extension RenderKernel {
  /// As long as any fade, in frames.
  public var fadeFrames: Int { fade.steps }

  /// How much can be rendered now, `most` frames at most, without fading a voice for want of samples. A fade is
  /// a piece of its own: what comes after it can be taken back. 0: the samples are scarce.
  public func pieceFrames(atMost most: Int) -> Int {
    var frames = isMasterMoving ? min(most, fade.steps) : most
    for index in 0..<Limits.voices {
      let slot = slots + index
      let order = slot.pointee.order
      if order == .free || order == .gone { continue }
      guard let voice = slot.pointee.voice else { continue }
      voice._withUnsafeGuaranteedRef { voice in
        let isTail = voice.isTailComplete
        if !slot.pointee.isOn {
          if isDue(voice, order, isTail) { frames = min(frames, fade.steps) }
          return
        }
        if order != .play || slot.pointee.isStarving || slot.pointee.position != fade.steps
          || slot.pointee.gain != voice.gainFactor
        {
          frames = min(frames, fade.steps)
        }
        if order == .play && !isTail && !slot.pointee.isStarving {
          frames = min(frames, max(0, voice.samples.count / slot.pointee.channels - fade.steps))
        }
      }
    }
    return frames < fade.steps / 2 ? 0 : frames
  }

  /// Something was ordered that changes what is already on its way to the card.
  public var isChangeDue: Bool {
    if Float(bitPattern: masterTarget.load(ordering: .relaxed)) != masterGoal { return true }
    for index in 0..<Limits.voices {
      let slot = slots + index
      let order = slot.pointee.order
      if order == .free || order == .gone { continue }
      if slot.pointee.isOn {
        if order != .play { return true }
      } else if let voice = slot.pointee.voice {
        if voice._withUnsafeGuaranteedRef({ isDue($0, order, $0.isTailComplete) }) { return true }
      }
    }
    return false
  }

  /// How much of what was rendered last can be rendered once more.
  public var reversibleFrames: Int {
    var frames = steadyFrames
    for index in 0..<Limits.voices where slots[index].isOn {
      guard let voice = slots[index].voice else { continue }
      let history = voice._withUnsafeGuaranteedRef { $0.samples.history }
      frames = min(frames, history / slots[index].channels)
    }
    return frames
  }

  /// The last `frames`, `reversibleFrames` at most, did not reach the card after all. After `commit`.
  public func takeBack(frames: Int) {
    precondition((0...reversibleFrames).contains(frames), "what moved in loudness is not rendered twice")
    for index in 0..<Limits.voices where slots[index].isOn {
      let channels = slots[index].channels
      slots[index].voice?._withUnsafeGuaranteedRef { voice in
        voice.samples.takeBack(frames: frames, channels: channels)
        voice.addHeard(frames: -frames)
      }
    }
    steadyFrames -= frames
  }

  private var isMasterMoving: Bool {
    master != masterGoal || Float(bitPattern: masterTarget.load(ordering: .relaxed)) != masterGoal
  }

  @inline(__always)
  private func isDue(_ voice: Voice, _ order: RenderSlot.Order, _ isTail: Bool) -> Bool {
    guard order == .play, let format = voice.format, format.rate == rate else { return false }
    return canBegin(voice, format, isTail, frames: fade.steps)
  }
}
