public import Foundation

/// Makes certificates for 127.0.0.1 with the openssl tool, in a folder of its own.
public final class CertificateAuthority {
  public let folder: URL
  /// The certificate that a client must trust, as PEM.
  public var file: String { folder.appendingPathComponent("ca.pem").path }

  /// Nil: openssl is missing or refuses.
  public init?() throws {
    folder = try Tools.makeFolder()
    let configuration = """
      [ca]
      default_ca = own
      [own]
      dir = .
      new_certs_dir = .
      database = index.txt
      rand_serial = yes
      certificate = ca.pem
      private_key = ca.key
      default_md = sha256
      policy = any
      unique_subject = no
      x509_extensions = leaf
      [any]
      commonName = supplied
      [leaf]
      subjectAltName = IP:127.0.0.1, DNS:localhost
      [root]
      basicConstraints = critical, CA:TRUE
      keyUsage = keyCertSign, cRLSign
      [req]
      distinguished_name = name
      [name]
      """
    try configuration.write(to: folder.appendingPathComponent("ca.cnf"), atomically: true, encoding: .utf8)
    try Data().write(to: folder.appendingPathComponent("index.txt"))
    let made = Tools.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days",
        "9000",
        "-subj", "/CN=Test Authority", "-config", "ca.cnf", "-extensions", "root"
      ], in: folder)
    guard made != nil else { return nil }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A certificate and its key, valid between two moments (`YYYYMMDDHHMMSSZ`). Nil: openssl refused.
  public func issue(_ name: String, from start: String, to end: String) -> (certificate: String, key: String)?
  {
    let request = Tools.run(
      "openssl",
      [
        "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "\(name).key", "-out", "\(name).csr", "-subj",
        "/CN=localhost", "-config", "ca.cnf"
      ], in: folder)
    let certificate = Tools.run(
      "openssl",
      [
        "ca", "-batch", "-config", "ca.cnf", "-in", "\(name).csr", "-out", "\(name).pem", "-startdate", start,
        "-enddate", end, "-notext"
      ], in: folder)
    guard request != nil, certificate != nil else { return nil }
    let base = folder.appendingPathComponent(name).path
    return (base + ".pem", base + ".key")
  }
}

/// A child process that speaks TLS at a port of its own and passes what it hears to a plain server.
public final class TLSFront: @unchecked Sendable {
  public let port: Int
  private let process: ChildProcess

  /// Nil: python3 is missing or could not start.
  public init?(certificate: String, key: String, backendPort: Int) {
    let program = """
      import socket, ssl, sys, threading
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain(sys.argv[1], sys.argv[2])
      listener = socket.create_server(("127.0.0.1", 0))
      print(listener.getsockname()[1], flush=True)
      def pump(source, sink):
          try:
              while True:
                  data = source.recv(65536)
                  if not data: break
                  sink.sendall(data)
          except OSError: pass
          try: sink.shutdown(socket.SHUT_WR)
          except OSError: pass
      def serve(plain):
          try: client = context.wrap_socket(plain, server_side=True)
          except OSError: return
          backend = socket.create_connection(("127.0.0.1", int(sys.argv[3])))
          threading.Thread(target=pump, args=(client, backend), daemon=True).start()
          pump(backend, client)
          client.close()
      def watch():
          sys.stdin.read()
          import os
          os._exit(0)
      threading.Thread(target=watch, daemon=True).start()
      while True:
          plain, _ = listener.accept()
          threading.Thread(target=serve, args=(plain,), daemon=True).start()
      """
    // It ends when its standard input is closed, so also when the test is killed.
    let arguments = ["-c", program, certificate, key, String(backendPort)]
    guard let process = ChildProcess("python3", arguments) else { return nil }
    guard let line = process.readLine(), let number = Int(line) else {
      process.end()
      return nil
    }
    self.process = process
    port = number
  }

  public func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

  public func stop() { process.end() }
}
