extension SettingsTable {
  /// How a card is opened and closed (W3).
  static let opening: [SettingRow] = [
    SettingRow(
      "open.kind",
      of: [.stack],
      at: \.stack.opening,
      takes: .choice(),
      summary: "How a card is opened: slide, the stack makes way and the detail comes from below; or hero, the card "
        + "becomes the header of its detail and the others fade.",
      source: "W3; Wallet offset(for:), CardDeck matchedGeometryEffect"
    ),
    SettingRow(
      "open.spring",
      of: [.stack],
      at: \.stack.openSpring,
      takes: .spring,
      summary: "The spring of a hero that is opened or closed.",
      source: "W3; CardDeck heroTransition"
    ),
    SettingRow(
      "open.duration",
      of: [.stack],
      at: \.stack.openDuration,
      takes: .number(0.01...10, "s"),
      summary: "How long a slide takes.",
      source: "W3; Wallet withAnimation(.easeOut(duration: 0.15).delay(0.1))"
    ),
    SettingRow(
      "open.delay",
      of: [.stack],
      at: \.stack.openDelay,
      takes: .number(0...10, "s"),
      summary: "How long a slide waits.",
      source: "W3; Wallet withAnimation(.easeOut(duration: 0.15).delay(0.1))"
    ),
    SettingRow(
      "open.curve",
      of: [.stack],
      at: \.stack.openCurve,
      takes: .choice(),
      summary: "The timing curve of a slide.",
      source: "W3, M4; Wallet withAnimation(.easeOut(duration: 0.15).delay(0.1))"
    ),
    SettingRow(
      "open.exit",
      of: [.stack],
      at: \.stack.openExit,
      takes: .length(0...100_000),
      summary: "How far down cards go that a slide puts out of sight; at least the surface's height.",
      source: "W3; Wallet offset(for:) 1400"
    ),
  ]

  /// The detail of an open card and its header (W3, W10).
  static let detail: [SettingRow] = [
    SettingRow(
      "detail.gap",
      of: [.stack],
      at: \.stack.detailGap,
      takes: .length(0...1000),
      summary: "Space between the open card and its detail.",
      source: "W3; Wallet padding(.top, 10)"
    ),
    SettingRow(
      "detail.axis",
      of: [.stack],
      at: \.stack.detailAxis,
      takes: .choice(),
      summary: "Which way the detail's content scrolls.",
      source: "W10"
    ),
    SettingRow(
      "detail.distance",
      of: [.stack],
      at: \.stack.detailDistance,
      takes: .length(0.5...200),
      summary: "A finger on an open card that moves this far scrolls its detail, or drags the card down.",
      source: "W9, W10; SwiftUI DragGesture minimumDistance"
    ),
    SettingRow(
      "detail.snap",
      of: [.stack],
      at: \.stack.detailSnap,
      takes: .zero(or: .length(1...5000)),
      summary: "The detail's content comes to rest at multiples of this; 0 for anywhere.",
      source: "W10"
    ),
    SettingRow(
      "header.height",
      of: [.stack],
      at: \.stack.headerHeight,
      takes: .length(1...5000),
      summary: "The height of a card that is the header of its detail.",
      source: "W3"
    ),
    SettingRow(
      "header.inset",
      of: [.stack],
      at: \.stack.headerInset,
      takes: .length(0...500),
      summary: "Space left and right of the header, and above it.",
      source: "W3"
    ),
    SettingRow(
      "header.scroll",
      of: [.stack],
      at: \.stack.headerScroll,
      takes: .length(0...5000),
      summary: "The header follows the detail's scroll to this offset.",
      source: "W10"
    ),
    SettingRow(
      "header.fade",
      of: [.stack],
      at: \.stack.headerFade,
      takes: .length(1...10_000),
      summary: "The scroll at which the header's opacity is 0.",
      source: "W10; CardDeck scrollOffset / 200"
    ),
    SettingRow(
      "header.shrink",
      of: [.stack],
      at: \.stack.headerShrink,
      takes: .length(1...10_000),
      summary: "The scroll at which the header's scale would be 0.",
      source: "W10; CardDeck scrollOffset / 800"
    ),
    SettingRow(
      "header.scale",
      of: [.stack],
      at: \.stack.headerScale,
      takes: .number(0.1...1),
      summary: "The header's smallest scale.",
      source: "W10; CardDeck scaleEffect 0.85"
    ),
  ]

  /// How an open card is dragged away (W9).
  static let dismissal: [SettingRow] = [
    SettingRow(
      "dismiss.byDrag",
      of: [.stack],
      at: \.stack.dismissByDrag,
      takes: .flag,
      summary: "Whether an open card is closed by dragging it down.",
      source: "W9"
    ),
    SettingRow(
      "dismiss.start",
      of: [.stack],
      at: \.stack.dismissStart,
      takes: .length(0.5...200),
      summary: "A finger that moves this far down drags an open card.",
      source: "W9; CardDeck DragGesture minimumDistance"
    ),
    SettingRow(
      "dismiss.scroll",
      of: [.stack],
      at: \.stack.dismissScroll,
      takes: .length(0...1000),
      summary: "An open card is not dragged when its detail is scrolled farther than this.",
      source: "W9; CardDeck canDragDownToDismiss"
    ),
    SettingRow(
      "dismiss.follow",
      of: [.stack],
      at: \.stack.dismissFollow,
      takes: .number(0...1),
      summary: "How much of the finger's way an open card follows.",
      source: "W9; CardDeck dragDownOffset"
    ),
    SettingRow(
      "dismiss.distance",
      of: [.stack],
      at: \.stack.dismissDistance,
      takes: .length(0...2000),
      summary: "A release closes a card that is dragged farther than this.",
      source: "W9; CardDeck 120"
    ),
    SettingRow(
      "dismiss.ratio",
      of: [.stack],
      at: \.stack.dismissRatio,
      takes: .number(1...100),
      summary: "A release also closes a card when the finger's predicted way is more than this many times its way.",
      source: "W9; CardDeck velocity > 1.5"
    ),
    SettingRow(
      "dismiss.least",
      of: [.stack],
      at: \.stack.dismissLeast,
      takes: .length(0...2000),
      summary: "The card has to be dragged farther than this for dismiss.ratio to count.",
      source: "W9; CardDeck 60"
    ),
    SettingRow(
      "dismiss.fade",
      of: [.stack],
      at: \.stack.dismissFade,
      takes: .number(0...1),
      summary: "How much of its opacity a card would lose that is dragged down by the surface's height.",
      source: "W9; CardDeck opacity(1 - progress*0.3)"
    ),
    SettingRow(
      "dismiss.shrink",
      of: [.stack],
      at: \.stack.dismissShrink,
      takes: .number(0...0.9),
      summary: "How much smaller a card would be that is dragged down by the surface's height.",
      source: "W9; CardDeck scaleEffect(1 - progress*0.1, anchor: .top)"
    ),
    SettingRow(
      "dismiss.spring",
      of: [.stack],
      at: \.stack.dismissSpring,
      takes: .spring,
      summary: "The spring of a dragged card when it is let go.",
      source: "W9; CardDeck dismiss"
    ),
  ]
}
