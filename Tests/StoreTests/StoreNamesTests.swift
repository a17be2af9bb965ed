import Core
import Formats
import Linux
import Runtime
import Support
import Testing

@Suite struct StoreNamesTests {
  private static let folder = "/var/lib/nightstand"

  @Test func theHouseMayNameTheLists() throws {
    var settings = HouseSettings()
    settings.recentsFile = "heard.plist"
    settings.favoritesFile = "loved.plist"
    let names = StoreNames(settings)
    let disk = SimulatedDisk()
    let store = try Store(folder: Self.folder, names: names, calls: disk)
    let station = Station(name: "S", link: "http://h.example/s")
    store.save(.favorites, SiteListFile.write([station], kind: .favorites))
    store.save(.recents, SiteListFile.write([station], kind: .recents))
    let isWritten = store.close()
    #expect(isWritten)
    #expect(disk.content("\(Self.folder)/loved.plist") != nil)
    #expect(disk.content("\(Self.folder)/heard.plist") != nil)
    #expect(disk.content("\(Self.folder)/favoriteSites.plist") == nil)
    let kept = Kept(folder: Self.folder, names: names, calls: disk)
    #expect(kept.favorites == [station] && kept.recents == [station])
    #expect(Kept(folder: Self.folder, calls: disk).favorites == [])
  }
}
