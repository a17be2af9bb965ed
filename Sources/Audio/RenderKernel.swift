internal import Synchronization

/// The real-time part: takes the samples of at most four voices, fades and mixes them, and writes what a card
/// takes. Nothing on the render path allocates, locks, logs or counts references.
///
/// No click is possible by construction: a voice's loudness only moves along the fade table, one step a frame,
/// and a voice whose samples run out is faded over the last of them. The loop orders by atomics.
public final class RenderKernel: @unchecked Sendable {
  public enum Limits {
    public static let voices = 4
    /// The longest piece that is rendered at once, in frames.
    public static let frames = 8_192
  }

  /// The kinds of the notes that `render` posts; the value is the voice's id.
  public enum Event: UInt8, Sendable {
    case sounding = 1
    case starved, drained
    /// A slot has become free.
    case left
    /// Muted, and silent for as long as `silentFrames` say.
    case quiet
  }

  /// What the voices need now.
  public struct Demand: Sendable {
    /// Something is to be rendered at `RenderKernel.rate`.
    public let isActive: Bool
    /// The rate of the newest voice whose format is known; nil when no voice wants to sound.
    public let rate: Int?
  }

  public let notes = NoteRing()
  /// Of the output, in hertz. Changed by `configure` alone.
  public private(set) var rate = 44_100

  let slots: UnsafeMutablePointer<RenderSlot>
  private let mix: UnsafeMutablePointer<Float>
  var fade = FadeTable()
  /// Both channels get half of each: for one loudspeaker on a card of two. Set before anything sounds.
  public let isMono: Bool
  let masterTarget = Atomic<UInt32>(Float(1).bitPattern)
  var master: Float = 1
  var masterGoal: Float = 1
  private var masterStep: Float = 0
  private var silentFrames = 0
  private var isQuietTold = false
  /// The loudness of something moves in the piece that is being rendered.
  private var isMoving = false
  /// Rendered since the loudness of anything moved last.
  var steadyFrames = 0
  /// The serial of the latest voice that has begun: those before it fade out and do not begin again.
  var lead = 0
  // The loop's own.
  private var lastSerial = 0

  public init(isMono: Bool = false) {
    self.isMono = isMono
    slots = .allocate(capacity: Limits.voices)
    for index in 0..<Limits.voices { (slots + index).initialize(to: RenderSlot()) }
    mix = .allocate(capacity: Limits.frames * SampleEncoding.channels)
  }

  deinit {
    for index in 0..<Limits.voices { slots[index].vacate() }
    slots.deinitialize(count: Limits.voices)
    slots.deallocate()
    mix.deallocate()
  }

  // MARK: The loop

  /// Lets a voice sound as soon as its cushion is there; those before it are heard until then. False: all four places are taken; try again after a
  /// `left` note.
  public func attach(_ voice: Voice) -> Bool {
    collect()
    for index in 0..<Limits.voices where slots[index].order == .free {
      lastSerial += 1
      slots[index].occupy(with: voice, serial: lastSerial)
      return true
    }
    return false
  }

  /// Fades the voice out and lets go of it.
  public func detach(_ voice: Voice) { give(.leave, to: voice) }
  /// Fades the voice out and keeps its samples.
  public func pause(_ voice: Voice) { give(.pause, to: voice) }
  public func resume(_ voice: Voice) { give(.play, to: voice) }

  public func detachAll() {
    for index in 0..<Limits.voices { if isHeld(index) { slots[index].order = .leave } }
  }

  /// True while the voice is attached and not ordered to leave.
  public func holds(_ voice: Voice) -> Bool {
    (0..<Limits.voices).contains { isHeld($0) && isVoice(voice, at: $0) }
  }

  /// Releases the voices that the audio thread has let go of.
  public func collect() {
    for index in 0..<Limits.voices where slots[index].order == .gone { slots[index].vacate() }
  }

  /// The factor for all voices, 0…1; reached in one fade.
  public func setMaster(_ factor: Float) {
    masterTarget.store(min(max(factor, 0), 1).bitPattern, ordering: .relaxed)
  }

  func isHeld(_ index: Int) -> Bool { slots[index].order == .play || slots[index].order == .pause }

  private func isVoice(_ voice: Voice, at index: Int) -> Bool {
    slots[index].voice?.toOpaque() == Unmanaged.passUnretained(voice).toOpaque()
  }

  private func give(_ order: RenderSlot.Order, to voice: Voice) {
    for index in 0..<Limits.voices where isHeld(index) && isVoice(voice, at: index) {
      slots[index].order = order
    }
  }

  // MARK: The audio thread

  /// Sets the output's rate, when nothing sounds.
  public func configure(rate: Int) {
    self.rate = rate
    fade.shape(for: rate)
  }

  /// Renders the next `frames` (at most `Limits.frames`) at `rate` into `output`.
  public func render(into output: UnsafeMutableRawPointer, frames: Int, as encoding: SampleEncoding) {
    precondition(frames <= Limits.frames)
    mix.update(repeating: 0, count: frames * SampleEncoding.channels)
    isMoving = false
    // Before any is mixed: one begins and the others fade in the same piece, wherever their places are.
    lead = nextLead(frames: frames)
    for index in 0..<Limits.voices { mixSlot(slots + index, frames) }
    finishMix(into: output, frames: frames, encoding)
    steadyFrames = isMoving ? 0 : steadyFrames + frames
  }

  /// What was rendered since the last call has reached the card.
  public func commit() {
    for index in 0..<Limits.voices {
      let slot = slots + index
      guard slot.pointee.unheardFrames > 0, let voice = slot.pointee.voice else { continue }
      voice._withUnsafeGuaranteedRef { $0.addHeard(frames: slot.pointee.unheardFrames) }
      slot.pointee.unheardFrames = 0
    }
  }

  /// Nothing sounds: the master volume may jump.
  public func settle() {
    masterGoal = Float(bitPattern: masterTarget.load(ordering: .relaxed))
    master = masterGoal
    tellQuiet(afterFrames: rate)
  }

  // MARK: One voice

  @inline(__always)
  func canBegin(_ voice: Voice, _ format: SampleFormat, _ isTail: Bool, frames: Int) -> Bool {
    let available = voice.samples.count / format.channels
    if isTail { return available > 0 }
    // Less than the piece and a fade would be faded out again at once.
    return available >= max(voice.cushionFrames(format), frames + fade.steps)
  }

  private func mixSlot(_ slot: UnsafeMutablePointer<RenderSlot>, _ frames: Int) {
    let order = slot.pointee.order
    guard order != .free, order != .gone, let voice = slot.pointee.voice else { return }
    voice._withUnsafeGuaranteedRef { voice in
      // In this order: what is in the ring when the tail is complete is all of it.
      let isTail = voice.isTailComplete
      if !slot.pointee.isOn {
        guard order == .play, slot.pointee.serial == lead, let format = voice.format, format.rate == rate,
          canBegin(voice, format, isTail, frames: frames)
        else { return }
        slot.pointee.isOn = true
        slot.pointee.isStarving = false
        slot.pointee.position = 0
        slot.pointee.channels = format.channels
        voice.setSounding(true)
        post(.sounding, voice)
      }
      mixSounding(slot, voice, frames, isLeaving: order != .play || isPassed(slot), isTail: isTail)
      if !slot.pointee.isOn {
        voice.setSounding(false)
        // That it is over is told by the next `demand`, when its last samples have reached the card.
        if order == .leave { letGo(slot) }
      }
    }
  }

  @inline(__always)
  private func mixSounding(
    _ slot: UnsafeMutablePointer<RenderSlot>, _ voice: Voice, _ frames: Int, isLeaving: Bool, isTail: Bool
  ) {
    let channels = slot.pointee.channels
    let (first, second) = voice.samples.waiting()
    let available = (first.count + second.count) / channels
    if isTail {
      slot.pointee.isStarving = false
    } else if !slot.pointee.isStarving && !isLeaving && available < frames + fade.steps {
      // Less than this piece and a fade are left and no more may come: fade now, while there is something
      // to fade, and come back when the cushion is full again.
      slot.pointee.isStarving = true
      voice.countStarved()
      post(.starved, voice)
    }
    let isFalling = isLeaving || slot.pointee.isStarving
    let goal = voice.gainFactor
    let part = min(frames, available)
    let head = min(part, first.count / channels)
    var done = 0
    if !isFalling && slot.pointee.position == fade.steps && available - part >= fade.steps
      && slot.pointee.gain == goal
    {
      if let source = first.baseAddress { add(source, head, channels, goal, at: 0) }
      if part > head, let source = second.baseAddress { add(source, part - head, channels, goal, at: head) }
      done = part
    } else {
      isMoving = true
      let step = (goal - slot.pointee.gain) / Float(fade.steps)
      var ramp = Ramp(position: slot.pointee.position, gain: slot.pointee.gain, goal: goal, step: step)
      if let source = first.baseAddress {
        done = addFaded(source, head, channels, &ramp, isFalling, left: available, at: 0)
      }
      if done == head, part > head, let source = second.baseAddress {
        done += addFaded(source, part - head, channels, &ramp, isFalling, left: available - head, at: head)
      }
      slot.pointee.position = ramp.position
      slot.pointee.gain = ramp.gain
    }
    voice.samples.consume(frames: done, channels: channels)
    voice.samplesConsumed()
    slot.pointee.unheardFrames += done
    if (isFalling && slot.pointee.position == 0) || done == available {
      slot.pointee.isOn = false
      slot.pointee.isStarving = false
      slot.pointee.position = 0
    }
  }

  private struct Ramp {
    var position: Int
    var gain: Float
    let goal: Float
    let step: Float
  }

  @inline(__always)
  private func add(
    _ source: UnsafePointer<Float>, _ frames: Int, _ channels: Int, _ gain: Float, at start: Int
  ) {
    let target = mix + start * 2
    if channels == 2 {
      for index in 0..<(frames &* 2) { target[index] += source[index] * gain }
    } else {
      for index in 0..<frames {
        let sample = source[index] * gain
        target[index &* 2] += sample
        target[index &* 2 &+ 1] += sample
      }
    }
  }

  /// As `add`, but along the fade. Returns the frames that were taken: fewer when silence was reached.
  private func addFaded(
    _ source: UnsafePointer<Float>, _ frames: Int, _ channels: Int, _ ramp: inout Ramp, _ isFalling: Bool,
    left: Int, at start: Int
  ) -> Int {
    var target = mix + start * 2
    var source = source
    for index in 0..<frames {
      if isFalling {
        if ramp.position == 0 { return index }
        ramp.position -= 1
      } else if ramp.position < fade.steps {
        ramp.position += 1
      }
      // The end of what is there is a fade, too.
      ramp.position = min(ramp.position, left - index - 1)
      if ramp.gain != ramp.goal {
        ramp.gain += ramp.step
        if ramp.step == 0 || (ramp.gain > ramp.goal) == (ramp.step > 0) { ramp.gain = ramp.goal }
      }
      let gain = fade[ramp.position] * ramp.gain
      target[0] += source[0] * gain
      target[1] += source[channels - 1] * gain
      target += 2
      source += channels
    }
    return frames
  }

  // MARK: All voices

  @inline(__always)
  private func finishMix(into output: UnsafeMutableRawPointer, frames: Int, _ encoding: SampleEncoding) {
    let goal = Float(bitPattern: masterTarget.load(ordering: .relaxed))
    if goal != masterGoal {
      masterGoal = goal
      masterStep = (goal - master) / Float(fade.steps)
    }
    if master != masterGoal { isMoving = true }
    if isMono { joinChannels(frames) }
    var frame = 0
    while master != masterGoal && frame < frames {
      master += masterStep
      if masterStep == 0 || (master > masterGoal) == (masterStep > 0) { master = masterGoal }
      encoding.encode(mix + frame * 2, count: 2, scale: master, to: output + frame * encoding.frameSize)
      frame += 1
    }
    encoding.encode(
      mix + frame * 2, count: (frames - frame) * 2, scale: master, to: output + frame * encoding.frameSize)
    tellQuiet(afterFrames: frames)
  }

  @inline(__always)
  private func joinChannels(_ frames: Int) {
    for index in 0..<frames {
      let middle = (mix[index &* 2] + mix[index &* 2 &+ 1]) * 0.5
      mix[index &* 2] = middle
      mix[index &* 2 &+ 1] = middle
    }
  }

  private func tellQuiet(afterFrames frames: Int) {
    if master != 0 {
      silentFrames = 0
      isQuietTold = false
      return
    }
    silentFrames += frames
    // Longer than any buffer here: what was still loud has been played by then.
    if !isQuietTold && silentFrames >= rate / 4 {
      isQuietTold = true
      notes.post(Note(kind: Event.quiet.rawValue))
    }
  }

  func letGo(_ slot: UnsafeMutablePointer<RenderSlot>) {
    // From here on the loop may release the voice, so its last frames are counted before they are written.
    if let voice = slot.pointee.voice {
      voice._withUnsafeGuaranteedRef { voice in
        voice.addHeard(frames: slot.pointee.unheardFrames)
        post(.left, voice)
      }
    }
    slot.pointee.unheardFrames = 0
    slot.pointee.order = .gone
  }

  func tellEnd(_ slot: UnsafeMutablePointer<RenderSlot>, _ voice: Voice) {
    guard !slot.pointee.isEndTold else { return }
    slot.pointee.isEndTold = true
    post(.drained, voice)
  }

  private func post(_ event: Event, _ voice: Voice) {
    notes.post(Note(kind: event.rawValue, value: voice.id))
  }
}
