import DeckConfiguration
import EventLoop
import Gestures
import LibinputTouch
import Logging

/// Reads the touchscreens, and passes on what they report.
struct PanelReader: ~Copyable {
  private let host: PanelHost
  private let log: Logger
  private var libinput: LibinputContext
  private let grabsAll: Bool
  /// Which devices are opened.
  let devices: DaemonOptions.Devices
  private var suspends = SuspendDetector(.now)
  /// What is being handled; a reused buffer.
  private var reports: [PanelReport] = []

  /// Opens the devices.
  init(_ options: DaemonOptions, _ host: PanelHost, log: Logger) throws(DaemonError) {
    self.host = host
    self.log = log
    libinput = try options.openDevices()
    grabsAll = options.grabsPanels
    devices = options.devices
    if log.logLevel <= .info { libinput.log(from: log.logLevel <= .debug ? .debug : .info) }
  }

  /// The descriptors that are readable when there is something to read.
  var descriptors: [Int32] { libinput.descriptors }

  /// Reads and handles all pending reports of libinput.
  ///
  /// After a suspend the panels are opened again instead: the kernel lifts every finger when it suspends (Linux 6.1),
  /// and a finger that suspends the machine swipes no card. To the decks, whose clock stood still, this is the moment
  /// of the suspend.
  mutating func read(_ senses: Senses?, under configuration: DaemonConfiguration) throws(LibinputError) {
    let isResumed = suspends.detects(.now)
    defer {
      reports.clear()
      if libinput.hasNews { logNews() }
    }
    if isResumed {
      log.notice("resumed from suspend; opening the touchscreens again")
      try libinput.reopen(into: &reports)
      senses?.closeAfterSuspend()
    }
    try libinput.dispatch(into: &reports)
    var hasAdded = false
    for report in reports {
      if case .frame(let panel, let frame) = report {
        host.touch(panel, frame)
      } else if change(by: report, senses, under: configuration) {
        hasAdded = true
      }
    }
    if hasAdded { host.applyPassthrough() }
    if hasAdded || isResumed { senses?.update() }
  }

  /// Adds or removes a panel.
  ///
  /// - Returns: whether it is new.
  private mutating func change(by report: PanelReport, _ senses: Senses?, under configuration: DaemonConfiguration)
    -> Bool
  {
    switch report {
    case .added(let info):
      let mapping = configuration.mapping(for: PanelIdentity(info))
      host.add(info, under: configuration, isGrabbed: grab(info.id, under: mapping))
      return true
    case .removed(let id):
      if let path = host.registry[id]?.info.path { senses?.close(path) }
      host.remove(id)
      return false
    case .frame: return false
    }
  }

  /// Logs what libinput refused, and what it has to say.
  private mutating func logNews() {
    for refusal in libinput.drainRefusals() { log.error("\(refusal)") }
    for line in libinput.drainLog() {
      log.log(level: line.priority == .error ? .warning : .debug, "libinput: \(line.text)")
    }
  }

  /// Takes from other programs the touches of the panels whose mapping says so, and passes on those that no deck takes.
  mutating func applyAccess() {
    for panel in host.registry.connected { host.setGrabbed(panel.info.id, grab(panel.info.id, under: panel.mapping)) }
    host.applyPassthrough()
  }

  /// Takes a panel's touches from other programs, or gives them back.
  ///
  /// - Returns: whether deckd alone has them now.
  private mutating func grab(_ panel: PanelID, under mapping: PanelMapping) -> Bool {
    let isGrabbed = grabsAll || mapping.isGrabbed
    do throws(LibinputError) {
      try libinput.grab(panel, isGrabbed)
      return isGrabbed
    } catch {
      log.error("\(error)")
      return !isGrabbed
    }
  }
}
