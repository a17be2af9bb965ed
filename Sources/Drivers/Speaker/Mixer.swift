internal import CAlsa

/// The volume control of a card. All calls are short, on the loop. It prevents: a mixer that is not closed, and
/// a volume that fails because a control is named differently.
final class Mixer {
  private let handle: OpaquePointer
  private let element: OpaquePointer
  /// Of the control, in decibels; nil where it has no such scale.
  private let decibels: ClosedRange<Float>?
  private let steps: ClosedRange<Int>

  /// Nil: there is no such card, or it has no volume. Then the software's is used.
  init?(card: String, control: String?) {
    calsa_silence()
    var opened: OpaquePointer?
    guard snd_mixer_open(&opened, 0) == 0, let opened else { return nil }
    guard snd_mixer_attach(opened, card) == 0, snd_mixer_selem_register(opened, nil, nil) == 0,
      snd_mixer_load(opened) == 0, let element = Self.find(opened, control)
    else {
      snd_mixer_close(opened)
      return nil
    }
    handle = opened
    self.element = element
    var (low, high) = (0, 0)
    steps =
      snd_mixer_selem_get_playback_volume_range(element, &low, &high) == 0 && low < high ? low...high : 0...0
    let hasScale = snd_mixer_selem_get_playback_dB_range(element, &low, &high) == 0 && low < high
    decibels = hasScale ? Float(low) / 100...Float(high) / 100 : nil
  }

  deinit { snd_mixer_close(handle) }

  private static func find(_ mixer: OpaquePointer, _ control: String?) -> OpaquePointer? {
    var elements: [OpaquePointer] = []
    var controls: [MixerControl] = []
    var next = snd_mixer_first_elem(mixer)
    // Cards have some tens of controls; more than a thousand are a fault.
    while let element = next, elements.count < 1_000 {
      elements.append(element)
      let name = snd_mixer_selem_get_name(element).map { String(cString: $0) } ?? ""
      controls.append(
        MixerControl(name: name, hasPlaybackVolume: snd_mixer_selem_has_playback_volume(element) == 1))
      next = snd_mixer_elem_next(element)
    }
    return MixerChoice.index(among: controls, configured: control).map { elements[$0] }
  }

  /// Sets the nearest level that is not below `decibels` (0 is full) and returns what was really set: the
  /// software takes off the rest.
  func setLevel(decibels level: Float) -> Float {
    guard let decibels else {
      // No scale, so no even steps from it: fully open, and the software does all.
      snd_mixer_selem_set_playback_volume_all(element, steps.upperBound)
      return 0
    }
    // More than 0 dB is gain, which cuts off peaks.
    let top = min(decibels.upperBound, 0)
    let wanted = min(max(top + level, decibels.lowerBound), top)
    guard snd_mixer_selem_set_playback_dB_all(element, Int((wanted * 100).rounded()), 1) == 0 else {
      return 0
    }
    var set = 0
    guard snd_mixer_selem_get_playback_dB(element, SND_MIXER_SCHN_FRONT_LEFT, &set) == 0 else { return 0 }
    // Never more than the software can take off, and never asks it to amplify.
    return max(Float(set) / 100 - top, level)
  }

  /// Where the control has a switch.
  func setSwitch(isOn: Bool) {
    guard snd_mixer_selem_has_playback_switch(element) == 1 else { return }
    snd_mixer_selem_set_playback_switch_all(element, isOn ? 1 : 0)
  }
}
