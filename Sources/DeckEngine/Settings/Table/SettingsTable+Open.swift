extension SettingsTable {
  /// How a card is opened and closed (W3).
  static let opening: [SettingRow] = [
    SettingRow(
      "open.kind",
      of: StackSettings.self,
      at: \.opening,
      takes: .choice(),
      takesEffect: .byRelayout,
      summary: "Transition of a card that opens: slide, the cards of the stack slide apart and the detail enters from "
        + "below; or hero, the card becomes the header of its detail and the others fade.",
      source: "W3; Wallet offset(for:), CardDeck matchedGeometryEffect"
    ),
    SettingRow(
      "open.spring",
      of: StackSettings.self,
      at: \.openSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of the hero transition, for opening and closing.",
      source: "W3; CardDeck heroTransition"
    ),
    SettingRow(
      "open.duration",
      of: StackSettings.self,
      at: \.openDuration,
      takes: .number(0.01...10, "s"),
      takesEffect: .atNextUse,
      summary: "Duration of the slide transition.",
      source: "W3; Wallet withAnimation(.easeOut(duration: 0.15).delay(0.1))"
    ),
    SettingRow(
      "open.delay",
      of: StackSettings.self,
      at: \.openDelay,
      takes: .number(0...10, "s"),
      takesEffect: .atNextUse,
      summary: "Delay before the slide transition starts.",
      source: "W3; Wallet withAnimation(.easeOut(duration: 0.15).delay(0.1))"
    ),
    SettingRow(
      "open.curve",
      of: StackSettings.self,
      at: \.openCurve,
      takes: .choice(),
      takesEffect: .atNextUse,
      summary: "The timing curve of the slide transition.",
      source: "W3, M4; Wallet withAnimation(.easeOut(duration: 0.15).delay(0.1))"
    ),
    SettingRow(
      "open.exit",
      of: StackSettings.self,
      at: \.openExit,
      takes: .length(0...100_000),
      takesEffect: .byRelayout,
      summary: "How far down the slide transition moves the cards that it puts out of sight; at least the surface's "
        + "height.",
      source: "W3; Wallet offset(for:) 1400"
    ),
  ]

  /// The detail of an open card and its header (W3, W10).
  static let detail: [SettingRow] = [
    SettingRow(
      "detail.gap",
      of: StackSettings.self,
      at: \.detailGap,
      takes: .length(0...1000),
      takesEffect: .byRelayout,
      summary: "Space between the open card and its detail.",
      source: "W3; Wallet padding(.top, 10)"
    ),
    SettingRow(
      "detail.axis",
      of: StackSettings.self,
      at: \.detailAxis,
      takes: .choice(),
      takesEffect: .byRelayout,
      summary: "The axis along which the detail's content scrolls.",
      source: "W10"
    ),
    SettingRow(
      "detail.distance",
      of: StackSettings.self,
      at: \.detailDistance,
      takes: .length(0.5...200),
      takesEffect: .atNextUse,
      summary: "Minimum movement with which a finger on an open card scrolls its detail, or drags the card down.",
      source: "W9, W10; SwiftUI DragGesture minimumDistance"
    ),
    SettingRow(
      "detail.snap",
      of: StackSettings.self,
      at: \.detailSnap,
      takes: .zero(or: .length(1...5000)),
      takesEffect: .atNextUse,
      summary: "Snap interval of the detail: its content comes to rest at multiples of this; 0 for no snapping.",
      source: "W10"
    ),
    SettingRow(
      "header.height",
      of: StackSettings.self,
      at: \.headerHeight,
      takes: .length(1...5000),
      takesEffect: .byRelayout,
      summary: "The height of a card that is the header of its detail.",
      source: "W3"
    ),
    SettingRow(
      "header.inset",
      of: StackSettings.self,
      at: \.headerInset,
      takes: .length(0...500),
      takesEffect: .byRelayout,
      summary: "Space left and right of the header, and above it.",
      source: "W3"
    ),
    SettingRow(
      "header.scroll",
      of: StackSettings.self,
      at: \.headerScroll,
      takes: .length(0...5000),
      takesEffect: .byRelayout,
      summary: "The detail's scroll offset up to which the header fades and shrinks.",
      source: "W10"
    ),
    SettingRow(
      "header.fade",
      of: StackSettings.self,
      at: \.headerFade,
      takes: .length(1...10_000),
      takesEffect: .byRelayout,
      summary: "The detail's scroll offset at which the header's opacity is 0.",
      source: "W10; CardDeck scrollOffset / 200"
    ),
    SettingRow(
      "header.shrink",
      of: StackSettings.self,
      at: \.headerShrink,
      takes: .length(1...10_000),
      takesEffect: .byRelayout,
      summary: "The detail's scroll offset at which the header's scale would be 0 without a limit.",
      source: "W10; CardDeck scrollOffset / 800"
    ),
    SettingRow(
      "header.scale",
      of: StackSettings.self,
      at: \.headerScale,
      takes: .number(0.1...1),
      takesEffect: .byRelayout,
      summary: "The header's smallest scale.",
      source: "W10; CardDeck scaleEffect 0.85"
    ),
  ]

  /// How an open card is dragged away (W9).
  static let dismissal: [SettingRow] = [
    SettingRow(
      "dismiss.byDrag",
      of: StackSettings.self,
      at: \.dismissByDrag,
      takes: .flag,
      takesEffect: .atNextUse,
      summary: "Whether dragging an open card down closes it.",
      source: "W9"
    ),
    SettingRow(
      "dismiss.start",
      of: StackSettings.self,
      at: \.dismissStart,
      takes: .length(0.5...200),
      takesEffect: .byRelayout,
      summary: "Minimum downward movement with which a finger drags an open card.",
      source: "W9; CardDeck DragGesture minimumDistance"
    ),
    SettingRow(
      "dismiss.scroll",
      of: StackSettings.self,
      at: \.dismissScroll,
      takes: .length(0...1000),
      takesEffect: .atNextUse,
      summary: "The maximum scroll offset at which an open card can be dragged down, of a detail that scrolls "
        + "vertically.",
      source: "W9; CardDeck canDragDownToDismiss"
    ),
    SettingRow(
      "dismiss.follow",
      of: StackSettings.self,
      at: \.dismissFollow,
      takes: .number(0...1),
      takesEffect: .byRelayout,
      summary: "The fraction of the finger's movement that a dragged open card follows.",
      source: "W9; CardDeck dragDownOffset"
    ),
    SettingRow(
      "dismiss.distance",
      of: StackSettings.self,
      at: \.dismissDistance,
      takes: .length(0...2000),
      takesEffect: .atNextUse,
      summary: "Distance threshold: a release closes a card that has been dragged farther than this.",
      source: "W9; CardDeck 120"
    ),
    SettingRow(
      "dismiss.ratio",
      of: StackSettings.self,
      at: \.dismissRatio,
      takes: .number(1...100),
      takesEffect: .atNextUse,
      summary: "A release also closes a card if the finger's predicted translation is more than this many times its "
        + "actual translation.",
      source: "W9; CardDeck velocity > 1.5"
    ),
    SettingRow(
      "dismiss.least",
      of: StackSettings.self,
      at: \.dismissLeast,
      takes: .length(0...2000),
      takesEffect: .atNextUse,
      summary: "Distance beyond which a card must have been dragged for dismiss.ratio to apply.",
      source: "W9; CardDeck 60"
    ),
    SettingRow(
      "dismiss.fade",
      of: StackSettings.self,
      at: \.dismissFade,
      takes: .number(0...1),
      takesEffect: .byRelayout,
      summary: "The opacity that a card loses when it is dragged down by the surface's height.",
      source: "W9; CardDeck opacity(1 - progress*0.3)"
    ),
    SettingRow(
      "dismiss.shrink",
      of: StackSettings.self,
      at: \.dismissShrink,
      takes: .number(0...0.9),
      takesEffect: .byRelayout,
      summary: "The fraction by which a card shrinks when it is dragged down by the surface's height.",
      source: "W9; CardDeck scaleEffect(1 - progress*0.1, anchor: .top)"
    ),
    SettingRow(
      "dismiss.spring",
      of: StackSettings.self,
      at: \.dismissSpring,
      takes: .spring,
      takesEffect: .atNextUse,
      summary: "The spring of a dragged open card after its release.",
      source: "W9; CardDeck dismiss"
    ),
  ]
}
