internal import CLinux
internal import Glibc

/// Keeps a folder for this process: two that write the same documents would take turns at losing what the other
/// one wrote. The kernel lets go of the lock when the process ends, however it ends.
public final class FolderLock {
  public enum Outcome {
    case taken(FolderLock)
    /// Another process has it.
    case busy
    /// There is nothing to lock: the folder cannot be written.
    case impossible(SystemError)
  }

  private let descriptor: Descriptor

  private init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Makes the folder where it is missing.
  public static func take(_ folder: String) -> Outcome {
    do throws(SystemError) {
      try Folder.make(folder)
      let descriptor = try Descriptor.open("\(folder)/.lock", O_RDWR | O_CREAT)
      switch clinux_lock_file(descriptor.number) {
      case 0: return .taken(FolderLock(descriptor))
      case EWOULDBLOCK: return .busy
      // Some network file systems have no locks: better a radio without one than none.
      case let code: return .impossible(SystemError("flock", code: code))
      }
    } catch {
      return .impossible(error)
    }
  }
}
