internal import CCurl
internal import Linux

/// What libcurl says of a failure: the call, its number, and the numbers of the system and of the certificate
/// check behind it. The text is made when it is printed.
public struct CurlError: Error, Hashable, CustomStringConvertible {
  /// What was being done: "perform", "curl_multi_init", "response header" …
  public let call: String
  /// A `CURLcode` (curl.h): 6 name, 7 connect, 28 time, 47 redirects, 60 certificate …
  public let code: Int32
  /// `errno` of the connection attempt that failed last, 0 where there is none.
  public let systemCode: Int32
  /// OpenSSL's result of the certificate check: 9 not valid yet, 10 expired; 0 where it was not made or was good.
  public let verifyResult: Int
  /// The status of the last response, 0 if there was none.
  public let status: Int
  /// Whether a connection was made, or begun, for this transfer.
  public let hasConnected: Bool

  public init(
    call: String, code: Int32, systemCode: Int32 = 0, verifyResult: Int = 0, status: Int = 0,
    hasConnected: Bool = false
  ) {
    self.call = call
    self.code = code
    self.systemCode = systemCode
    self.verifyResult = verifyResult
    self.status = status
    self.hasConnected = hasConnected
  }

  public var description: String {
    var text = "\(call): "
    if let words = curl_easy_strerror(CURLcode(rawValue: UInt32(bitPattern: code))) {
      text += String(cString: words)
    } else {
      text += "curl error \(code)"
    }
    if systemCode != 0 { text += " (\(SystemError.text(for: systemCode)))" }
    if verifyResult != 0 { text += " (\(verifyText(verifyResult)))" }
    return text
  }
}

/// X509_verify_cert_error_string belongs to libcrypto, which this driver does not link: the two that the radio
/// tells apart are named, the rest keep their number.
private func verifyText(_ result: Int) -> String {
  switch result {
  case 9: "certificate is not yet valid"
  case 10: "certificate has expired"
  default: "certificate check \(result)"
  }
}
