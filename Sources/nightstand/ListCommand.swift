internal import Core
internal import Formats

/// `nightstand list [--stations FILE] [--json]`
enum ListCommand {
  /// The exit status: 1 if there is no station.
  static func run(
    _ options: ListOptions, stateFolder: String = Folders.state,
    line: (String) -> Void = Output.line, complain: (String) -> Void = Output.complain
  ) -> Int32 {
    let name = HouseFile.read(stateFolder: stateFolder).settings.stationsFile
    let loaded = StationsFile.load(asked: options.stations, stateFolder: stateFolder, name: name)
    for findings in loaded.findings { Output.findings(findings, to: complain) }
    guard let catalogue = loaded.catalogue else {
      if options.stations == nil, loaded.findings.isEmpty {
        complain("nightstand: there is no station list; name one by --stations FILE")
      }
      return 1
    }
    if options.isJSON {
      line(json(catalogue).text)
    } else {
      // Numbered through, as they are typed on a keyboard.
      var number = 0
      for category in catalogue.categories {
        line(category.name)
        for station in category.stations {
          number += 1
          line("    \(number). \(station.name)  \(station.link)")
        }
      }
    }
    return 0
  }

  static func json(_ catalogue: Catalogue) -> JSONValue {
    let categories = catalogue.categories.map { category in
      JSONValue.object([
        "name": .string(category.name), "stations": .array(category.stations.map(json))
      ])
    }
    return .object(["categories": .array(categories)])
  }

  /// `logo` is null where the list has none; `gain` and `charset` are only there if the list gives them.
  private static func json(_ station: Station) -> JSONValue {
    var members: [JSONValue.Member] = [
      JSONValue.Member("name", .string(station.name)),
      JSONValue.Member("link", .string(station.link)),
      JSONValue.Member("alternates", .array(station.alternates.map { .string($0) })),
      JSONValue.Member("logo", station.logo.map { .string($0) } ?? .null)
    ]
    if let gain = station.gain { members.append(JSONValue.Member("gain", .double(gain))) }
    if let charset = station.charset {
      members.append(JSONValue.Member("charset", .string(charset)))
    }
    return .object(members)
  }
}
