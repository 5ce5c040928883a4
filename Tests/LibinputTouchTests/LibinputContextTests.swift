import Glibc
import LibinputTouch
import Testing

/// What can be told without a device; everything else is tested over a mocked device tree.
@Suite struct LibinputContextTests {
  @Test func `a missing device is named with what to do`() {
    let path = "/dev/input/there-is-no-such-device"
    #expect(throws: LibinputError.missing(path: path)) { try Self.open(path) }
    #expect(LibinputError.missing(path: path).description.contains(path))
    #expect(LibinputError.missing(path: path).description.contains("ls /dev/input/by-path"))
  }

  @Test(arguments: ["/etc/hostname", "/dev", "/dev/null"])
  func `what is not an input device is refused by name`(path: String) {
    #expect(throws: LibinputError.notAnInputDevice(path: path)) { try Self.open(path) }
  }

  @Test func `permission is named with the rule that gives it`() {
    let message = LibinputError.notPermitted(path: "/dev/input/event3", errno: EACCES).description
    #expect(message.contains("/dev/input/event3"))
    #expect(message.contains("70-deckd.rules"))
  }

  @Test func `a context without devices has nothing to report`() throws {
    var context = try LibinputContext(devices: [])
    let reports = try context.dispatch()
    #expect(reports.isEmpty)
    #expect(context.drainLog().isEmpty)
    #expect(context.drainRefusals().isEmpty)
  }

  private static func open(_ path: String) throws {
    _ = try LibinputContext(devices: [path])
  }
}
