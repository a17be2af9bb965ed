internal import CAlsa

/// A call of alsa-lib that failed, or a rate that a device did not grant. The text is made when it is printed.
public enum AlsaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The calls that can fail. A number, so that the audio thread can tell which one without making text.
  public enum Call: Int32, Sendable {
    case open = 1
    case parameters, access, format, channels, rate, bufferSize, periodSize, setup, software
    case write, wait, prepare, resume
    case mixer

    /// The function's name in alsa-lib.
    public var name: String {
      switch self {
      case .open: "snd_pcm_open"
      case .parameters: "snd_pcm_hw_params_any"
      case .access: "snd_pcm_hw_params_set_access"
      case .format: "snd_pcm_hw_params_set_format"
      case .channels: "snd_pcm_hw_params_set_channels"
      case .rate: "snd_pcm_hw_params_set_rate_near"
      case .bufferSize: "snd_pcm_hw_params_set_buffer_size_near"
      case .periodSize: "snd_pcm_hw_params_set_period_size_near"
      case .setup: "snd_pcm_hw_params"
      case .software: "snd_pcm_sw_params"
      case .write: "snd_pcm_writei"
      case .wait: "snd_pcm_wait"
      case .prepare: "snd_pcm_prepare"
      case .resume: "snd_pcm_resume"
      case .mixer: "snd_mixer_attach"
      }
    }
  }

  /// `code` is a negative errno value.
  case failed(Call, code: Int32)
  /// The device would play at another rate (hertz), that is at the wrong pitch.
  case rateRefused(asked: Int, granted: Int)

  public var description: String {
    switch self {
    case .failed(let call, let code):
      guard let text = snd_strerror(code) else { return "\(call.name): error \(code)" }
      return "\(call.name): \(String(cString: text))"
    case .rateRefused(let asked, let granted):
      return "the device plays at \(granted) Hz instead of \(asked) Hz"
    }
  }

  /// As two numbers for a note, and back.
  var packed: (code: Int32, value: Int) {
    switch self {
    case .failed(let call, let code): (call.rawValue, Int(code))
    case .rateRefused(let asked, let granted): (0, asked << 32 | granted)
    }
  }

  init(code: Int32, value: Int) {
    if let call = Call(rawValue: code) {
      self = .failed(call, code: Int32(truncatingIfNeeded: value))
    } else {
      self = .rateRefused(asked: value >> 32, granted: value & 0xFFFF_FFFF)
    }
  }
}
