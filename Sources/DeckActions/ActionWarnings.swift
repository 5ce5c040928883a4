package import DeckConfiguration
import DeckEngine

/// What is probably unintended in valid actions.
package enum ActionWarnings {
  /// One sentence each.
  package static func of(_ actions: [ActionSection]) -> [String] {
    ActionFile.warnings(of: actions)
      + actions.filter { ProgramFile.find($0.command[0]) == nil }.map { "\($0.name): \(missingProgram($0))" }
  }

  /// Why an action without a program to execute runs nothing.
  static func missingProgram(_ action: ActionSection) -> String {
    let program = action.command[0]
    return program.hasPrefix("/")
      ? "\(program) is no program that this user may execute; install it, or correct run"
      : "\(SettingText.quoted(program)) is no program in \(ActionEnvironment.path); name it by its absolute path"
  }
}
