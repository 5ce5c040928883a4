import DeckEngine
import DeckProtocol
import Kinetics

/// A fan on a surface of 400 by 800 points: cards of 220 points, 64 points apart, 16 points below its upper edge.
func sampleLayout(_ change: (inout StackSettings) -> Void = { _ in }) -> StackLayout {
  var own = StackSettings()
  change(&own)
  let size = Size(width: 400, height: 800)
  return StackLayout(
    settings: DeckSettings(own),
    area: Rectangle(origin: Point(x: 0, y: 0), size: size),
    surface: SurfaceConfiguration(name: "panel", size: size)
  )
}

/// Cards named `a`, `b`, `c`… in order.
func sampleCards(_ names: String) -> CardSequence { CardSequence(names.map { Card(id: String($0)) }) }
