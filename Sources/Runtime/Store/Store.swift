internal import Core
public import Linux

/// Keeps the radio's documents on the disk. Writing and fsync happen on a thread of its own, since flash may
/// stall for seconds; what the loop does here never waits. Of each document only the newest bytes wait to be
/// written, so a mailbox could only hold too many: there is one place for each instead.
///
/// It belongs to the loop, which watches `reports.wake`, and must be closed.
public final class Store {
  /// How long changes are gathered, and how failures are repeated.
  public struct Times: Hashable, Sendable {
    /// Written when nothing has changed for so long …
    public var quiet = Duration.seconds(2)
    /// … or at the latest so long after the first change.
    public var patience = Duration.seconds(5)
    /// The pause after the first failure; it doubles with each one …
    public var retryDelay = Duration.seconds(2)
    /// … up to this.
    public var retryDelayMax = Duration.seconds(120)

    public init() {}
  }

  /// What the loop takes at each wake: `saved` and `failed`. A loop that does not look loses some, not memory.
  public let reports = Mailbox<StoreReport>(capacity: 32)

  private let writer: StoreWriter
  private let thread: NamedThread
  private var isClosed = false

  /// `folder` is made when it is missing, at the first write; a folder that cannot be made is a `failed` report.
  public init(
    folder: String, names: StoreNames = StoreNames(), times: Times = Times(),
    calls: any FileCalls = SystemFileCalls()
  ) throws(SystemError) {
    let writer = StoreWriter(folder: folder, names: names, times: times, calls: calls, reports: reports)
    self.writer = writer
    thread = try NamedThread("store") { writer.storeThreadBody() }
  }

  deinit { precondition(isClosed, "a store was not closed") }

  /// Reads a document, from its older generation where the newest is damaged. For the start of the program, on
  /// any thread, before anything is saved.
  public static func load<Value>(
    _ document: StoreDocument, folder: String, names: StoreNames = StoreNames(),
    calls: any FileCalls = SystemFileCalls(), _ judge: ([UInt8]) -> GenerationFile.Judgement<Value>
  ) -> GenerationFile.Loaded<Value> {
    GenerationFile(path: "\(folder)/\(names[document])", limit: document.sizeMax, calls: calls).load(judge)
  }

  /// Has `bytes` written as the document's content, a little later. Bytes that were to be written before and
  /// are not yet are forgotten. More than the document's `sizeMax` is reported as a failure (`EFBIG`) and not kept.
  public func save(_ document: StoreDocument, _ bytes: [UInt8]) { writer.save(document, bytes) }

  /// Has everything written at once, also what waits for another try.
  public func flush() { writer.hurry(thenEnd: false) }

  /// Everything is written, once, and the thread ends. False: something could not be written, or the disk did
  /// not answer within `patience`; the program may end all the same, and the thread with it.
  @discardableResult
  public func close(patience: Duration = .seconds(3)) -> Bool {
    precondition(!isClosed, "a store was closed twice")
    isClosed = true
    writer.hurry(thenEnd: true)
    let deadline = MonotonicClock.now() + patience
    while !writer.hasEnded {
      let left = deadline - MonotonicClock.now()
      guard left > .zero else {
        // In the middle of an fsync nothing can end a thread, and joining would wait as long as the disk does.
        thread.abandon()
        return false
      }
      writer.ended.wait(timeout: left)
    }
    thread.join()
    return writer.isAllSaved
  }
}
