internal import Synchronization

/// Messages from any thread to one. It is bounded: a message for which there is no room is dropped and
/// counted, so a stuck reader costs no memory. The reader watches `wake` and takes all that is there.
public final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let droppedMessages = Atomic<Int>(0)
  private let capacity: Int
  public let wake = WakeEvent()

  public init(capacity: Int) { self.capacity = capacity }

  /// How many messages found no room since the start.
  public var droppedCount: Int { droppedMessages.load(ordering: .relaxed) }

  /// False: dropped.
  @discardableResult
  public func post(_ message: Message) -> Bool {
    let isKept = messages.withLock { kept in
      guard kept.count < capacity else { return false }
      kept.append(message)
      return true
    }
    if isKept {
      wake.ring()
    } else {
      droppedMessages.add(1, ordering: .relaxed)
    }
    return isKept
  }

  /// All that was posted, in order.
  public func take() -> [Message] {
    wake.clear()
    return messages.withLock { kept in
      let taken = kept
      kept.removeAll(keepingCapacity: true)
      return taken
    }
  }
}
