import DeckConfiguration
import DeckEngine
import DeckProtocol
import Kinetics

/// A configuration file is refused with a line, or an engine starts with it.
func fuzzConfiguration(_ bytes: [UInt8]) {
  guard let text = String(validating: bytes, as: UTF8.self) else { return }
  let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
  do throws(ConfigurationError) {
    let configuration = try DaemonConfiguration(toml: text, file: "fuzzed")
    require(!configuration.report.isEmpty, "no report")
    let engine: Engine
    do throws(EngineError) {
      engine = try Engine(configuration.engineConfiguration(panels: []), at: Instant(microseconds: 0))
    } catch {
      fatalError("\(error)")
    }
    check(engine)
  } catch {
    require(!error.problems.isEmpty, "refused without a reason")
    for problem in error.problems { require((1...lines).contains(problem.line), "\(problem)") }
  }
}

/// An engine with the configuration starts and comes to rest.
private func check(_ engine: consuming Engine) {
  engine.interest = [.events]
  _ = engine.start(appearing: true)
  require(engine.violations.isEmpty, "\(engine.violations)")
  // A setting can make an animation hours long.
  for _ in 0..<100 {
    guard let due = engine.nextDeadline else { return }
    _ = engine.handle(.deadline, at: due)
  }
  require(engine.violations.isEmpty, "\(engine.violations)")
}

/// A file with cards is refused with a place, or has cards of different ids.
func fuzzCards(_ bytes: [UInt8]) {
  do throws(CardList.Failure) {
    let list = try CardList(bytes, name: "fuzzed")
    require(Set(list.cards.map(\.id)).count == list.cards.count, "an id twice")
  } catch {
    require(error.problem.hasPrefix("fuzzed:"), "no place: \(error)")
  }
}
