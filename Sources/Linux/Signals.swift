internal import CLinux
internal import Glibc

/// Signals as something that the loop reads. Made before any thread is started: threads inherit what is
/// blocked, and a signal that one thread does not block would end the program there.
public final class Signals {
  public enum Kind: Sendable {
    /// SIGTERM, SIGINT, and whatever else would end the program without a word: end in order.
    case terminate
    /// SIGHUP: the terminal is gone.
    case hangUp
    /// SIGWINCH: the terminal has another size.
    case resize
    /// SIGCONT: in the foreground again.
    case resumed
    /// SIGUSR1: say how it goes.
    case report
  }

  private static let kinds: [(number: Int32, kind: Kind)] = [
    (SIGTERM, .terminate), (SIGINT, .terminate), (SIGQUIT, .terminate), (SIGUSR1, .report),
    (SIGUSR2, .terminate), (SIGALRM, .terminate), (SIGVTALRM, .terminate), (SIGPROF, .terminate),
    (SIGPOLL, .terminate), (SIGPWR, .terminate), (SIGXCPU, .terminate), (SIGHUP, .hangUp),
    (SIGWINCH, .resize), (SIGCONT, .resumed)
  ]

  private let descriptor: Descriptor

  public init() throws(SystemError) {
    let numbers = Signals.kinds.map(\.number)
    let code = clinux_block_signals(numbers, Int32(numbers.count))
    guard code == 0 else { throw SystemError("pthread_sigmask", code: code) }
    let number = clinux_signalfd(numbers, Int32(numbers.count))
    guard number >= 0 else { throw SystemError("signalfd") }
    descriptor = Descriptor(owning: number)
    // A reader that went away is told by the write's error.
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    // So is a file that would become larger than a limit allows: the write says EFBIG.
    _ = Glibc.signal(SIGXFSZ, SIG_IGN)
  }

  /// For `EventLoop.watch`.
  public var number: Int32 { descriptor.number }

  /// All that came since the last call.
  public func take() -> [Kind] {
    var taken: [Kind] = []
    var information = signalfd_siginfo()
    while true {
      let count = withUnsafeMutableBytes(of: &information) { buffer in
        // EINTR cannot come: all that could interrupt is blocked. EAGAIN: no more.
        Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
      }
      guard count == MemoryLayout<signalfd_siginfo>.size else { return taken }
      let number = Int32(bitPattern: information.ssi_signo)
      if let kind = Signals.kinds.first(where: { $0.number == number })?.kind { taken.append(kind) }
    }
  }
}
