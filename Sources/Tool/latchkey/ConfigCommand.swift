import AccountServer
import ArgumentParser
import Foundation
import JSONText

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check and print a configuration without starting the server.",
        subcommands: [ConfigCheckCommand.self, ConfigShowCommand.self, ConfigKeysCommand.self])
}

/// `latchkey config check`: whether `latchkey serve` accepts the configuration.
struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check whether `latchkey serve` would start on this configuration.",
        discussion: """
            Reads everything that the configuration names except the store, and reports all problems at once. Warnings concern accepted \
            values, such as password rules that iOS ignores; the server logs them when it starts.
            """,
        example: "latchkey config check --config latchkey.yaml")

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
                terminal.hint("`latchkey config keys` lists all keys and their values")
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

/// `latchkey config keys`: the table of configuration keys.
struct ConfigKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List all configuration keys with types, ranges, defaults and environment variables.",
        example: "latchkey config keys")

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

/// `latchkey config show`: every key with its effective value.
struct ConfigShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print every key with its effective value and where it was set.",
        discussion: "A secret is printed as (set).",
        example: "latchkey config show --config latchkey.yaml")

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: RecordOutputOptions

    func run() throws {
        let entries = try ConfigurationReading(try options.sources()).entries
        let table = TextTable(
            ["KEY", "VALUE", "SOURCE"], entries.map { [$0.key.name, $0.text, $0.place?.description ?? "default"] })
        output.write(entries.map(\.json), lines: table.lines)
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

/// The sources of the configuration: the file, then the environment, then `--set`; a later one overrides an earlier one.
struct ConfigurationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The configuration file, in YAML.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Set one key, overriding the file and the environment; may be repeated.", valueName: "key=value"))
    var set: [String] = []

    init() {}

    /// Creates options without parsing arguments. Sets every property: reading one that is not set ends the process.
    init(config: String?) {
        self.config = config
        set = []
    }

    /// Returns the sources, with the environment of this process.
    func sources() throws -> ConfigurationSources {
        ConfigurationSources(
            file: try config.map { try ConfigurationFile(readingFrom: $0) },
            environment: ProcessInfo.processInfo.environment, flags: set)
    }
}
