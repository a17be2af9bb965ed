internal import Linux
internal import Painting

/// The thread "worker": reads and decodes the pictures of stations, which can take longer than a turn of the
/// loop may. It belongs to the loop and must be closed.
final class PictureWorker {
  struct Answer: Sendable {
    let request: PictureRequest
    /// Nil: there is none that can be shown.
    let picture: Picture?
  }

  /// More pictures than this are on no screen.
  private static let waitingMax = 64

  private let requests = Mailbox<PictureRequest?>(capacity: PictureWorker.waitingMax)
  private let answers = Mailbox<Answer>(capacity: PictureWorker.waitingMax)
  private let loop: EventLoop
  private let thread: NamedThread
  private var asked: Set<PictureRequest> = []

  /// - Parameter take: on the loop, with each picture that was asked for.
  init(_ shelf: LogoShelf, loop: EventLoop, take: @escaping (Answer) -> Void) throws(SystemError) {
    self.loop = loop
    let (requests, answers) = (requests, answers)
    thread = try NamedThread("worker") { PictureWorker.workerThreadBody(shelf, requests, answers) }
    try loop.watch(answers.wake.number, for: .readable) { [unowned self] _ in
      for answer in answers.take() {
        asked.remove(answer.request)
        take(answer)
      }
    }
  }

  /// Asked twice, it is decoded once.
  func ask(for request: PictureRequest) {
    guard !asked.contains(request), requests.post(request) else { return }
    asked.insert(request)
  }

  func close() {
    loop.unwatch(answers.wake.number)
    // Nil ends the thread; where the box is full it will be empty soon.
    while !requests.post(nil) { requests.wake.ring() }
    thread.join()
  }

  private static func workerThreadBody(
    _ shelf: LogoShelf, _ requests: Mailbox<PictureRequest?>, _ answers: Mailbox<Answer>
  ) {
    while true {
      requests.wake.wait()
      for request in requests.take() {
        guard let request else { return }
        answers.post(Answer(request: request, picture: shelf.picture(for: request)))
      }
    }
  }
}
