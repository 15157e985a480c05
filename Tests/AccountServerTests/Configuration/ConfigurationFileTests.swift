import TestKit
import Testing

@testable import AccountServer

@Suite("The configuration file")
struct ConfigurationFileTests {
    @Test(
        "an unknown key is rejected with its position and the nearest known key",
        arguments: [
            ("listener:\n  prot: 1", "2:3: listener.prot: unknown key; did you mean listener.port?"),
            ("listener:\n  hostt: ::1", "2:3: listener.hostt: unknown key; did you mean listener.host?"),
            ("metric:\n  port: 1", "1:1: metric: unknown key; did you mean metrics?"),
            ("Listener:\n  port: 1", "1:1: Listener: unknown key; did you mean listener?"),
            ("publicOrigin: https://a.example", "1:1: publicOrigin: unknown key; did you mean site.publicOrigin?"),
            ("colour: red", "1:1: colour: unknown key; `latchkey config keys` lists all keys"),
            ("<<: {a: b}", "1:1: <<: unknown key; `latchkey config keys` lists all keys"),
        ])
    func unknownKeys(yaml: String, problem: String) {
        #expect(ConfigurationSample.problems(yaml) == ["etc/latchkey.yaml:\(problem)"])
    }

    @Test(
        "a value of the wrong shape is rejected with its position",
        arguments: [
            ("listener: 8080", "1:11: listener: this is a section, not a value"),
            ("listener: [8080]", "1:11: listener: this is a section, not a value"),
            ("listener:\n  port: [8080]", "2:9: listener.port: a single value is expected"),
            ("listener:\n  port: {a: 1}", "2:9: listener.port: a single value is expected"),
            ("listener:\n  port:", "2:3: listener.port: the value is missing"),
            ("listener:\n  port: ~", "2:3: listener.port: the value is missing"),
            ("trustedProxies: 10.0.0.0/8", "1:17: trustedProxies: a list is expected, not one value"),
            ("trustedProxies: [[10.0.0.0/8]]", "1:17: trustedProxies: an entry of the list is not a single value"),
            ("listener.port: 8080", "1:1: listener.port: a key must be nested in its section"),
            ("[a, b]", "1:1: the file is not a mapping of keys to values"),
            ("? [a]\n: b", "1:3: a key must be a scalar"),
        ])
    func shapes(yaml: String, problem: String) {
        let problems = ConfigurationSample.problems(yaml)
        #expect(problems.count == 1 && problems[0].hasPrefix("etc/latchkey.yaml:\(problem)"), "\(problems)")
    }

    @Test(
        "a file that is not YAML is rejected with its position",
        arguments: [
            ("listener:\n\tport: 1", "2:1"), ("listener: {port: 1", "2:1"), ("a: b: c", "1:5"), ("---\na: 1\n---\nb: 1", "3:1"),
            ("listener:\n  port: 1\n  port: 2", "2:3"), ("a: *b", "1:4"), ("a: \"\u{1}\"", "1:5"),
        ])
    func notYAML(yaml: String, place: String) {
        let problems = ConfigurationSample.problems(yaml)
        #expect(problems.count == 1 && problems[0].hasPrefix("etc/latchkey.yaml:\(place): "), "\(problems)")
    }

    @Test("a duplicate key is reported")
    func duplicates() {
        #expect(
            ConfigurationSample.problems("log: {level: info}\nlistener:\n  port: 1\n  port: 2\n") == [
                "etc/latchkey.yaml:3:3: in the section that begins here, \"port\" is set twice"
            ])
    }

    @Test("an empty file, an empty section and comments set nothing", arguments: ["", "# nothing\n", "---\n", "listener:\n", "~"])
    func empty(yaml: String) {
        #expect(ConfigurationSample.problems(yaml) == [])
    }

    @Test(
        "numbers have only their decimal form: YAML's other forms are rejected",
        arguments: ["0x1F90", "8_080", "010", "8080.0", "2:15"])
    func numbers(text: String) throws {
        #expect(ConfigurationSample.problems("listener:\n  port: \(text)\n").count == 1)
        #expect(
            try ConfigurationReading(ConfigurationSample.sources("listener:\n  port: \"8080\"\n")).server.listener.port == 8_080)
    }

    @Test("a YAML anchor is resolved")
    func anchors() throws {
        let yaml = "limits:\n  requestTime: &time 7s\n  idleTime: *time\n"
        #expect(try ConfigurationReading(ConfigurationSample.sources(yaml)).server.limits.idleTime == .seconds(7))
    }

    @Test("a file that is missing, too large, not regular or not UTF-8 is rejected")
    func unreadable() throws {
        let folder = try ConfigurationFolder()
        #expect(throws: ConfigurationProblem.self) { try ConfigurationFile(readingFrom: folder.path + "/none") }
        #expect(throws: ConfigurationProblem.self) { try ConfigurationFile(readingFrom: folder.path) }
        let large = try folder.write(String(repeating: "#", count: (1 << 20) + 1), to: "large")
        #expect(throws: ConfigurationProblem.self) { try ConfigurationFile(readingFrom: large) }
        let full = try folder.write(String(repeating: "#", count: 1 << 20), to: "full")
        _ = try ConfigurationFile(readingFrom: full)
    }

    @Test("no text crashes the reader", arguments: 0..<6 as Range<UInt64>)
    func fuzz(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "listener", "port", "trustedProxies", "keys", "current", ":", " ", "\n", "  ", "[", "]", "{", "}", ",", "- ", "\"", "'",
            "8080", "&a", "*a", "!!int", "#", "|", ">", "?", "~", "%", "---", "\t", "\u{FC}", "throttles", "failuresPerName",
        ]
        for _ in 0..<150 {
            let text = (0..<Int.random(in: 0..<14, using: &generator)).compactMap { _ in pieces.randomElement(using: &generator) }
                .joined()
            let outline = ConfigurationFileOutline(
                ConfigurationFile(path: "latchkey.yaml", text: text), keys: ConfigurationKeyNames(ConfigurationKey.all))
            for problem in outline.problems { #expect(!problem.description.contains("\n")) }
        }
    }

    @Test("every file leads to a result or to problems", arguments: 0..<4 as Range<UInt64>)
    func fuzzReading(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let lines = [
            "keys:", "  current: \(ConfigurationSample.key)", "  current: [a]", "  currentFile: none", "  currentFile:", "site:",
            "  publicOrigin: https://a.example", "  publicOrigin: {a: b}", "store:", "  path: s", "  path: ~", "listener: 1",
        ]
        for _ in 0..<40 {
            let yaml = (0..<Int.random(in: 0..<8, using: &generator)).compactMap { _ in lines.randomElement(using: &generator) }
                .joined(separator: "\n")
            let sources = ConfigurationSources(file: ConfigurationFile(path: "latchkey.yaml", text: yaml))
            do throws(ConfigurationProblems) {
                _ = try ConfigurationReading(sources)
            } catch {
                #expect(!error.problems.isEmpty)
            }
        }
    }
}
