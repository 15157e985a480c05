import AccountServer
import ArgumentParser
import Foundation
import JSONText

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Look at a configuration without starting anything.",
        subcommands: [ConfigCheckCommand.self, ConfigShowCommand.self, ConfigKeysCommand.self])
}

/// `latchkey config check`: whether `latchkey serve` would start on the configuration.
struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say whether `latchkey serve` would start on this configuration.",
        discussion: """
            Reads everything that the configuration names, the store apart, and tells all problems at once. Warnings are about what is \
            taken all the same, such as password rules that iOS ignores; the server logs them when it starts.
            """)

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let terminal = Terminal()
        let (findings, warnings) = try findings()
        if output.json {
            terminal.result([
                "ok": .boolean(findings.isEmpty), "problems": .array(findings.map { $0.problem.json(isUnsafe: $0.isUnsafe) }),
                "warnings": .array(warnings.map(\.json)),
            ])
        } else {
            warnings.forEach { terminal.say("warning: \($0)") }
            findings.forEach { terminal.say(($0.isUnsafe ? "unsafe: " : "") + $0.problem.description) }
            if findings.isEmpty {
                terminal.result("ok")
            } else {
                terminal.hint("`latchkey config keys` lists all keys with what they take")
            }
        }
        if !findings.isEmpty { throw CommandFailure(.configuration, []) }
    }

    private func findings() throws -> (
        problems: [(problem: ConfigurationProblem, isUnsafe: Bool)], warnings: [ConfigurationWarning]
    ) {
        do {
            let reading = try ConfigurationReading(try options.sources())
            return (UnsafeConfiguration(reading).problems.map { ($0, true) }, ConfigurationWarning.all(of: reading.server))
        } catch let problems as ConfigurationProblems {
            return (problems.problems.map { ($0, false) }, [])
        } catch let problem as ConfigurationProblem {
            return ([(problem, false)], [])
        }
    }
}

extension ConfigurationWarning {
    fileprivate var json: JSONValue {
        ["key": .string(key), "code": .string(code), "reason": .string(reason), "remedy": .string(remedy)]
    }
}

extension ConfigurationProblem {
    fileprivate func json(isUnsafe: Bool) -> JSONValue {
        var object = JSONObject([("reason", .string(reason)), ("unsafe", .boolean(isUnsafe))])
        object["key"] = key.map(JSONValue.string)
        object["place"] = place.map { .string($0.description) }
        object["remedy"] = remedy.map(JSONValue.string)
        return .object(object)
    }
}

/// `latchkey config keys`: the table of configuration.
struct ConfigKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List all keys with what they take, their defaults and environment variables.")

    @OptionGroup var output: RecordOutputOptions

    func run() {
        let keys = ConfigurationKey.all
        output.write(keys.map(\.json), lines: keys.map { $0.paragraph })
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

/// `latchkey config show`: every key with the value that holds.
struct ConfigShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print every key with the value that holds and where it was set.",
        discussion: "Secrets are shown as (set).")

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: RecordOutputOptions

    func run() throws {
        let terminal = Terminal()
        let entries = try ConfigurationReading(try options.sources()).entries
        if output.json {
            terminal.result(.array(entries.map(\.json)))
        } else if output.jsonl {
            entries.forEach { terminal.result($0.json, .compact) }
        } else {
            let widths = (entries.map(\.key.name.count).max() ?? 0, entries.map(\.text.count).max() ?? 0)
            for entry in entries {
                terminal.result(
                    entry.key.name.padded(to: widths.0) + "  " + entry.text.padded(to: widths.1) + "  "
                        + (entry.place?.description ?? "default"))
            }
        }
    }
}

extension ConfigurationEntry {
    fileprivate var json: JSONValue {
        [
            "key": .string(key.name), "value": .string(text), "place": place.map { .string($0.description) } ?? "default",
            "secret": .boolean(key.isSecret),
        ]
    }
}

/// Where the configuration comes from: the file, then the environment, then `--set`; later ones win.
struct ConfigurationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The file of configuration, in YAML.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Set one key, over the file and the environment; may be given several times.", valueName: "key=value"))
    var set: [String] = []

    init() {}

    /// Options that no arguments were parsed for: every property must be given a value, or reading it ends the process.
    init(config: String?) {
        self.config = config
        set = []
    }

    /// The sources, with the environment of this process.
    func sources() throws -> ConfigurationSources {
        ConfigurationSources(
            file: try config.map { try ConfigurationFile(readingFrom: $0) },
            environment: ProcessInfo.processInfo.environment, flags: set)
    }
}
