internal import Formats
internal import Glibc
internal import Linux

/// Where the radio's files are.
enum Folders {
  static var installedStations: String { path(share, "categorizedSites.plist") }

  /// `$NIGHTSTAND_SHARE`, else where the package puts what it brings along.
  static var share: String {
    if let folder = getenv("NIGHTSTAND_SHARE").map({ String(cString: $0) }), !folder.isEmpty { return folder }
    return "/usr/share/nightstand"
  }

  /// `$NIGHTSTAND_STATE`; for root /var/lib/nightstand; else `$XDG_STATE_HOME/nightstand`, else
  /// ~/.local/state/nightstand. Relative paths in the two XDG variables count as not set, as the XDG base
  /// directory specification says.
  static func state(environment: (String) -> String?, isRoot: Bool) -> String {
    if let folder = environment("NIGHTSTAND_STATE"), !folder.isEmpty { return folder }
    if isRoot { return "/var/lib/nightstand" }
    if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder + "/nightstand" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return "/var/lib/nightstand" }
    return home + "/.local/state/nightstand"
  }

  static var state: String {
    state(environment: { name in getenv(name).map { String(cString: $0) } }, isRoot: geteuid() == 0)
  }

  static func path(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
