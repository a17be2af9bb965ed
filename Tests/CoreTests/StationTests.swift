import Core
import Testing

@Suite struct StationTests {
  @Test func identityIsTheLink() {
    let first = Station(name: "Rain", link: "http://h.example/rain.mp3")
    var second = first
    second.name = "Rain again"
    second.logo = "rain"
    #expect(first.isSame(as: second))
  }
}
