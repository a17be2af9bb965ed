internal import CCurl
internal import COpenSSL
internal import Linux

/// One easy handle and what its callbacks gather. A class, since C keeps its address. It prevents: a handle, a
/// header list or an error buffer that is freed while libcurl uses it, and calls to a receiver that has cancelled.
final class Transfer {
  enum Phase {
    case head, body
    /// The receiver is not to be called again.
    case cancelled
  }

  let id: FetchID
  let handle: UnsafeMutableRawPointer
  private(set) var phase = Phase.head
  private(set) var isPaused = false
  private var receiver: (any FetchReceiver)?
  private var requestFields: UnsafeMutablePointer<curl_slist>?
  private var statusAliases: UnsafeMutablePointer<curl_slist>?
  private var fields: [FetchHead.Field] = []
  private var headByteCount = 0
  private var headFieldCount = 0
  private var isHeadTooLarge = false
  private var errorBodyByteCount = 0
  private var isErrorStatus = false
  private var isErrorBodyCut = false
  private let certificateTime: () -> Int64?
  /// Nil: it is read as it comes. Its end would never come from a socket that waits for more than is left, on a
  /// connection that the server keeps open.
  private var batch: ReadBatch?
  /// Bytes that its socket is to wait for from now on. Nil: as it was.
  private var newBatchSize: Int?

  init?(id: FetchID, request: FetchRequest, receiver: any FetchReceiver, defaults: FetchDefaults) {
    guard let handle = curl_easy_init() else { return nil }
    self.id = id
    self.handle = handle
    self.receiver = receiver
    certificateTime = defaults.certificateTime
    if request.wantsTitles { requestFields = curl_slist_append(nil, "Icy-MetaData: 1") }
    statusAliases = curl_slist_append(nil, "ICY 200 OK")
    if request.wantsTitles { batch = ReadBatch() }
    setIdentity(request, defaults)
    setManners(defaults)
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_private(handle, context)
    ccurl_set_header_callback(handle, headerReceived, context)
    ccurl_set_body_callback(handle, bodyReceived, context)
    // Another TLS library than OpenSSL has another context: then the system's clock counts.
    if Transfer.hasOpenSSL { ccurl_set_tls_callback(handle, contextMade, context) }
  }

  private static let hasOpenSSL = String(cString: ccurl_tls_library()).hasPrefix("OpenSSL/")

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(requestFields)
    curl_slist_free_all(statusAliases)
  }

  private func setIdentity(_ request: FetchRequest, _ defaults: FetchDefaults) {
    ccurl_set_text(handle, CURLOPT_URL, request.url)
    ccurl_set_text(handle, CURLOPT_USERAGENT, request.userAgent ?? defaults.userAgent)
    ccurl_set_list(handle, CURLOPT_HTTPHEADER, requestFields)
    // SHOUTcast 1 answers "ICY 200 OK". Allowing HTTP/0.9 instead would take its header for audio.
    ccurl_set_list(handle, CURLOPT_HTTP200ALIASES, statusAliases)
    if let range = request.range {
      ccurl_set_text(handle, CURLOPT_RANGE, "\(range.lowerBound)-\(range.upperBound)")
    }
    // The socket of a live stream has been told to wait for heaps; what comes next on it may be short.
    ccurl_set_number(handle, CURLOPT_FORBID_REUSE, request.wantsTitles ? 1 : 0)
    // In memory, for this transfer: some balancers want their cookie back at the next hop.
    ccurl_set_text(handle, CURLOPT_COOKIEFILE, "")
    if let authorities = defaults.extraAuthorities { ccurl_set_text(handle, CURLOPT_CAINFO, authorities) }
  }

  private func setManners(_ defaults: FetchDefaults) {
    // Also after a redirect: libcurl as such opens file:///etc/passwd.
    ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    ccurl_set_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    ccurl_set_number(handle, CURLOPT_FOLLOWLOCATION, 1)
    ccurl_set_number(handle, CURLOPT_MAXREDIRS, FetchLimits.redirectCount)
    ccurl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 1)
    ccurl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 2)
    // A stream wants nothing of HTTP/2, and some proxies give status 000 for an old server behind it.
    ccurl_set_number(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, FetchLimits.connectMilliseconds)
    ccurl_set_number(handle, CURLOPT_MAXAGE_CONN, FetchLimits.idleConnectionSeconds)
    ccurl_set_number(handle, CURLOPT_TCP_KEEPALIVE, 1)
    ccurl_set_number(handle, CURLOPT_TCP_KEEPIDLE, 30)
    ccurl_set_number(handle, CURLOPT_TCP_KEEPINTVL, 15)
    // No alarm(2) for time-outs: the radio has threads.
    ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    // Without it, removing a handle waits for its name look-up: 9.5 s with a name server that is silent.
    ccurl_set_number(handle, CURLOPT_QUICK_EXIT, 1)
    // Proxies of the environment (http_proxy …) are honored, as a house behind one expects; never for
    // this machine itself. A proxy's own answer to CONNECT is not the station's head.
    ccurl_set_text(handle, CURLOPT_NOPROXY, defaults.directHosts)
    ccurl_set_number(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  func cancel() {
    phase = .cancelled
    receiver = nil
  }

  func takeBatchSize() -> Int? {
    defer { newBatchSize = nil }
    return newBatchSize
  }

  /// False: it did not rest.
  func endPause() -> Bool {
    guard isPaused else { return false }
    isPaused = false
    return true
  }

  /// The handle has been removed from the multi handle.
  func end(_ result: CURLcode) {
    guard phase != .cancelled, let receiver else { return }
    cancel()
    // What was cut at the limit of an error page has said enough.
    receiver.fetchEnded(result == CURLE_OK || isErrorBodyCut ? nil : error(result))
  }

  private func error(_ result: CURLcode) -> CurlError {
    let connections = ccurl_get_number(handle, CURLINFO_NUM_CONNECTS)
    return CurlError(
      call: isHeadTooLarge ? "response header" : "perform",
      code: Int32(bitPattern: isHeadTooLarge ? CURLE_WEIRD_SERVER_REPLY.rawValue : result.rawValue),
      systemCode: Int32(truncatingIfNeeded: ccurl_get_number(handle, CURLINFO_OS_ERRNO)),
      verifyResult: ccurl_get_number(handle, CURLINFO_SSL_VERIFYRESULT),
      status: ccurl_get_number(handle, CURLINFO_RESPONSE_CODE), hasConnected: connections > 0)
  }

  // MARK: callbacks

  fileprivate func prepareTLS(_ tls: UnsafeMutableRawPointer) {
    if let time = certificateTime() { copenssl_set_time(tls, time) }
  }

  /// One line of a response's head, with its line end. False ends the transfer.
  fileprivate func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    // Lines after the body's begin are trailers of a chunked response.
    guard phase == .head else { return phase == .body }
    headByteCount += line.count
    headFieldCount += 1
    guard headByteCount <= FetchLimits.headBytes, headFieldCount <= FetchLimits.headFields else {
      isHeadTooLarge = true
      return false
    }
    let text = line.trimmingBlanks()
    if text.isEmpty {
      return endHead()
    } else if line.isStatusLine {
      fields = []
    } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      // "icy-name:X": old servers put no blank after the colon.
      let name = UnsafeRawBufferPointer(rebasing: text[..<colon]).trimmingBlanks()
      let value = UnsafeRawBufferPointer(rebasing: text[(colon + 1)...]).trimmingBlanks()
      fields.append(
        FetchHead.Field(name: String(decoding: name, as: UTF8.self).lowercased(), value: Array(value)))
    }
    return true
  }

  private func endHead() -> Bool {
    let status = ccurl_get_number(handle, CURLINFO_RESPONSE_CODE)
    let isInterim = (100..<200).contains(status)
    let isRedirect = (300..<400).contains(status) && fields.contains { $0.name == "location" }
    guard !isInterim, !isRedirect, let receiver else { return true }
    phase = .body
    isErrorStatus = !(200..<300).contains(status)
    if fields.contains(where: { $0.name == "content-length" }) { batch = nil }
    let url = ccurl_get_text(handle, CURLINFO_EFFECTIVE_URL).map { String(cString: $0) } ?? ""
    let head = FetchHead(status: status, fields: fields, effectiveURL: url)
    fields = []
    receiver.fetchReceivedHead(head)
    return phase != .cancelled
  }

  fileprivate enum BodyAnswer { case taken, later, end }

  fileprivate func receiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyAnswer {
    guard phase == .body, let receiver else { return .end }
    if isErrorStatus, errorBodyByteCount + bytes.count > FetchLimits.errorBodyBytes {
      isErrorBodyCut = true
      return .end
    }
    let isTaken = receiver.fetchReceivedBody(bytes)
    // The receiver may have cancelled; what it returned does not matter then.
    guard phase == .body else { return .end }
    if isTaken {
      errorBodyByteCount += isErrorStatus ? bytes.count : 0
      if let size = batch?.received(bytes: bytes.count, at: MonotonicClock.now()) { newBatchSize = size }
      return .taken
    }
    isPaused = true
    return .later
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func trimmingBlanks() -> UnsafeRawBufferPointer {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) })
    else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: self[first...last])
  }

  fileprivate var isStatusLine: Bool { starts(with: "HTTP/".utf8) || starts(with: "ICY ".utf8) }
}

private let contextMade: curl_ssl_ctx_callback = { _, tls, context in
  guard let tls, let context else { return CURLE_SSL_CONNECT_ERROR }
  Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().prepareTLS(tls)
  return CURLE_OK
}

private let headerReceived: ccurl_data_callback = { bytes, size, count, context in
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let length = size * count
  return transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: length)) ? length : 0
}

private let bodyReceived: ccurl_data_callback = { bytes, size, count, context in
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let length = size * count
  switch transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: length)) {
  case .taken: return length
  case .later: return Int(CURL_WRITEFUNC_PAUSE)
  // Any other count than the given one is an error to libcurl.
  case .end: return length == 0 ? 1 : 0
  }
}
