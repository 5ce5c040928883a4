import ArgumentParser
import DeckReplay
import Kinetics

/// Generates recordings of synthetic fingers.
struct SynthesizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synthesize",
    abstract: "Make a recording of a touch: fingers that go a given way.",
    discussion: """
      Writes an evemu recording, with the description of a made-up panel, that replay, evemu-play and a test bed can \
      play. The same options give the same bytes. Places are in points of the surface, times in seconds, which are \
      rounded to whole reports of the panel.

      A swipe to the right, and what comes of it:
        deckctl synthesize --from 200,400 --to 380,400 --duration 0.2 -o swipe.evemu
        deckctl replay swipe.evemu
      A tap, and a long press:
        deckctl synthesize --from 200,400 --duration 0.05
        deckctl synthesize --from 200,400 --duration 0.6
      Five quick swipes along a bow, on a noisy panel:
        deckctl synthesize --from 80,400 --to 320,400 --duration 0.15 --shape curved --bow 30 --noise 0.5 --seed 7 \
      --repeat 5 --gap 0.2
      A drag that comes to a rest before the finger leaves:
        deckctl synthesize --from 40,400 --to 340,400 --duration 0.4 --shape braking --brake 0.04 --hold 0.1
      A long press that lifts a card of a stack, and the drag that moves it:
        deckctl synthesize --from 200,160 --to 200,400 --duration 0.4 --press 0.6
      Two fingers that part from 60 to 300 points, and fan a stack; 300..60 pinches them together:
        deckctl synthesize --from 200,300 --duration 0.2 --pinch 60..300 --hold 0.5
      A tap of three fingers, and the gesture of deckd.toml that comes of it:
        deckctl synthesize --from 200,400 --duration 0.1 --fingers 3 -o tap.evemu
        deckctl replay --config deckd.toml tap.evemu
      """
  )

  @OptionGroup(title: "What the finger does") var finger: SyntheticFingerOptions

  @OptionGroup(title: "What the panel does") var panel: SyntheticPanelOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where to write (default: standard output).", valueName: "file"),
    completion: .file()
  )
  var output: String?

  func validate() throws {
    // The groups have validated their own options; this checks their combination.
    let touch = touch
    let reports = touch.rate * Double(touch.count) * (touch.duration + finger.extraTime)
    guard reports <= Self.reportLimit else {
      throw ValidationError("these are \(Int(reports)) reports; at most \(Int(Self.reportLimit)) are made.")
    }
    let size = panel.surface.size
    if let (finger, place, time) = touch.place(outside: size) {
      let who = touch.fingers.count == 1 ? "the finger" : "finger \(finger + 1)"
      throw ValidationError(
        """
        \(who) would be at \(place.x.text),\(place.y.text) after \((Double(time.microseconds) / 1e6).text) s; \
        the surface is \(panel.surface) (--surface).
        """
      )
    }
  }

  func run() throws {
    do {
      let recording = try touch.recording(by: panel.name, on: panel.surface.size)
      let text = Array(recording.evemuText.utf8)
      if let output { try OutputFile.write(text, to: output) } else { OutputBuffer.print(text) }
    } catch {
      throw Failure("\(error)")
    }
  }

  /// The maximum number of reports, over an hour at 240 Hz; more is probably a typing error.
  private static let reportLimit = 1e6

  private var touch: SyntheticTouch {
    var touch = finger.touch(rate: panel.rate)
    touch.noise = panel.noise
    touch.seed = panel.seed
    return touch
  }
}
