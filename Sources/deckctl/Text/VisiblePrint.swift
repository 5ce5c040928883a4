import MessageText

/// Prints a text for a person or a program, with escapes for what would reorder it in a terminal.
///
/// It stands in for Swift's own function in all of deckctl, so that no command has to think of what cards, panels and
/// files are called; OutputBuffer and StandardError do the same.
func print(_ text: String, terminator: String = "\n") {
  Swift.print(VisibleText.escaped(text), terminator: terminator)
}
