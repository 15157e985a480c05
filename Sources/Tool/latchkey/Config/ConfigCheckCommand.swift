import AccountServer
import ArgumentParser
import JSONText

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
