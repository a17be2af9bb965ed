internal import CCurl
internal import Glibc
public import Linux

/// HTTP and HTTPS by libcurl's multi socket interface, on the loop that it is given: it starts no thread but
/// libcurl's own, short-lived ones for name look-ups, and blocks nowhere. It belongs to the loop's thread.
///
/// It prevents: a handle that is added or removed inside a callback (libcurl refuses that, or crashes), a socket
/// that is watched after libcurl has closed it, and a call to a receiver that has cancelled.
public final class Fetch {
  private let loop: EventLoop
  private let multi: UnsafeMutableRawPointer
  private let defaults: FetchDefaults
  private var timer: EventLoop.Timer?
  private var transfers: [FetchID: Transfer] = [:]
  private var lastNumber = 0
  /// What was asked for while libcurl was at work.
  private var postponed: [Postponed] = []
  private var isAtWork = false

  private enum Postponed {
    case add(Transfer)
    case remove(Transfer)
    case resume(FetchID)
  }

  /// - Parameters:
  ///   - userAgent: should not contain "Mozilla": SHOUTcast 2 sends such a client to a web page.
  ///   - extraAuthorities: path of a PEM file with certificates that are trusted beside the system's.
  ///   - certificateTime: by which time certificates are judged, in seconds since 1970; nil: the system's clock.
  public init(
    loop: EventLoop, userAgent: String, extraAuthorities: String? = nil,
    certificateTime: @escaping () -> Int64? = { nil }
  ) throws(CurlError) {
    // Twice does no harm, and libcurl counts.
    let code = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    guard code == CURLE_OK else {
      throw CurlError(call: "curl_global_init", code: Int32(bitPattern: code.rawValue))
    }
    guard let multi = curl_multi_init() else {
      throw CurlError(call: "curl_multi_init", code: Int32(bitPattern: CURLE_OUT_OF_MEMORY.rawValue))
    }
    self.loop = loop
    self.multi = multi
    let named = [getenv("no_proxy"), getenv("NO_PROXY")].compactMap { $0.map { String(cString: $0) } }.first
    defaults = FetchDefaults(
      userAgent: userAgent, extraAuthorities: extraAuthorities,
      directHosts: [named ?? "", "localhost,127.0.0.1,::1"].filter { !$0.isEmpty }.joined(separator: ","),
      certificateTime: certificateTime)
    // With CURLOPT_NOSIGNAL libcurl leaves SIGPIPE to the program, and OpenSSL writes to closed sockets.
    signal(SIGPIPE, SIG_IGN)
    ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, FetchLimits.idleConnectionCount)
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_multi_set_callbacks(multi, socketChanged, timerChanged, context)
    timer = loop.timer { [unowned self] in self.act(CURL_SOCKET_TIMEOUT, 0) }
  }

  deinit {
    precondition(!isAtWork, "Fetch was freed by one of its own callbacks")
    for transfer in transfers.values { curl_multi_remove_handle(multi, transfer.handle) }
    for case .remove(let transfer) in postponed { curl_multi_remove_handle(multi, transfer.handle) }
    curl_multi_cleanup(multi)
    if let timer { loop.remove(timer) }
  }

  /// Begins a transfer. The receiver is kept until its end, and is never called from within.
  public func start(_ request: FetchRequest, _ receiver: any FetchReceiver) -> FetchID {
    lastNumber += 1
    let id = FetchID(number: lastNumber)
    let transfer = Transfer(id: id, request: request, receiver: receiver, defaults: defaults)
    guard let transfer else { preconditionFailure("curl_easy_init: out of memory") }
    transfers[id] = transfer
    perform(.add(transfer))
    return id
  }

  /// Ends a transfer; its receiver hears no more of it. It returns at once, even while a name is looked up.
  /// An ID that has ended already is left alone.
  public func cancel(_ id: FetchID) {
    guard let transfer = transfers.removeValue(forKey: id) else { return }
    transfer.cancel()
    perform(.remove(transfer))
  }

  /// Goes on with a transfer whose receiver has refused bytes.
  public func resume(_ id: FetchID) { perform(.resume(id)) }

  private func perform(_ order: Postponed) {
    guard !isAtWork else {
      postponed.append(order)
      return
    }
    switch order {
    case .add(let transfer):
      // A failure of it is a bug of ours or lack of memory. The timer callback starts the work.
      guard transfer.phase != .cancelled else { return }
      let code = curl_multi_add_handle(multi, transfer.handle)
      precondition(code == CURLM_OK, "curl_multi_add_handle")
    case .remove(let transfer):
      curl_multi_remove_handle(multi, transfer.handle)
    case .resume(let id):
      guard let transfer = transfers[id], transfer.endPause() else { return }
      // libcurl hands over the bytes that it kept from within this call.
      isAtWork = true
      curl_easy_pause(transfer.handle, CURLPAUSE_CONT)
      isAtWork = false
      finishWork()
    }
  }

  /// Lets libcurl work on a socket, or on what is due.
  private func act(_ socket: curl_socket_t, _ readiness: Int32) {
    var runningCount: Int32 = 0
    isAtWork = true
    curl_multi_socket_action(multi, socket, readiness, &runningCount)
    isAtWork = false
    setBatch(of: socket)
    finishWork()
  }

  /// libcurl does not tell a running transfer's socket: it is the one on which it has just received.
  private func setBatch(of socket: curl_socket_t) {
    for transfer in transfers.values {
      guard let size = transfer.takeBatchSize(), socket >= 0 else { continue }
      var mark = Int32(size)
      setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &mark, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  private func finishWork() {
    let orders = postponed
    postponed = []
    orders.forEach(perform)
    var leftCount: Int32 = 0
    while let message = curl_multi_info_read(multi, &leftCount) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
        let context = ccurl_get_private(handle)
      else { continue }
      let result = ccurl_message_result(message)
      // The message is gone once its handle is removed.
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      curl_multi_remove_handle(multi, handle)
      transfers[transfer.id] = nil
      transfer.end(result)
    }
  }

  // MARK: callbacks

  fileprivate func changeSocket(_ socket: curl_socket_t, _ what: Int32) -> Bool {
    let readiness: Readiness
    switch what {
    case CURL_POLL_IN: readiness = .readable
    case CURL_POLL_OUT: readiness = .writable
    case CURL_POLL_INOUT: readiness = [.readable, .writable]
    default:
      loop.unwatch(socket)
      return true
    }
    do {
      try loop.watch(socket, for: readiness) { [unowned self] ready in self.socketIsReady(socket, ready) }
      return true
    } catch {
      // Out of kernel memory: libcurl ends the transfers with "aborted by callback".
      return false
    }
  }

  private func socketIsReady(_ socket: curl_socket_t, _ ready: Readiness) {
    var readiness: Int32 = 0
    if ready.contains(.readable) { readiness |= CURL_CSELECT_IN }
    if ready.contains(.writable) { readiness |= CURL_CSELECT_OUT }
    if !ready.isDisjoint(with: .failed) { readiness |= CURL_CSELECT_ERR }
    act(socket, readiness)
  }

  /// -1: no time-out is wanted. 0: as soon as possible, but not from within libcurl.
  fileprivate func changeTimer(milliseconds: Int) {
    timer?.set(milliseconds < 0 ? nil : MonotonicClock.now() + .milliseconds(milliseconds))
  }
}

private let socketChanged: curl_socket_callback = { _, socket, what, context, _ in
  guard let context else { return -1 }
  let fetch = Unmanaged<Fetch>.fromOpaque(context).takeUnretainedValue()
  return fetch.changeSocket(socket, what) ? 0 : -1
}

private let timerChanged: curl_multi_timer_callback = { _, milliseconds, context in
  guard let context else { return -1 }
  Unmanaged<Fetch>.fromOpaque(context).takeUnretainedValue().changeTimer(milliseconds: milliseconds)
  return 0
}
