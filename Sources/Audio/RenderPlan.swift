internal import Synchronization

/// How much to render at once, and what was rendered and not yet heard taken back, so that an order is heard at
/// once however much the card holds. All of it is the audio thread's.
extension RenderKernel {
  /// Looks at all voices: lets go of those that leave and are silent, and tells what the others need.
  /// `isSleeping`: asks each voice for its bell, since nobody will look again before it rings.
  public func demand(isSleeping: Bool = false) -> Demand {
    var isActive = false
    var newest = -1
    var wantedRate: Int?
    for index in 0..<Limits.voices {
      let slot = slots + index
      let order = slot.pointee.order
      if order == .free || order == .gone { continue }
      if slot.pointee.isOn {
        isActive = true
        continue
      }
      if order == .leave {
        letGo(slot)
        continue
      }
      guard !isPassed(slot), let voice = slot.pointee.voice else { continue }
      voice._withUnsafeGuaranteedRef { voice in
        // While another voice sounds, its turns are up to a period apart.
        if isSleeping || order == .play { voice.requestCushion() }
        let isTail = voice.isTailComplete
        if isTail && voice.isDrained { tellEnd(slot, voice) }
        guard order == .play, let format = voice.format, !voice.isDrained else { return }
        if slot.pointee.serial > newest {
          newest = slot.pointee.serial
          wantedRate = format.rate
        }
        if format.rate == rate && canBegin(voice, format, isTail, frames: fade.steps) { isActive = true }
      }
    }
    return Demand(isActive: isActive, rate: wantedRate)
  }

  /// As long as any fade, in frames.
  public var fadeFrames: Int { fade.steps }

  /// How much can be rendered now, `most` frames at most, without fading a voice for want of samples. A fade is
  /// a piece of its own: what comes after it can be taken back. 0: the samples are scarce.
  public func pieceFrames(atMost most: Int) -> Int {
    var frames = isMasterMoving ? min(most, fade.steps) : most
    let lead = nextLead(frames: fade.steps)
    if lead != self.lead { frames = min(frames, fade.steps) }
    for index in 0..<Limits.voices {
      let slot = slots + index
      let order = slot.pointee.order
      if order == .free || order == .gone { continue }
      guard let voice = slot.pointee.voice else { continue }
      voice._withUnsafeGuaranteedRef { voice in
        let isTail = voice.isTailComplete
        if !slot.pointee.isOn {
          if isDue(slot, voice, isTail) { frames = min(frames, fade.steps) }
          return
        }
        let isLeaving = order != .play || slot.pointee.serial < lead
        if isLeaving || slot.pointee.isStarving || slot.pointee.position != fade.steps
          || slot.pointee.gain != voice.gainFactor
        {
          frames = min(frames, fade.steps)
        }
        if !isLeaving && !isTail && !slot.pointee.isStarving {
          frames = min(frames, max(0, voice.samples.count / slot.pointee.channels - fade.steps))
        }
      }
    }
    return frames < fade.steps / 2 ? 0 : frames
  }

  /// Something was ordered that changes what is already on its way to the card.
  public var isChangeDue: Bool {
    if Float(bitPattern: masterTarget.load(ordering: .relaxed)) != masterGoal { return true }
    if nextLead(frames: fade.steps) != lead { return true }
    for index in 0..<Limits.voices {
      let slot = slots + index
      let order = slot.pointee.order
      if order == .free || order == .gone { continue }
      if slot.pointee.isOn {
        if order != .play || isPassed(slot) { return true }
      } else if let voice = slot.pointee.voice {
        if voice._withUnsafeGuaranteedRef({ isDue(slot, $0, $0.isTailComplete) }) { return true }
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
  private func isDue(_ slot: UnsafeMutablePointer<RenderSlot>, _ voice: Voice, _ isTail: Bool) -> Bool {
    guard slot.pointee.order == .play, slot.pointee.serial == lead, let format = voice.format,
      format.rate == rate
    else { return false }
    return canBegin(voice, format, isTail, frames: fade.steps)
  }
}
