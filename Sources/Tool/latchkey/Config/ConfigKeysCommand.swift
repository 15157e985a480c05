import AccountServer
import ArgumentParser
import JSONText

/// `latchkey config keys`: the table of configuration.
struct ConfigKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List all keys with what they take, their defaults and environment variables.")

    @OptionGroup var output: RecordOutputOptions

    func run() {
        let terminal = Terminal()
        let keys = ConfigurationKey.all
        if output.json {
            terminal.result(.array(keys.map(\.json)))
        } else if output.jsonl {
            keys.forEach { terminal.result($0.json, .compact) }
        } else {
            keys.forEach { terminal.result($0.paragraph) }
        }
    }
}

extension ConfigurationKey {
    fileprivate var paragraph: String {
        """
        \(name)
            \(summary)
            \(type), \(allowed); \(standard.map { "default \($0)" } ?? "must be set")\(isSecret ? "; secret" : "")
            \(environmentName)
        """
    }

    fileprivate var json: JSONValue {
        [
            "key": .string(name), "type": .string(type), "allowed": .string(allowed),
            "default": standard.map(JSONValue.string) ?? .null, "list": .boolean(isList), "secret": .boolean(isSecret),
            "variable": .string(environmentName), "summary": .string(summary),
        ]
    }
}
