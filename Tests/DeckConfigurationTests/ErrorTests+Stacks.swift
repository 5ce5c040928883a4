/// What a file is told whose settings are wrong for a stack, or right for the other kind of deck.
extension ErrorTests {
  static let wallet = "\(deck)preset = 'wallet'\n"
  static let ofSwipeDecks = "a setting of swipe decks; this deck's preset is wallet, a stack"
  static let ofStacks = "a setting of stacks; this deck's preset is natural, a swipe deck"

  static let kinds = [
    Row("\(wallet)settings.fly.duration = 1", "f:4: decks[0].settings.fly.duration: \(ofSwipeDecks)"),
    Row("\(wallet)settings.threshold = 1", "f:4: decks[0].settings.threshold: commit.threshold is \(ofSwipeDecks)"),
    Row("\(wallet)settings.fly = 1", "f:4: decks[0].settings.fly: \(ofSwipeDecks)"),
    Row("\(wallet)settings.visible = 99", "f:4: decks[0].settings.visible: \(ofSwipeDecks)"),
    Row(
      "\(wallet)[decks.settings.fly]\nrotation.left = 0\n[decks.settings.appear]\nscale = 0",
      "f:5: decks[0].settings.fly.rotation.left: \(ofSwipeDecks)",
      "f:7: decks[0].settings.appear.scale: \(ofSwipeDecks)"
    ),
    Row("\(deck)settings.stack.step = 50", "f:3: decks[0].settings.stack.step: \(ofStacks)"),
    Row("\(deck)settings.appear.stagger = 0", "f:3: decks[0].settings.appear.stagger: \(ofStacks)"),
    Row(
      "\(deck)settings.dismiss = { byDrag = true }\npreset = 'koloda'",
      "f:3: decks[0].settings.dismiss.byDrag: a setting of stacks; this deck's preset is koloda, a swipe deck"
    ),
    Row(
      "\(wallet)settings.stack.stpe = 50",
      "f:4: decks[0].settings.stack.stpe: unknown key; did you mean \"stack.step\"?"
    ),
    Row(
      "\(wallet)settings.appear.scal = 1",
      "f:4: decks[0].settings.appear.scal: unknown key; expected one of appear.enabled, appear.toFrontEnds, "
        + "appear.idle, appear.blocksTouches, appear.spring, appear.blend, appear.stagger"
    ),
    Row(
      "\(deck)settings.appear.staggr = 1",
      "f:3: decks[0].settings.appear.staggr: unknown key; expected one of appear.enabled, appear.toFrontEnds, "
        + "appear.idle, appear.scale, appear.duration, appear.delay, appear.blocksTouches"
    ),
    Row(
      "\(wallet)settings.fly.wings = 2",
      "f:4: decks[0].settings.fly.wings: unknown key; expected one of stack.…, touch.…, press.…, tap.…, reorder.…, "
        + "release.…, scroll.…, autoscroll.…, fan.…, open.…, detail.…, header.…, dismiss.…, bounce.…, appear.…, insert.…, "
        + "pushOut.…, haptics.…, accessibility.…, announce.…, prefetch.…"
    ),
    Row(
      "\(wallet)settings.\"stack.step\" = 1",
      "f:4: decks[0].settings.\"stack.step\": unknown key; write stack.step without quotes"
    ),
    // Nobody knows which kind of deck it is to be.
    Row(
      "\(deck)preset = 'walet'\nsettings = { stack.step = 50, fly.duration = 1, stack.inset = -1 }",
      "f:3: decks[0].preset: unknown preset \"walet\"; "
        + "expected one of \(presets); did you mean \"wallet\"?",
      "f:4: decks[0].settings.stack.inset: -1 is out of range; expected a length, 0…500 pt, such as 12 or \"1.6mm\""
    ),
    Row(
      "\(deck)preset = 1\nsettings = { stack.step = 50, fly.duration = 1 }",
      "f:3: decks[0].preset: found a number; expected one of \(presets)"
    ),
    Row("\(deck)stack.step = 50", "f:3: decks[0].stack: unknown key; did you mean \"settings.stack\"?"),
    Row("\(deck)card.aspect = 0.7", "f:3: decks[0].card: unknown key; did you mean \"settings.card\"?"),
  ]

  static let stacks = [
    Row(
      "\(wallet)settings.stack.aspect = 0.05",
      "f:4: decks[0].settings.stack.aspect: 0.05 is out of range; expected 0, or a number, 0.1…10"
    ),
    Row(
      "\(wallet)settings.stack.aspect = 'wide'",
      "f:4: decks[0].settings.stack.aspect: found a string; expected 0, or a number, 0.1…10"
    ),
    Row(
      "\(wallet)settings.detail.snap = '0.125mm'",
      "f:4: decks[0].settings.detail.snap: \"0.125mm\" is 0.8 pt and out of range; "
        + "expected 0, or a length, 1…5000 pt, such as 12 or \"1.6mm\""
    ),
    Row(
      "\(wallet)settings.stack.step = 0",
      "f:4: decks[0].settings.stack.step: 0 is out of range; expected a length, 1…1000 pt, such as 12 or \"1.6mm\""
    ),
    Row(
      "\(wallet)settings.scroll.deceleration = 1",
      "f:4: decks[0].settings.scroll.deceleration: 1 is out of range; expected a number, 0.9…0.9995"
    ),
    Row(
      "\(wallet)settings.reorder.when = 'alive'",
      "f:4: decks[0].settings.reorder.when: unknown choice \"alive\"; expected one of atRelease, live; "
        + "did you mean \"live\"?"
    ),
    Row(
      "\(wallet)settings.bounce.fallSpring = 'duration 0.4, bounce 1'",
      "f:4: decks[0].settings.bounce.fallSpring: its dampingFraction is 0, so that it never comes to rest; "
        + "expected 0.05…10"
    ),
  ]
}
