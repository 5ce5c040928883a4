import DeckConfiguration
import DeckDaemon
import DeckProtocol
import Foundation
import Gestures
import Kinetics
import LibinputTouch
import TestSupport
import Testing

@Suite
struct `A surface that a client sizes` {
  private let folder: TemporaryFolder
  private let host: EngineHost
  private let handler: RequestHandler
  private let configuration: DaemonConfiguration
  private let peer: Peer

  init() throws {
    folder = try TemporaryFolder()
    let text = """
      surfaces = [{ name = "main" }, { name = "wall", width = 300, height = 600 }]
      decks = [{ id = "main", surface = "main" }]
      """
    configuration = try DaemonConfiguration(toml: text, file: folder.path + "/deckd.toml")
    let parts = try DaemonParts(configuration, in: folder.path)
    host = parts.host
    handler = RequestHandler(host, parts.options, parts.access)
    peer = try Peer()
    host.clients.add(peer.client)
  }

  private func answer(_ method: String, _ parameters: String = "{}") -> [String] {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
    handler.answer(.complete(Array(line.utf8)), of: peer.client)
    host.writeToClients()
    return peer.lines()
  }

  private func add(_ millimetres: Size?) {
    let axes = Size(width: 1000, height: 2000)
    let description = PanelDescription(name: "Goodix", axes: axes, millimetres: millimetres)
    host.panels.add(
      PanelInfo(id: PanelID(1), description: description, systemName: "e", path: "/e", vendor: 1, product: 2),
      under: configuration
    )
    host.writeToClients()
    _ = peer.lines()
  }

  private let page = Size(width: 412, height: 915)
  private let asked = #"{"surface":"main","w":412,"h":915}"#

  @Test
  func `has that size, and keeps it when it is asked for again`() {
    let lines = answer("surface.set", asked)
    #expect(lines.last?.contains(#""result":{"seq":"#) == true)
    #expect(host.engine.size(ofSurface: "main") == page)
    // The same again changes and publishes nothing.
    let sequence = host.engine.sequence
    #expect(answer("surface.set", asked).map { $0.contains(#""result":{"seq":"#) } == [true])
    #expect(host.engine.sequence == sequence)
  }

  @Test
  func `is refused its size where the file gives it`() {
    let lines = answer("surface.set", #"{"surface":"wall","w":412,"h":915,"refresh":30}"#)
    #expect(lines.count == 1 && lines[0].contains("-32000"))
    #expect(lines[0].contains(#"surface \"wall\" has its size from the configuration file"#))
    #expect(host.engine.surfaceStates.map(\.refresh) == [60, 60])
  }

  @Test
  func `is refused its size where a panel gives it, also one that comes later`() {
    _ = answer("surface.set", asked)
    #expect(host.engine.size(ofSurface: "main") == page)
    add(Size(width: 100, height: 200))
    #expect(host.engine.size(ofSurface: "main") == Size(width: 640, height: 1280))
    let lines = answer("surface.set", asked)
    #expect(lines.count == 1 && lines[0].contains("-32000"))
    #expect(lines[0].contains(#"surface \"main\" has its size from panel \"Goodix\""#))
  }

  @Test
  func `keeps it under a panel whose size makes no sense`() {
    add(Size(width: 1, height: 1))
    #expect(host.engine.size(ofSurface: "main") == Size(width: 400, height: 800))
    _ = answer("surface.set", asked)
    #expect(host.engine.size(ofSurface: "main") == page)
    _ = answer("surface.set", #"{"surface":"main","rotation":90}"#)
    #expect(host.engine.size(ofSurface: "main") == page)
  }

  @Test
  func `says how far it is stretched over a panel of another shape`() throws {
    let text = "surfaces = [{ name = \"main\", width = 412, height = 915 }]\ndecks = [{ id = \"main\" }]\n"
    let sized = try DaemonConfiguration(toml: text, file: folder.path + "/sized.toml")
    let other = try TemporaryFolder()
    let parts = try DaemonParts(sized, in: other.path)
    let handler = RequestHandler(parts.host, parts.options, parts.access)
    parts.host.clients.add(peer.client)
    func answer(_ method: String, _ parameters: String) -> String {
      let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
      handler.answer(.complete(Array(line.utf8)), of: peer.client)
      parts.host.writeToClients()
      return peer.lines().last ?? ""
    }
    let description = PanelDescription(
      name: "Goodix",
      axes: Size(width: 1000, height: 2000),
      millimetres: Size(width: 50, height: 100)
    )
    let info = PanelInfo(id: PanelID(1), description: description, systemName: "e", path: "/e", vendor: 1, product: 2)
    parts.host.panels.add(info, under: sized)
    // 412 × 915 on 50 × 100: 915 / 412 / 2. The surface turns with its panel.
    #expect(answer("daemon.status", "{}").contains(#""stretch":1.11"#))
    _ = answer("surface.set", #"{"surface":"main","rotation":90}"#)
    #expect(answer("daemon.status", "{}").contains(#""rotation":90,"flip":"none""#))
    #expect(answer("daemon.status", "{}").contains(#""stretch":1.11"#))
  }

  @Test
  func `keeps it over a reload`() throws {
    _ = answer("surface.set", asked)
    host.panels.reconfigure(configuration)
    #expect(host.engine.size(ofSurface: "main") == page)
    host.panels.reconfigure(.builtIn)
    #expect(host.engine.size(ofSurface: "main") == page)
  }
}
