import AssociatedDomains
import Testing

/// The result of a component for `https://example.com` followed by `rest`.
func outcome(_ component: String, _ rest: String) throws -> LinkOutcome {
    try ComponentList(component.utf8).decision(for: LinkURL("https://example.com" + rest)).outcome
}

@Suite("Pattern matching rules")
struct PatternRuleTests {
    @Test(
        "slashes at both ends of the path are ignored",
        arguments: slashesTable)
    func slashes(pattern: String, rest: String, matches: Bool) throws {
        #expect(try outcome(#"{"/":"\#(pattern)"}"#, rest) == (matches ? .matched : .none))
    }

    @Test(
        "a final star also matches the path before its slash; no other pattern does",
        arguments: finalStarTable)
    func finalStar(pattern: String, rest: String, matches: Bool) throws {
        #expect(try outcome(#"{"/":"\#(pattern)"}"#, rest) == (matches ? .matched : .none))
    }

    @Test(
        "for predicates, a missing item is empty, each of several must match, and a value that is not a string voids all",
        arguments: predicatesTable)
    func predicates(predicates: String, rest: String, matches: Bool) throws {
        #expect(try outcome(#"{"?":\#(predicates)}"#, rest) == (matches ? .matched : .none))
    }

    @Test(
        "patterns must match whole queries and fragments",
        arguments: wholesTable)
    func wholes(component: String, rest: String, matches: Bool) throws {
        #expect(try outcome(component, rest) == (matches ? .matched : .none))
    }

    @Test(
        "encoding and case are compared by the rules",
        arguments: encodingTable)
    func encoding(component: String, rest: String, matches: Bool) throws {
        #expect(try outcome(component, rest) == (matches ? .matched : .none))
    }

    @Test(
        "predefined variables have Apple's values",
        arguments: predefinedTable)
    func predefined(pattern: String, rest: String, matches: Bool) throws {
        #expect(try outcome(#"{"/":"\#(pattern)"}"#, rest) == (matches ? .matched : .none))
    }

    @Test("if case is ignored, it is also ignored in values of variables")
    func foldedVariables() throws {
        #expect(try outcome(#"{"/":"/$(region)/$(upper)","caseSensitive":false}"#, "/us/x") == .matched)
        #expect(try outcome(#"{"/":"/$(region)/$(digit)","caseSensitive":false}"#, "/us/x") == .none)
    }

    @Test(
        "a member of the wrong type counts as missing; numbers count as Booleans",
        arguments: typesTable)
    func types(component: String, expected: LinkOutcome) throws {
        #expect(try outcome(component, "/x") == expected)
    }

    @Test("stars and variables on a long path take polynomial time", .timeLimit(.minutes(20)))
    func linear() throws {
        let path = "/" + String(repeating: "a", count: 10_000)
        for piece in ["*a", "*aaaaab", "*$(alpha)", "*$(lang)*$(region)", "$(lang)*", "?*"] {
            let pattern = String(repeating: piece, count: 50) + "!"
            #expect(try outcome(#"{"/":"\#(pattern)"}"#, path) == .none)
            #expect(try outcome(#"{"/":"/*","?":{"q":"\#(pattern)"}}"#, "/x?q=" + path) == .none)
        }
    }

    private static let slashesTable: [(String, String, Bool)] = [
        ("/buy", "/buy/", true), ("/buy/", "/buy", true), ("/buy/", "/buy//", true), ("buy", "/buy", true), ("//buy", "/buy", true),
        ("/buy", "//buy", true), ("/", "", true), ("/", "/", true), ("", "/", true), ("*", "", true), ("buy", "/buyx", false),
        ("buy", "/xbuy", false), ("/a/b", "/a//b", false), ("/?*", "/", false), ("/", "/a", false),
    ]

    private static let finalStarTable: [(String, String, Bool)] = [
        ("/buy/*", "/buy", true), ("/buy/*", "/buy/", true), ("/buy/**", "/buy", true), ("/buy/*", "/bu", false),
        ("/buy/*", "/buyer", false), ("/b*/*", "/buy", true), ("/a/*/c", "/a/c", false), ("/buy/?*", "/buy", false),
        ("/buy/?", "/buy/", false), ("/id/????", "/id/481", false), ("/id/????", "/id/4811", true), ("/buy/*/", "/buy", true),
        ("/$(lang)/*", "/en", true), ("/$(lang)/*", "/xx", false), ("/buy/*", "/buy/a/b/", true), ("/*/b", "/a/c/b", true),
    ]

    private static let predicatesTable: [(String, String, Bool)] = [
        (#"{"b":"*"}"#, "/x", true), (#"{"b":""}"#, "/x?a=1", true), (#"{"b":"?*"}"#, "/x?a=1", false),
        (#"{"b":"?*"}"#, "/x?b=1", true), (#"{"flag":""}"#, "/x?flag", true), (#"{"flag":"?*"}"#, "/x?flag=", false),
        (#"{"id":"4?"}"#, "/x?id=42&id=43", true), (#"{"id":"42"}"#, "/x?id=42&id=7", false),
        (#"{"id":"42","n":null}"#, "/x?id=7", true), (#"{"id":"42","n":false}"#, "/x?id=7", true),
        (#"{"id":"42","n":1}"#, "/x?id=7", true), (#"{"id":"42","n":{}}"#, "/x?id=7", true),
        (#"{"id":"42","n":"*"}"#, "/x?id=7", false),
        ("{}", "/x?id=7", true), (#"{"id":"a=b"}"#, "/x?id=a=b", true), (#"{"ID":"42"}"#, "/x?id=42", false),
    ]

    private static let wholesTable: [(String, String, Bool)] = [
        (#"{"?":"a=1"}"#, "/x?a=1", true), (#"{"?":"a=1"}"#, "/x?a=1&b=2", false), (#"{"?":"a=1*"}"#, "/x?a=1&b=2", true),
        (#"{"?":""}"#, "/x", true), (#"{"?":""}"#, "/x?", true), (#"{"?":""}"#, "/x?a", false), (#"{"?":"?*"}"#, "/x", false),
        (##"{"#":"a"}"##, "/x#a", true), (##"{"#":"a"}"##, "/x#a/", false), (##"{"#":"?*"}"##, "/x", false),
        (##"{"#":""}"##, "/x#", true),
        (##"{"#":"a/*"}"##, "/x#a", false), (##"{"?":"a/"}"##, "/x?a", false),
    ]

    private static let encodingTable: [(String, String, Bool)] = [
        (#"{"/":"/a b"}"#, "/a%20b", false), (#"{"/":"/a b","percentEncoded":false}"#, "/a%20b", true),
        (#"{"/":"/a%20b","percentEncoded":false}"#, "/a%20b", false), (#"{"/":"/a b","percentEncoded":false}"#, "/a b", true),
        (#"{"/":"/a%20b"}"#, "/a b", true), (#"{"/":"/a/b","percentEncoded":false}"#, "/a%2Fb", true),
        (#"{"/":"/é","percentEncoded":false}"#, "/%FF", false), (#"{"/":"*","percentEncoded":false}"#, "/%FF", true),
        (#"{"/":"/Buy"}"#, "/buy", false), (#"{"/":"/Buy","caseSensitive":false}"#, "/bUY", true),
        (#"{"/":"/caf%C3%A9","caseSensitive":false}"#, "/caf%c3%a9", true), (#"{"/":"/Buy","casesensitive":false}"#, "/buy", false),
        (#"{"/":"/É","caseSensitive":false,"percentEncoded":false}"#, "/%C3%A9", true), (#"{"/":"/??"}"#, "/%C3%A9", false),
        (#"{"/":"/?","percentEncoded":false}"#, "/%C3%A9", true), (#"{"?":{"é":"1"},"percentEncoded":false}"#, "/?%C3%A9=1", true),
        (#"{"?":{"é":"1"}}"#, "/?%C3%A9=1", false),
    ]

    private static let predefinedTable: [(String, String, Bool)] = [
        ("$(alpha)", "/a", true), ("$(alpha)", "/1", false), ("$(alpha)", "/ab", false), ("$(upper)", "/A", true),
        ("$(upper)", "/a", false), ("$(lower)", "/a", true), ("$(lower)", "/A", false), ("$(alnum)", "/9", true),
        ("$(alnum)", "/-", false), ("$(digit)", "/7", true), ("$(digit)", "/a", false), ("$(xdigit)", "/F", true),
        ("$(xdigit)", "/g", false), ("$(region)", "/GB", true), ("$(region)", "/UK", false), ("$(region)", "/gb", false),
        ("$(lang)", "/de", true), ("$(lang)", "/yue", true), ("$(lang)", "/DE", false), ("$(lang)_$(region)", "/en_US", true),
        ("$(Lang)", "/de", false), ("$(a$(lang)", "/$(ade", true), ("$(lang", "/$(lang", true), ("$()", "/", false),
    ]

    private static let typesTable: [(String, LinkOutcome)] = [
        (##"{"/":5}"##, LinkOutcome.matched), (##"{"?":5}"##, .matched), (##"{"#":null}"##, .matched),
        (##"{"/":"*","exclude":"true"}"##, .matched),
        (#"{"/":"*","exclude":1}"#, .blocked), (#"{"/":"*","exclude":true}"#, .blocked),
        (#"{"/":"/X","caseSensitive":"false"}"#, .none),
        (#"{}"#, .matched), (#"[{"/":"/y"},{"/":"/x","exclude":true},{}]"#, .blocked), ("[]", .none),
    ]
}
