import DeckConfiguration
import Testing

@Suite struct `What toml++ must not parse` {
  @Test(arguments: [
    "a = 'é' # é", "'é' = 1", "a = \"\\\"é\"", "a = '''\né'\n''é'''''", "a = \"\"\"\n\\\"\"\"é\"\"\"\"\"",
    "\u{FEFF}a = 1", "",
    "a = 'é", "a = \"\\", "a = '''", "a = 1.5\nb = [1.5, 2.5]",
    "a" + String(repeating: ".a", count: 31) + " = 1",
    String(repeating: "a.b = 1.5\n", count: 100), String(repeating: "{ a.b = 1.5, ", count: 100),
  ])
  func `is not in a text whose strings and comments hold every other character`(_ text: String) {
    #expect(TOMLGuard(Array(text.utf8)).obstacle == nil)
  }

  @Test(arguments: [
    ("é = 1", 0, "\"é\""), ("a = é", 4, "\"é\""), ("a = 'x\né", 7, "\"é\""), ("a = '\\'é", 7, "\"é\""),
    ("a = ''''é'''é", 13, "\"é\""), ("a = \"\\\\\"\u{1F600}", 8, "\"\u{1F600}\""),
    ("\u{FEFF}\u{FEFF}", 3, "\"\u{FEFF}\""),
  ])
  func `is a character that is not ASCII anywhere else`(_ text: String, _ offset: Int, _ character: String) {
    let obstacle = TOMLGuard(Array(text.utf8)).obstacle
    #expect(obstacle?.offset == offset)
    #expect(obstacle?.text.contains(character) == true)
  }

  @Test(arguments: [("", 0), ("b = 1\n", 6), ("[", 1), ("b = { ", 6), ("b = { c = 1, ", 13)])
  func `is a key of more than 32 parts, from its start`(_ before: String, _ offset: Int) {
    let key = "a" + String(repeating: " . \"a.a\"", count: 32)
    #expect(TOMLGuard(Array((before + key).utf8)).obstacle?.offset == offset)
    #expect(TOMLGuard(Array((before + key.dropLast(8)).utf8)).obstacle == nil)
  }
}
