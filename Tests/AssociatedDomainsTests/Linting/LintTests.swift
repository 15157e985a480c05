import Testing

@testable import AssociatedDomains

@Suite("Lint")
struct LintTests {
    private static let app = "ABCDE2345F.com.acme.app"

    /// The codes of the findings, each of which has a name in words and a remedy.
    private func codes(_ file: String) throws -> [String] {
        let findings = try AssociationFile(file).lint()
        for finding in findings {
            #expect(finding.code.rawValue.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil)
            #expect(finding.remedy.hasSuffix("."), "\(finding)")
        }
        return findings.map(\.code.rawValue)
    }

    /// A file with these components, one per line.
    private func links(_ components: String, more: String = "") -> String {
        #"{"applinks":{"details":[{"appIDs":["\#(Self.app)"],"components":[\#(components)]}]\#(more)}}"#
    }

    @Test("files: each fault and its sound twin", arguments: filesTable)
    func files(faulty: String, code: String, sound: String) throws {
        #expect(try codes(faulty.replacing("APP", with: Self.app)).contains(code), "\(faulty)")
        #expect(try codes(sound.replacing("APP", with: Self.app)) == [], "\(sound)")
    }

    @Test("each error of a component and its valid near-twin", arguments: componentsTable)
    func components(faulty: String, code: String, sound: String) throws {
        #expect(try codes(links(faulty)).contains(code), "\(faulty)")
        #expect(try codes(links(sound)) == [], "\(sound)")
    }

    @Test("each error of a legacy path and its valid near-twin", arguments: pathsTable)
    func paths(faulty: String, code: String, sound: String) throws {
        let file = { (paths: String) in
            #"{"applinks":{"apps":[],"details":[{"appID":"\#(Self.app)","paths":[\#(paths)]}]}}"#
        }
        #expect(try codes(file(faulty)).contains(code), "\(faulty)")
        #expect(try codes(file(sound)) == [], "\(sound)")
    }

    @Test("each error of a variable and its valid near-twin", arguments: variablesTable)
    func variables(variables: String, pattern: String, code: String?) throws {
        let file = links(#"{"/":"\#(pattern)"}"#, more: #","substitutionVariables":{\#(variables)}"#)
        #expect(try codes(file) == (code.map { [$0] } ?? []), "\(variables) \(pattern)")
    }

    @Test("a finding has the position of the error")
    func places() throws {
        let findings = try AssociationFile(
            """
            {
              "webcredentials": { "apps": [ "ABCDE2345F.com.acme.app",
                "com.acme.app" ] },
              "applinks": { "details": [ { "appIDs": [ "ABCDE2345F.com.acme.app" ], "components": [
                { "/": "/a?b=c" }, { "?": { "x": true } }, { "/": "*" },
                { "/": "/never", "exclude": true } ] } ] }
            }
            """
        ).lint()
        let lines = findings.map { "\($0.position?.description ?? "") \($0.pointer ?? "") \($0.code)" }
        #expect(
            lines == [
                "3:5 /webcredentials/apps/1 invalid-app-id", "5:12 /applinks/details/0/components/0/~1 query-in-path",
                "5:38 /applinks/details/0/components/1/?/x predicate-not-string",
                "5:48 /applinks/details/0/components/2 duplicate-component",
                "6:5 /applinks/details/0/components/3 shadowed-exclude",
            ])
    }

    @Test("128 KB have no finding, one byte more has one")
    func size() throws {
        let file = links(#"{"/":"/a"}"#)
        let padding = String(repeating: " ", count: 131_072 - file.utf8.count)
        #expect(try codes(file + padding) == [])
        #expect(try codes(file + padding + " ") == ["over-128-kb"])
    }

    @Test("many findings are truncated, keeping the most severe; comparing components has a limit", .timeLimit(.minutes(20)))
    func limits() throws {
        let strange = (0..<2_000).map { "\"unknown-\($0)\":1," }.joined()
        let findings = try AssociationFile("{\(strange)\"webcredentials\":{\"apps\":[5]}}").lint()
        #expect(findings.count == AssociationFile.maximumFindings && findings.last?.code == .moreFindings)
        #expect(findings.contains { $0.code == .wrongType })
        let stars = (0..<3_000).map { "{\"/\":\"\(String(repeating: "*a", count: 60))\($0)\"}" }.joined(separator: ",")
        #expect(try codes(links(stars)).contains("comparison-limited"))
    }

    @Test("look-ups of query items count towards the limit of comparisons, and stop at it")
    func queryItems() throws {
        // Empty patterns are compared without work, so only the look-ups count.
        let query = (0..<100).map { #""n\#($0)":"""# }.joined(separator: ",")
        let file = try AssociationFile(links("{\"?\":{\(query)}},{\"?\":{\(query)}}"))
        let components = AssociationMatcher(file).entries[0].components
        try #require(components.count == 2)
        var work = 0
        let isCovered = components[0].covers(components[1], &work)
        #expect(isCovered && work >= 100 * 100)
        work = ReachabilityChecks.mostWork - 100 * 100
        let isCoveredBeyond = components[0].covers(components[1], &work)
        #expect(!isCoveredBeyond)
    }

    private static let filesTable: [(String, String, String)] = [
        ("{}", "no-services", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"webcredentials":{"apps":["APP"]},"x":1}"#, "unknown-service", #"{"appclips":{"apps":["APP"]}}"#),
        (#"{"webCredentials":{"apps":["APP"]}}"#, "misspelled-key", #"{"activitycontinuation":{"apps":["APP"]}}"#),
        (#"{"applink":{}}"#, "misspelled-key", #"{"applinks":{"details":[{"appIDs":["APP"],"components":[{"/":"*"}]}]}}"#),
        (#"{"webcredentials":["APP"]}"#, "wrong-type", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"webcredentials":{"apps":"APP"}}"#, "wrong-type", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"webcredentials":{}}"#, "missing-apps", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"webcredentials":{"apps":[]}}"#, "empty-apps", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"webcredentials":{"apps":["APP"],"paths":[]}}"#, "unknown-key", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"webcredentials":{"apps":["APP","APP"]}}"#, "duplicate-app-id", #"{"webcredentials":{"apps":["APP","APP2"]}}"#),
        (#"{"webcredentials":{"apps":["APP "]}}"#, "invalid-app-id", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"webcredentials":{"apps":["com.acme.app"]}}"#, "invalid-app-id", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"webcredentials":{"apps":["TEAMID.com.acme.app"]}}"#, "placeholder-app-id", #"{"webcredentials":{"apps":["APP"]}}"#),
        (
            #"{"webcredentials":{"apps":["XXXXXXXXXX.com.acme.app"]}}"#, "placeholder-app-id",
            #"{"webcredentials":{"apps":["APP"]}}"#
        ),
        (#"{"webcredentials":{"apps":["<TEAM>.com.acme.app"]}}"#, "placeholder-app-id", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"webcredentials":{"apps":["ABCDE2345F.*"]}}"#, "wildcard-app-id", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"webcredentials":{"apps":["ABCDE12345.com.acme.app"]}}"#, "example-app-id", #"{"webcredentials":{"apps":["APP"]}}"#),
        (#"{"applinks":{}}"#, "missing-details", #"{"applinks":{"details":[{"appIDs":["APP"],"components":[{"/":"*"}]}]}}"#),
        (
            #"{"applinks":{"details":[]}}"#, "empty-details",
            #"{"applinks":{"details":[{"appIDs":["APP"],"components":[{"/":"*"}]}]}}"#
        ),
        (
            #"{"applinks":{"details":{"APP":{"paths":["*"]}},"apps":[]}}"#, "legacy-details",
            #"{"applinks":{"details":[{"appID":"APP","paths":["*"]}],"apps":[]}}"#
        ),
        (
            #"{"applinks":{"details":[{"components":[{"/":"*"}]}]}}"#, "missing-app-ids",
            #"{"applinks":{"details":[{"appIDs":["APP"],"components":[{"/":"*"}]}]}}"#
        ),
        (
            #"{"applinks":{"details":[{"appIDs":[],"components":[{"/":"*"}]}]}}"#, "empty-app-ids",
            #"{"applinks":{"details":[{"appIDs":["APP"],"components":[{"/":"*"}]}]}}"#
        ),
        (
            #"{"applinks":{"details":[{"appIDs":["APP"]}]}}"#, "missing-patterns",
            #"{"applinks":{"details":[{"appIDs":["APP"],"components":[{"/":"*"}]}]}}"#
        ),
        (
            #"{"applinks":{"details":[{"appIDs":["APP"],"components":[]}]}}"#, "empty-patterns",
            #"{"applinks":{"details":[{"appIDs":["APP"],"components":[{"/":"*"}]}]}}"#
        ),
        (
            #"{"applinks":{"details":[{"appIDs":["APP"],"appID":"APP","components":[{"/":"*"}]}]}}"#, "mixed-formats",
            #"{"applinks":{"details":[{"appIDs":["APP"],"components":[{"/":"*"}]}]}}"#
        ),
        (
            #"{"applinks":{"apps":[],"details":[{"appIDs":["APP"],"paths":["*"]}]}}"#, "mixed-formats",
            #"{"applinks":{"apps":[],"details":[{"appID":"APP","paths":["*"]}]}}"#
        ),
        (
            #"{"applinks":{"apps":["APP"],"details":[{"appID":"APP","paths":["*"]}]}}"#, "legacy-apps-not-empty",
            #"{"applinks":{"apps":[],"details":[{"appID":"APP","paths":["*"]}]}}"#
        ),
        (
            #"{"applinks":{"details":[{"appID":"APP","paths":["*"]}]}}"#, "legacy-apps-missing",
            #"{"applinks":{"apps":[],"details":[{"appID":"APP","paths":["*"]}]}}"#
        ),
        (
            #"{"applinks":{"details":[{"appIDs":["APP"],"components":[{"/":"/a"}]},{"appIDs":["APP"],"components":[{"/":"/b"}]}]}}"#,
            "repeated-app",
            #"{"applinks":{"details":[{"appIDs":["APP"],"components":[{"/":"/a"}]},{"appIDs":["APP2"],"components":[{"/":"/b"}]}]}}"#
        ),
        (
            ##"{"applinks":{"defaults":{"#":"x"},"details":[{"appIDs":["APP"],"components":[{"/":"*"}]}]}}"##,
            "defaults-with-patterns",
            #"{"applinks":{"defaults":{"caseSensitive":false},"details":[{"appIDs":["APP"],"components":[{"/":"*"}]}]}}"#
        ),
    ]

    private static let componentsTable: [(String, String, String)] = [
        (#"{"/":"/a","casesensitive":false}"#, "misspelled-key", #"{"/":"/a","caseSensitive":false}"#),
        (#"{"/":"/a","_comment":"x"}"#, "unknown-key", #"{"/":"/a","comment":"x"}"#),
        (#"{"/":"/a","note":"x"}"#, "unknown-key", #"{"/":"/a","comment":"x"}"#),
        (#"{"/":"/a","exclude":"true"},{"/":"*"}"#, "wrong-type", #"{"/":"/a","exclude":true},{"/":"*"}"#),
        (#"{"/":5}"#, "wrong-type", #"{"/":"/5*"}"#), ("5", "wrong-type", #"{"/":"/5"}"#),
        (#"{"?":{"a":1}}"#, "predicate-not-string", #"{"?":{"a":"1"}}"#),
        (#"{"?":{"a":"*"}}"#, "predicate-without-effect", #"{"?":{"a":"?*"}}"#),
        ("{}", "component-without-pattern", #"{"/":"*"}"#), (#"{"/":"/search?q=*"}"#, "query-in-path", #"{"/":"/search/????"}"#),
        (#"{"/":"/a#b"}"#, "fragment-in-path", ##"{"/":"/a","#":"b"}"##),
        (#"{"/":"https://a.com/b"}"#, "url-in-path", #"{"/":"/a.com/b"}"#),
        (##"{"#":"#a"}"##, "delimiter-in-pattern", ##"{"#":"a"}"##), (#"{"?":"?a=1"}"#, "delimiter-in-pattern", #"{"?":"a=1"}"#),
        (#"{"?":{"a=":"1"}}"#, "delimiter-in-pattern", #"{"?":{"a":"=1"}}"#),
        (#"{"/":"/a "}"#, "surrounding-space", #"{"/":"/a"}"#),
        (#"{"/":"/a b"}"#, "unencoded-character", #"{"/":"/a b","percentEncoded":false}"#),
        (#"{"?":{"é":"1"}}"#, "unencoded-character", #"{"?":{"%C3%A9":"1"}}"#),
        (#"{"/":"/100%"}"#, "malformed-escape", #"{"/":"/100%25"}"#), (#"{"/":"/%zz"}"#, "malformed-escape", #"{"/":"/%??"}"#),
        (#"{"/":"/caf%c3%a9"}"#, "lowercase-escape", #"{"/":"/caf%C3%A9"}"#),
        (#"{"/":"/a%20b","percentEncoded":false}"#, "escape-in-decoded-pattern", #"{"/":"/a%20b"}"#),
        (#"{"/":"/users/[0-9]"}"#, "foreign-syntax", #"{"/":"/users/$(digit)"}"#),
        (#"{"/":"/a/.*"}"#, "foreign-syntax", #"{"/":"/.a/*"}"#),
        (#"{"/":"/users/:id"}"#, "foreign-syntax", #"{"/":"/wiki/Special:*"}"#),
        (#"{"/":"buy"}"#, "missing-leading-slash", #"{"/":"/buy"}"#),
        (#"{"/":"/a","comment":"starts with /a"}"#, "comment-disagrees", #"{"/":"/a*","comment":"starts with /a"}"#),
        (#"{"/":"/a/*"},{"/":"/a/b"}"#, "unreachable-component", #"{"/":"/a/b"},{"/":"/a/*"}"#),
        (#"{"/":"/a/*"},{"/":"/a"}"#, "unreachable-component", #"{"/":"/a/?*"},{"/":"/a"}"#),
        (#"{"/":"/a?*"},{"/":"/ab/*"}"#, "unreachable-component", #"{"/":"/a?*"},{"/":"/a/*"}"#),
        (#"{"/":"*"},{"/":"/a","exclude":true}"#, "shadowed-exclude", #"{"/":"/a","exclude":true},{"/":"*"}"#),
        (
            #"{"/":"/a/","?":{"b":"1"}},{"/":"a","?":{"b":"1"}}"#, "duplicate-component",
            #"{"/":"/a","?":{"b":"1"}},{"/":"/a","?":{"b":"2"}}"#
        ),
        (
            #"{"?":{"b":"1"}},{"/":"/a","?":{"c":"1","b":"1"}}"#, "unreachable-component",
            #"{"?":{"b":"1","c":"1"}},{"?":{"b":"1"}}"#
        ),
        (#"{"/":"/a"},{"/":"/b","exclude":true}"#, "needless-exclude", #"{"/":"/b","exclude":true},{"/":"/?"}"#),
        (#"{"/":"/a","exclude":true}"#, "everything-excluded", #"{"/":"/a","exclude":false}"#),
        (
            #"{"/":"/a/*"},{"/":"/a/b","caseSensitive":true}"#, "unreachable-component",
            #"{"/":"/a/*"},{"/":"/A/b","caseSensitive":false}"#
        ),
    ]

    private static let pathsTable: [(String, String, String)] = [
        (#""NOT/a","*""#, "not-without-space", #""NOT /a","*""#), (#""not /a","*""#, "not-without-space", #""NOT /a","*""#),
        (#""/a?b=c""#, "query-in-path", #""/a?""#), (#""NOT  /a","*""#, "surrounding-space", #""NOT /a","*""#),
        (#""*","NOT /a""#, "shadowed-exclude", #""NOT /a","*""#), (#""NOT *""#, "everything-excluded", #""*""#),
        (#"7"#, "wrong-type", #""/7""#),
    ]

    private static let variablesTable: [(String, String, String?)] = [
        (#""v":["a"]"#, "/$(v)", nil), (#""v":["a"]"#, "/$(v)/$(w)", "undefined-variable"),
        (#""v":["a"]"#, "/a", "unused-variable"),
        (#""v":["a"]"#, "/$(v)/$(v", "unterminated-variable"), (#""v":[]"#, "/$(v)", "empty-variable"),
        (#""lang":["a"]"#, "/$(lang)", "predefined-variable"), (#""v":["$(lang)"]"#, "/$(v)", "nested-variable"),
        (#""a$b":["a"]"#, "/a", "invalid-variable-name"), ("", "/$(lang)", nil),
    ]
}
