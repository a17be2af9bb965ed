internal import CLinux
internal import Glibc

/// A thread with a name. It must be joined: the type prevents a thread that outlives what it works on.
public final class NamedThread {
  private var thread: pthread_t?

  private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Starts `body` on a new thread called `name` (at most 15 bytes).
  public init(_ name: String, body: @escaping @Sendable () -> Void) throws(SystemError) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var created = pthread_t()
    let code = pthread_create(
      &created, nil,
      { argument in
        let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
        clinux_name_thread(start.name)
        start.body()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw SystemError("pthread_create", code: code)
    }
    thread = created
  }

  deinit { precondition(thread == nil, "a thread was not joined") }

  /// Waits until the body has returned.
  public func join() {
    guard let thread else { return }
    pthread_join(thread, nil)
    self.thread = nil
  }

  /// Gives up waiting for a thread that hangs in the kernel, as in an fsync on dying flash. Only right when the
  /// process is about to end; the body may go on until then.
  public func abandon() {
    guard let thread else { return }
    pthread_detach(thread)
    self.thread = nil
  }

  /// For the audio thread: keeps the process's memory from being swapped out. False where it is not allowed.
  public static func lockMemory() -> Bool { clinux_lock_memory() == 0 }

  /// For the audio thread: asks for real-time scheduling. False where the system does not allow it.
  public static func makeCurrentRealtime(priority: Int32) -> Bool { clinux_make_realtime(priority) == 0 }
}
