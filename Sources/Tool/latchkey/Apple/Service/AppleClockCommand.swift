import ArgumentParser
import JSONText

/// `latchkey apple clock`.
struct AppleClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "The emulator's time.", subcommands: [Show.self, Set.self, Advance.self],
        defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print the time, and by how many seconds it was moved.")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.change(.get, "/clock", says: "now", "offset") }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "set", abstract: "Set the time; it runs on from there.")
        @Argument(help: ArgumentHelp("A time such as 2026-03-01T12:00:00Z.", valueName: "time")) var time: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(.put, "/clock", adminBody([("now", .string(time))]), says: "now", "offset")
        }
    }

    struct Advance: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "advance", abstract: "Move the time on.")
        @Argument(help: ArgumentHelp("By how long: 90s, 5m, 2h, 61d; a number alone is seconds.", valueName: "time")) var by: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func validate() throws { _ = try seconds() }

        func run() async throws {
            try await emulator.change(.put, "/clock", adminBody([("advance", .integer(try seconds()))]), says: "now", "offset")
        }

        private func seconds() throws -> Int {
            let units = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
            let unit = by.last.flatMap { units[String($0)] }
            let digits = unit == nil ? Substring(by) : by.dropLast()
            guard let number = Int(digits), number.magnitude <= 10_000_000_000 else {
                throw ValidationError("a time is a number with s, m, h or d behind it")
            }
            return number * (unit ?? 1)
        }
    }
}
