import Testing

/// What the shells' scripts ask `deckctl` for.
@Suite
struct `The completion of words` {
  /// The candidates for the last of `words`, as the scripts request them for an argument of a subcommand.
  private func candidates(_ subcommand: String, _ argument: String, _ words: [String]) throws -> [String] {
    let line = ["deckctl", subcommand] + words
    let index = ["\(line.count - 1)", "\(words.last?.count ?? 0)"]
    let outcome = try run(
      "deckctl",
      ["---completion", subcommand, "--", argument] + index + line,
      environment: ["SAP_SHELL": "bash", "SAP_SHELL_VERSION": "5.2"]
    )
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.lines.filter { !$0.isEmpty }
  }

  @Test
  func `offers the daemon's decks and surfaces, and nothing without a daemon`() throws {
    let daemon = try LoneDaemon()
    for address in [["--socket", daemon.socket], ["--socket", "=", daemon.socket]] {
      #expect(try candidates("undo", "--deck", address + ["--deck", ""]) == ["main"])
      #expect(try candidates("surface", "positional@0", address + [""]) == ["main"])
    }
    let nowhere = ["--socket", "/nowhere/deckd.sock"]
    #expect(try candidates("undo", "--deck", nowhere + ["--deck", ""]).isEmpty)
    #expect(try candidates("surface", "positional@0", nowhere + [""]).isEmpty)
  }

  @Test
  func `offers the methods of the protocol`() throws {
    for shell in ["bash", "zsh", "fish"] {
      let script = try run("deckctl", ["--generate-completion-script", shell]).output
      for method in ["deck.swipe", "panel.calibrate", "input.inject"] {
        #expect(script.contains(method), "\(shell): \(method)")
      }
    }
  }

  @Test
  func `offers settings, and the choices of one`() throws {
    let settings = try candidates("configure", "positional@0", ["main", "commit."])
    #expect(settings.contains("commit.threshold=") && !settings.contains("main"))
    #expect(try candidates("configure", "positional@0", ["layout.kind", "="]) == ["fitted", "stacked", "stretched"])
    #expect(try candidates("configure", "positional@0", ["layout.kind", "=", "st"]).contains("stacked"))
    #expect(try candidates("configure", "positional@0", ["loop=f"]) == ["loop=false", "loop=true"])
    #expect(try candidates("configure", "positional@0", ["visible", "="]).isEmpty)
  }
}
