import Foundation
import InternetAddresses
import Testing

@testable import AccountServer

@Suite("Keys and files of a configuration")
struct ConfigurationFilesTests {
    private func problems(_ yaml: String, in folder: ConfigurationFolder, readableByOthers: Bool = false) -> [String] {
        var sources = ConfigurationSample.sources()
        sources.presets["keys.current"] = nil
        sources.file = ConfigurationFile(
            path: folder.path + "/latchkey.yaml", text: yaml, isReadableByOthers: readableByOthers)
        return ConfigurationSample.problems(sources).map { $0.replacing(folder.path, with: "DIR") }
    }

    @Test("a key file that only its owner and group can read is accepted", arguments: [0o600, 0o400, 0o640, 0o440])
    func privateFiles(mode: Int) throws {
        let folder = try ConfigurationFolder()
        try folder.write(ConfigurationSample.key + "\n", to: "key", mode: mode)
        #expect(problems("keys: {currentFile: key}", in: folder) == [])
    }

    @Test("a key file that other users can read or change is rejected", arguments: [0o644, 0o604, 0o620, 0o602, 0o666])
    func exposedFiles(mode: Int) throws {
        let folder = try ConfigurationFolder()
        try folder.write(ConfigurationSample.key, to: "key", mode: mode)
        let text =
            "DIR/latchkey.yaml:1:21: keys.currentFile: DIR/key has mode 0\(String(mode, radix: 8)): other users can read or change it; run chmod 600 DIR/key"
        #expect(problems("keys: {currentFile: key}", in: folder) == [text])
        #expect(problems("keys: {currentFile: key2, previousFiles: [key]}", in: folder).count == 2)
    }

    @Test("a link to a key file counts as the file itself", arguments: [(0o600, 0), (0o644, 1)])
    func links(mode: Int, count: Int) throws {
        let folder = try ConfigurationFolder()
        let file = try folder.write(ConfigurationSample.key, to: "data", mode: mode)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/key", withDestinationPath: file)
        #expect(problems("keys: {currentFile: key}", in: folder).count == count)
    }

    @Test(
        "a key file contains one key",
        arguments: [
            "", "not a key", "\(ConfigurationSample.key)\n\n", " \(ConfigurationSample.key)",
            "\(ConfigurationSample.key)\(ConfigurationSample.key)",
        ])
    func malformedFiles(text: String) throws {
        let folder = try ConfigurationFolder()
        try folder.write(text, to: "key")
        let problems = problems("keys: {currentFile: key}", in: folder)
        #expect(
            problems.count == 1 && problems[0].contains("DIR/key does not contain a valid key")
                && !problems[0].contains(ConfigurationSample.key))
    }

    @Test("a missing key file is one problem, with its path")
    func missingFile() throws {
        let folder = try ConfigurationFolder()
        #expect(
            problems("keys: {currentFile: key}", in: folder) == [
                "DIR/latchkey.yaml:1:21: keys.currentFile: DIR/key does not exist or is not accessible; check the path and its permissions"
            ])
    }

    @Test("a key in a configuration file that other users can read is rejected")
    func keyInExposedFile() throws {
        let folder = try ConfigurationFolder()
        #expect(problems("keys: {current: \(ConfigurationSample.key)}", in: folder) == [])
        let exposed = problems("keys: {current: \(ConfigurationSample.key)}", in: folder, readableByOthers: true)
        #expect(
            exposed.count == 1 && exposed[0].contains("is readable by other users") && !exposed[0].contains(ConfigurationSample.key)
        )
        let previous = problems(
            "keys: {current: \(ConfigurationSample.key), previous: [\(ConfigurationSample.otherKey)]}", in: folder,
            readableByOthers: true)
        #expect(previous.count == 2)
        try folder.write(ConfigurationSample.key, to: "key")
        #expect(problems("keys: {currentFile: key}", in: folder, readableByOthers: true) == [])
    }

    @Test("two current keys from one source are rejected; of two sources, the one with higher precedence applies")
    func onePlace() throws {
        let folder = try ConfigurationFolder()
        try folder.write("not a key", to: "key")
        let both = problems("keys: {current: \(ConfigurationSample.key), currentFile: key}", in: folder)
        #expect(both == ["DIR/latchkey.yaml:1:17: keys.current: keys.currentFile is also set; remove one of the two"])

        var sources = ConfigurationSample.sources(environment: ["LATCHKEY_KEYS_CURRENT": ConfigurationSample.key])
        sources.presets["keys.current"] = nil
        sources.presets["keys.currentFile"] = folder.path + "/key"
        #expect(ConfigurationSample.problems(sources) == [])
        sources.environment = ["LATCHKEY_KEYS_CURRENT_FILE": folder.path + "/key"]
        sources.presets["keys.current"] = ConfigurationSample.key
        #expect(ConfigurationSample.problems(sources).count == 1)
    }

    @Test("an association file with errors is rejected with code, line, column and remedy")
    func association() throws {
        let folder = try ConfigurationFolder()
        try folder.write(ConfigurationSample.key, to: "key")
        func problems(_ text: String) throws -> [String] {
            try folder.write(text, to: "association", mode: 0o644)
            return self.problems("keys: {currentFile: key}\nwellKnown: {associationFile: association}", in: folder)
        }
        func list(_ apps: String, more: String = "") -> String { #"{"webcredentials":{"apps":[\#(apps)]}\#(more)}"# }
        #expect(try problems(list(#""ABCDE12345.com.example.notes""#)) == [])
        // Accepted with a warning.
        #expect(try problems(list("")) == [])

        let start = "DIR/latchkey.yaml:2:30: wellKnown.associationFile: DIR/association"
        let errors = try problems(list("\n\"TEAMID.com.example.notes\", \"com.example.notes\""))
        #expect(errors.count == 2, "\(errors)")
        #expect(errors.first?.hasPrefix("\(start):2:1: ") == true && errors.first?.contains("(placeholder-app-id); ") == true)
        #expect(errors.last?.hasPrefix("\(start):2:29: ") == true && errors.last?.contains("(invalid-app-id); ") == true)
        for (text, code) in [
            ("[]", "not-an-object"), (#"{"a":1,"a":2}"#, "duplicate-member"), ("", "empty-file"), ("{}", "no-services"),
            ("<html>", "html-instead-of-json"),
        ] {
            let problem = try #require(try problems(text).first)
            #expect(problem.hasPrefix("\(start):1:") && problem.contains("(\(code)); "), "\(problem)")
        }

        func file(ofSize size: Int) -> String {
            let rest = list("", more: #","a":"""#).utf8.count
            return list("", more: #","a":"\#(String(repeating: "x", count: size - rest))""#)
        }
        #expect(try problems(file(ofSize: 131_071)) == [])
        #expect(try problems(file(ofSize: 131_072)) == ["\(start) is too large: 131072 bytes; the limit is 131071 bytes"])
    }

    @Test("a warning about an association file has its position")
    func associationWarnings() throws {
        var configuration = try ConfigurationReading(ConfigurationSample.sources()).server
        configuration.trustedProxies = [try IPNetwork("127.0.0.1/32")]
        #expect(ConfigurationWarning.all(of: configuration).isEmpty)
        configuration.wellKnown.association = Array(#"{"webcredentials":{"apps":[]},"x":1}"#.utf8)
        let warnings = ConfigurationWarning.all(of: configuration)
        #expect(warnings.map(\.code) == ["empty-apps"] && warnings.map(\.key) == ["wellKnown.associationFile"])
        #expect(warnings.first?.reason.hasPrefix("1:27: ") == true)
    }

    @Test(
        "an https origin behind a loopback listener without trusted proxies is a warning, and similar configurations are not",
        arguments: [
            ("", true), ("trustedProxies: [127.0.0.1]", false), ("listener: {host: 0.0.0.0}", false),
            ("site: {publicOrigin: 'http://localhost'}", false),
        ])
    func missingProxies(yaml: String, isWarned: Bool) throws {
        let text = yaml.hasPrefix("site:") ? yaml : "site: {publicOrigin: 'https://a.example'}\n" + yaml
        let sources = ConfigurationSources(
            presets: ["keys.current": ConfigurationSample.key, "store.path": "accounts.sqlite"],
            file: ConfigurationFile(path: "latchkey.yaml", text: text))
        let warnings = ConfigurationWarning.all(of: try ConfigurationReading(sources).server)
        #expect(warnings.map(\.code) == (isWarned ? ["no-trusted-proxies"] : []))
        #expect(warnings.allSatisfy { $0.key == "trustedProxies" })
    }

    @Test("the list of common passwords is checked with the configuration")
    func commonPasswords() throws {
        let folder = try ConfigurationFolder()
        try folder.write(ConfigurationSample.key, to: "key")
        let yaml = "keys: {currentFile: key}\npasswords: {commonPasswordsFile: list}"
        #expect(problems(yaml, in: folder).count == 1)
        try folder.write("correct horse\ntab\there\n", to: "list")
        let problem = problems(yaml, in: folder).first
        #expect(problem?.contains("line 2") == true && problem?.contains("here") == false)
        try folder.write("correct horse\n", to: "list")
        #expect(problems(yaml, in: folder) == [])
    }

    @Test("the folder of leaked passwords is checked with the configuration")
    func leakedPasswords() throws {
        let folder = try ConfigurationFolder()
        try folder.write(ConfigurationSample.key, to: "key")
        let yaml = "keys: {currentFile: key}\npasswords: {leakedFolder: .}"
        let place = "DIR/latchkey.yaml:2:27: passwords.leakedFolder: DIR"
        let problem = try #require(problems(yaml, in: folder).first)
        #expect(problem.hasPrefix(place) && problem.contains("contains no range files"), "\(problem)")
        for range in ConfigurationSample.ranges { try folder.write(ConfigurationSample.row, to: range) }
        #expect(problems(yaml, in: folder) == [])
        #expect(problems("keys: {currentFile: key}\npasswords: {leakedFolder: ranges}", in: folder).count == 1)
    }
}
