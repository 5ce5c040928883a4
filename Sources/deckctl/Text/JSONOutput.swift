import ArgumentParser

/// `--json` of subcommands that print nothing else, so that scripts can give it to every subcommand.
struct JSONOutput: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Accepted everywhere; here the output is JSON in any case.")
  var isRequested = false
}
