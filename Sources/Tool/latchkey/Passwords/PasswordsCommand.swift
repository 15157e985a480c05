import ArgumentParser

/// `latchkey passwords`: the rules language, its checker and generator, and the strength of passwords, by hand or in batches.
struct PasswordsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwords", abstract: "Read, write, check and lint password rules; make and judge passwords.",
        discussion: """
            Rules are strings as in the passwordrules attribute of HTML and in UITextInputPasswordRules, such as \
            'required: upper; required: digit; minlength: 12;'.

            With --jsonl each command reads one JSON object a line from standard input and answers with one a line, in the same order; \
            members that it does not know are passed over. A line that it cannot answer gives \
            {"error":{"code","message","line"}}, the batch goes on, and the exit code is 1 at its end. The codes are listed in \
            docs/commands.md.
            """,
        subcommands: [
            PasswordsParseCommand.self, PasswordsFormatCommand.self, PasswordsCheckCommand.self, PasswordsGenerateCommand.self,
            PasswordsLintCommand.self, PasswordsStrengthCommand.self, PasswordsConvertPatternCommand.self,
        ])
}
