import Core
import Fetch
import Glibc
import Testing

@testable import nightstand

/// What a listener is told of libcurl's numbers.
@Suite struct FailureTests {
  @Test(
    arguments: [
      (CurlError(call: "perform", code: 6), .nameNotFound),
      (CurlError(call: "perform", code: 7, systemCode: ECONNREFUSED), .refused),
      (CurlError(call: "perform", code: 7, systemCode: ENETUNREACH), .networkUnreachable),
      (CurlError(call: "perform", code: 7, systemCode: EHOSTUNREACH), .networkUnreachable),
      (CurlError(call: "perform", code: 28), .noAnswer),
      (CurlError(call: "perform", code: 47, status: 302), .tooManyRedirects),
      (CurlError(call: "perform", code: 60, verifyResult: 9), .certificateNotYetValid),
      (CurlError(call: "perform", code: 60, verifyResult: 10), .certificate),
      (CurlError(call: "perform", code: 60, verifyResult: 20), .certificate),
      (CurlError(call: "perform", code: 1), .linkNotUsable),
      (CurlError(call: "perform", code: 1, status: 302, hasConnected: true), .linkNotUsable),
      (CurlError(call: "perform", code: 1, hasConnected: true), .connectionLost),
      (CurlError(call: "perform", code: 3), .linkNotUsable),
      (CurlError(call: "perform", code: 18, status: 200), .connectionLost),
      (CurlError(call: "perform", code: 52), .connectionLost),
      (CurlError(call: "perform", code: 27), .notAudio("an answer without end"))
    ] as [(CurlError, StreamFailure)])
  func kinds(error: CurlError, expected: StreamFailure) {
    #expect(StreamFailure(error) == expected)
  }
}
