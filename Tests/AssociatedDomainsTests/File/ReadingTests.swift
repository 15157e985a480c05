import AssociatedDomains
import TestKit
import Testing

@Suite("Reading association files")
struct ReadingTests {
    private static let sample = """
        {
          "applinks": {
            "apps": [],
            "defaults": {"caseSensitive": false},
            "substitutionVariables": {"food": ["pizza", "sushi"]},
            "details": [
              {
                "appIDs": ["ABCDE12345.com.example.app"],
                "defaults": {"percentEncoded": false},
                "components": [
                  {"#": "no", "exclude": true, "comment": "é"},
                  {"/": "/buy/*", "?": {"id": "??", "a": "*"}, "caseSensitive": true, "percentEncoded": true}
                ]
              },
              {"appID": "ABCDE12345.com.example.old", "paths": ["NOT /a", "/b"]}
            ]
          },
          "webcredentials": {"apps": ["ABCDE12345.com.example.app"]},
          "appclips": {"apps": ["ABCDE12345.com.example.app.Clip"]},
          "activitycontinuation": {"apps": ["ABCDE12345.com.example.app"]}
        }
        """

    @Test("every element is found, with position and path")
    func everything() throws {
        let file = try AssociationFile(Self.sample)
        let applinks = try #require(file.applinks)
        #expect(applinks.legacyApps?.value.isEmpty == true && applinks.defaults?.caseSensitive?.value == false)
        #expect(
            applinks.variables.map(\.name.value) == ["food"] && applinks.variables[0].values.map(\.value) == ["pizza", "sushi"])
        let details = applinks.details
        #expect(details.map(\.form) == [.components, .paths] && details[0].defaults?.percentEncoded?.value == false)
        let second = details[0].components[1]
        let path = try #require(second.path)
        #expect(path.value == "/buy/*" && "\(file.position(of: path.place))" == "12:17")
        #expect(file.pointer(to: path.place) == "/applinks/details/0/components/1/~1")
        guard case .items(let list)? = second.query?.value else { throw Unexpected() }
        let items = Array(list)
        #expect(items.map(\.name.value) == ["id", "a"] && items.map(\.pattern.value) == ["??", "*"])
        #expect(file.pointer(to: items[1].pattern.place) == "/applinks/details/0/components/1/?/a")
        #expect(details[0].components[0].comment == "é" && details[0].components[0].exclude?.value == true)
        #expect(details[1].components.map { $0.exclude?.value } == [true, false])
        #expect(details[1].components.map { $0.path?.value } == ["/a", "/b"])
        #expect(file.appIDs(for: .applinks) == ["ABCDE12345.com.example.app", "ABCDE12345.com.example.old"])
        #expect(file.names(try AppIdentifier("ABCDE12345.com.example.app.Clip"), for: .appclips))
        #expect(!file.names(try AppIdentifier("ABCDE12345.com.example.app"), for: .appclips))
    }

    @Test("columns count characters, not bytes, and any line end ends a line")
    func columns() throws {
        let file = try AssociationFile("{\r\"é\": 1, \"ä\": 2,\r\n \"webcredentials\": {\"apps\": [5]}}")
        #expect(file.lint().map(\.position?.description) == ["2:1", "2:9", "3:30"])
    }

    @Test(
        "a malformed file is rejected with reason and position",
        arguments: [
            ("", Finding.Code.emptyFile, "1:1"), (" \n", .emptyFile, "1:1"), ("[]", .notAnObject, "1:1"),
            ("\"x\"", .notAnObject, "1:1"),
            ("{\n\"a\":}", .malformedJSON, "2:5"), ("{\"a\":1,}", .malformedJSON, "1:7"),
            ("{\"a\":1,\n\"a\":2}", .duplicateMember, "2:1"),
            ("<!doctype html>", .htmlInsteadOfJSON, "1:1"), ("  <html>", .htmlInsteadOfJSON, "1:1"),
            ("{} x", .malformedJSON, "1:4"),
            ("{\"a\":" + String(repeating: "[", count: 40), .nestedTooDeeply, "1:37"),
        ])
    func rejected(text: String, code: Finding.Code, position: String) {
        let error = #expect(throws: AssociatedDomainsError.self) { try AssociationFile(text) }
        #expect(error?.code.rawValue == code.rawValue && error?.place?.description == position)
        let findings = AssociationFile.lint(text.utf8)
        #expect(findings.map(\.code) == [code] && findings.allSatisfy { $0.severity == .error && $0.remedy.hasSuffix(".") })
    }

    @Test("a byte order mark is skipped, and encodings other than UTF-8 are rejected")
    func encodings() throws {
        let file = try AssociationFile([0xEF, 0xBB, 0xBF] + Array(#"{"webcredentials":{"apps":["1"]}}"#.utf8))
        #expect(file.wrapping == .byteOrderMark && file.lint().first?.code == .byteOrderMark)
        #expect(file.appIDs(for: .webcredentials) == ["1"])
        for bytes: [UInt8] in [
            [0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B], [0x7B, 0, 0x7D, 0], Array("{\"".utf8) + [0xC3, 0x28],
        ] {
            #expect(throws: AssociatedDomainsError.self) { try AssociationFile(bytes) }
            #expect(AssociationFile.lint(bytes).map(\.code) == [.notUTF8])
        }
    }

    @Test("large and hostile files are rejected cheaply")
    func hostile() {
        let code = { (text: String) in AssociationFile.lint(text.utf8).first?.code }
        #expect(code(String(repeating: " ", count: 10_000_000)) == .tooLarge)
        #expect(code(String(repeating: "[", count: 1_000_000)) == .nestedTooDeeply)
        let many = #"{"applinks":{"details":[{"components":["# + String(repeating: "{},", count: 60_000) + "{}]}]}}"
        #expect(code(many) == .tooManyEntries)
        let apps = #"{"webcredentials":{"apps":["# + String(repeating: "1,", count: 60_000) + "1]}}"
        #expect(code(apps) == .tooManyEntries)
        let predicates = (0..<60_000).map { "\"\($0)\":\"\"" }.joined(separator: ",")
        #expect(code(#"{"applinks":{"defaults":{"?":{\#(predicates)}}}}"#) == .tooManyEntries)
    }

    @Test("truncated and randomly changed files are parsed or rejected")
    func mutated() throws {
        var generator = SeededGenerator(seed: 1)
        let original = Array(Self.sample.utf8)
        for _ in 0..<(1_000 * Soak.factor) {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: index)
                default: bytes.insert(contentsOf: Array("[]{}\":,0".utf8).shuffled(using: &generator).prefix(2), at: index)
                }
            }
            guard let file = try? AssociationFile(bytes) else { continue }
            for finding in file.lint() {
                #expect(finding.place.bytes.upperBound <= file.text.count && !finding.message.isEmpty)
            }
            _ = AssociationMatcher(file).decision(for: try LinkURL("https://example.com/buy/1?id=42"))
        }
    }

    private struct Unexpected: Error {}
}
