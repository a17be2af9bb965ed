internal import Core
internal import Linux
internal import Synchronization

/// The store thread's side, and what it shares with the loop.
final class StoreWriter: Sendable {
  private struct Shared {
    var schedule: WriteSchedule
    /// The newest bytes of each document that is not saved.
    var waiting: [StoreDocument: [UInt8]] = [:]
    /// To be tried now, whatever the schedule says; a failure takes it out.
    var hurried: Set<StoreDocument> = []
    var isEnding = false
    var hasEnded = false
  }

  private enum Order {
    case write(StoreDocument, [UInt8])
    case wait(Duration?)
    case end
  }

  private let folder: String
  private let names: StoreNames
  private let calls: any FileCalls
  private let reports: Mailbox<StoreReport>
  private let shared: Mutex<Shared>
  private let wake = WakeEvent()
  /// Rung when the thread is about to return.
  let ended = WakeEvent()

  init(
    folder: String, names: StoreNames, times: Store.Times, calls: any FileCalls,
    reports: Mailbox<StoreReport>
  ) {
    self.folder = folder
    self.names = names
    self.calls = calls
    self.reports = reports
    let times = WriteSchedule.Times(
      quiet: times.quiet, patience: times.patience, retryDelay: times.retryDelay,
      retryDelayMax: times.retryDelayMax)
    shared = Mutex(Shared(schedule: WriteSchedule(times: times)))
  }

  private static func now() -> Instant { Instant(MonotonicClock.now()) }

  // MARK: On the loop

  func save(_ document: StoreDocument, _ bytes: [UInt8]) {
    guard bytes.count <= document.sizeMax else {
      reports.post(.failed(document, .tooLarge("write")))
      return
    }
    shared.withLock { shared in
      shared.waiting[document] = bytes
      shared.schedule.changed(document, at: StoreWriter.now())
    }
    wake.ring()
  }

  func hurry(thenEnd: Bool) {
    shared.withLock { shared in
      shared.hurried.formUnion(shared.waiting.keys)
      if thenEnd { shared.isEnding = true }
    }
    wake.ring()
  }

  var hasEnded: Bool { shared.withLock { $0.hasEnded } }
  var isAllSaved: Bool { shared.withLock { $0.waiting.isEmpty } }

  // MARK: On the store thread

  func storeThreadBody() {
    while true {
      switch nextOrder() {
      case .write(let document, let bytes): write(document, bytes)
      case .wait(let duration): wake.wait(timeout: duration)
      case .end:
        shared.withLock { $0.hasEnded = true }
        ended.ring()
        return
      }
    }
  }

  private func nextOrder() -> Order {
    shared.withLock { shared in
      let now = StoreWriter.now()
      if let document = shared.hurried.min(by: { $0.rawValue < $1.rawValue })
        ?? shared.schedule.next(at: now),
        let bytes = shared.waiting[document]
      {
        return .write(document, bytes)
      }
      if shared.isEnding { return .end }
      return .wait(shared.schedule.nextDue.map { max(.zero, $0 - now) })
    }
  }

  private func write(_ document: StoreDocument, _ bytes: [UInt8]) {
    do throws(SystemError) {
      try Folder.make(folder, calls: calls)
      try AtomicFile(path: "\(folder)/\(names[document])", calls: calls).write(bytes)
    } catch {
      shared.withLock { shared in
        shared.hurried.remove(document)
        shared.schedule.failed(document, at: StoreWriter.now())
      }
      reports.post(.failed(document, error))
      return
    }
    let isNewest = shared.withLock { shared in
      // The loop may have brought newer bytes in the meantime: they are written in their own time.
      guard shared.waiting[document] == bytes else {
        shared.schedule.savedOlder(document)
        return false
      }
      shared.hurried.remove(document)
      shared.waiting[document] = nil
      shared.schedule.saved(document)
      return true
    }
    if isNewest { reports.post(.saved(document)) }
  }
}
