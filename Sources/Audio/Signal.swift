/// A bell that one thread hangs up and another rings, callable from the audio thread: a plain C call with a
/// pointer, no reference counting. Audio itself knows no system calls; the drivers hang up an eventfd.
public final class Signal: @unchecked Sendable {
  private let call: @convention(c) (UnsafeMutableRawPointer) -> Void
  private let context: UnsafeMutableRawPointer
  private let owner: AnyObject

  /// `call` gets an unretained pointer to `owner`, which lives as long as the signal does. It must not block,
  /// lock or allocate.
  public init<Owner: AnyObject & Sendable>(
    _ owner: Owner, _ call: @escaping @convention(c) (UnsafeMutableRawPointer) -> Void
  ) {
    self.owner = owner
    self.call = call
    context = Unmanaged.passUnretained(owner).toOpaque()
  }

  public func ring() { call(context) }
}
