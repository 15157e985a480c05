import ArgumentParser
import JSONText

/// `latchkey apple settings`.
struct AppleSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Print or change how the emulator behaves where Apple's behaviour is not one.")

    @Argument(help: ArgumentHelp("Settings to change; none prints all.", valueName: "name=value")) var changes: [String] = []
    @OptionGroup var emulator: AppleEmulatorOptions

    func validate() throws {
        for change in changes where !change.dropFirst().contains("=") {
            throw ValidationError("\(change) is not of the form name=value")
        }
    }

    func run() async throws {
        var answer = try await emulator.ask(.get, "/settings")
        if !changes.isEmpty {
            let members = changes.map { change in
                let parts = change.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), Self.value(parts[1], like: answer?[String(parts[0])]))
            }
            answer = try await emulator.ask(.patch, "/settings", .object(JSONObject(members)))
        }
        let settings = answer
        emulator.write(settings) {
            (settings?.object?.members ?? []).map { "\($0.name)=\($0.value.string ?? $0.value.text())" }
        }
    }

    /// The value in the kind that the setting has now: `2024` is a text for one and a number for another.
    private static func value(_ text: Substring, like current: JSONValue?) -> JSONValue {
        switch current?.kind {
        case .number: Int(text).map { .integer($0) } ?? .string(String(text))
        case .boolean: ["true", "false"].contains(text) ? .boolean(text == "true") : .string(String(text))
        default: .string(String(text))
        }
    }
}
