import AssociatedDomains
import Testing

@Suite("The decision of a file about a link")
struct FileDecisionTests {
    private func decide(_ applinks: String, _ rest: String, appID: String? = nil) throws -> LinkDecision {
        let file = try AssociationFile(#"{"applinks":\#(applinks)}"#)
        return AssociationMatcher(file).decision(for: try LinkURL("https://example.com" + rest), appID: appID)
    }

    private func details(_ components: String, apps: String = #""A""#, more: String = "") -> String {
        #"{"appIDs":[\#(apps)],"components":[\#(components)]\#(more)}"#
    }

    @Test(
        "a component overrides details, applinks and built-in defaults",
        arguments: defaultsTable)
    func defaults(component: String, inDetails: String, inAppLinks: String, rest: String, expected: LinkOutcome) throws {
        let more = inDetails.isEmpty ? "" : #","defaults":\#(inDetails)"#
        let prefix = inAppLinks.isEmpty ? "" : #""defaults":\#(inAppLinks),"#
        let decision = try decide("{\(prefix)\"details\":[\(details(component, more: more))]}", rest)
        #expect(decision.outcome == expected)
    }

    @Test("the first matching component decides, over all entries of an app in order")
    func firstMatch() throws {
        let first = details(#"{"/":"/a/no/*","exclude":true},{"/":"/a/*"}"#)
        let second = details(#"{"/":"*"}"#)
        let file = #"{"details":[\#(first),\#(second)]}"#
        #expect(try decide(file, "/a/1") == decide(file, "/a/1", appID: "A"))
        #expect(try decide(file, "/a/1").component == 1)
        #expect(try decide(file, "/a/no/1").outcome == .blocked)
        #expect(try decide(file, "/b").details == 1)
        #expect(try decide(file, "/b", appID: "B").outcome == .none)
    }

    @Test("an exclusion affects only its own apps")
    func excludedApp() throws {
        let file = #"{"details":[\#(details(#"{"/":"*","exclude":true}"#)),\#(details(#"{"/":"*"}"#, apps: #""A","B""#))]}"#
        #expect(try decide(file, "/").appID == "B")
        #expect(try decide(file, "/").outcome == .matched)
        #expect(try decide(file, "/", appID: "A").outcome == .blocked)
        let both = #"{"details":[\#(details(#"{"/":"*","exclude":true}"#, apps: #""A","B""#)),\#(details("{}", apps: #""B""#))]}"#
        #expect(try decide(both, "/").outcome == .blocked)
    }

    @Test(
        "legacy forms decide links",
        arguments: legacyTable)
    func legacy(entry: String, rest: String, expected: LinkOutcome) throws {
        #expect(try decide(#"{"details":[\#(entry)]}"#, rest).outcome == expected)
    }

    @Test("details as an object name the app by its key")
    func dictionary() throws {
        let decision = try decide(#"{"details":{"A":{"paths":["/x"]},"B":{"paths":["NOT *"]}}}"#, "/x")
        #expect(decision == (try decide(#"{"details":[{"appID":"A","paths":["/x"]}]}"#, "/x")))
    }

    @Test("in the values of custom variables wildcards count, variables do not, and an empty list matches nothing")
    func variables() throws {
        let variables = #"{"v":["a?","b*"],"w":["$(v)"],"n":[],"food":["pizza"]}"#
        let outcome = { (pattern: String, rest: String) in
            try decide(#"{"substitutionVariables":\#(variables),"details":[\#(details(#"{"/":"\#(pattern)"}"#))]}"#, rest).outcome
        }
        #expect(try outcome("/$(v)/$(food)/", "/ax/pizza") == .matched)
        #expect(try outcome("/$(v)/$(food)/", "/b/c/pizza") == .matched)
        #expect(try outcome("/$(v)", "/a") == .none)
        #expect(try outcome("/$(w)", "/ax") == .none)
        #expect(try outcome("/$(w)", "/$(v)") == .matched)
        #expect(try outcome("/$(n)", "/") == .none)
        #expect(try outcome("/$(Food)", "/pizza") == .none)
    }

    @Test("variables that make a pattern too large match nothing, quickly", .timeLimit(.minutes(20)))
    func tooLarge() throws {
        let values = (0..<2_000).map { #""\#($0)*""# }.joined(separator: ",")
        let outcome = { (count: Int, rest: String) in
            let pattern = String(repeating: "$(v)", count: count)
            let variables = #""substitutionVariables":{"v":["",\#(values)]}"#
            return try decide(#"{\#(variables),"details":[\#(details(#"{"/":"\#(pattern)"}"#))]}"#, rest).outcome
        }
        #expect(try outcome(5, "/") == .matched && outcome(5, "/17x") == .matched)
        #expect(try outcome(50, "/") == .none)
        #expect(try outcome(5_000, "/" + String(repeating: "1", count: 10_000)) == .none)
    }

    @Test("only http and https links can be universal links")
    func scheme() throws {
        let file = try AssociationFile(#"{"applinks":{"details":[\#(details("{}"))]}}"#)
        for (url, expected) in [("https://e.org", LinkOutcome.matched), ("HTTP://e.org/", .matched), ("ftp://e.org/", .none)] {
            #expect(AssociationMatcher(file).decision(for: try LinkURL(url)).outcome == expected)
        }
    }

    private static let defaultsTable: [(String, String, String, String, LinkOutcome)] = [
        (#"{"/":"/x"}"#, "", "", "/X", LinkOutcome.none), (#"{"/":"/x"}"#, "", #"{"caseSensitive":false}"#, "/X", .matched),
        (#"{"/":"/x"}"#, #"{"caseSensitive":true}"#, #"{"caseSensitive":false}"#, "/X", .none),
        (#"{"/":"/x","caseSensitive":false}"#, #"{"caseSensitive":true}"#, "", "/X", .matched),
        (##"{"#":"*"}"##, "", ##"{"/":"/foo/*"}"##, "/bar", .none), (##"{"#":"*"}"##, ##"{"/":"/foo/*"}"##, "", "/foo/1", .matched),
        (##"{"/":"/bar"}"##, ##"{"/":"/foo/*"}"##, "", "/bar", .matched),
        (##"{"#":"*"}"##, "", ##"{"exclude":true}"##, "/bar", .blocked),
        (#"{"exclude":false}"#, "", #"{"exclude":true}"#, "/bar", .matched), (#"{"/":5}"#, "", #"{"/":"/foo"}"#, "/bar", .matched),
        (#"{"?":{"b":"1"}}"#, "", #"{"?":{"a":"1"}}"#, "/?b=1", .matched),
        (#"{"/":"/x y"}"#, #"{"percentEncoded":false}"#, "", "/x%20y", .matched),
    ]

    private static let legacyTable: [(String, String, LinkOutcome)] = [
        (#"{"appID":"A","paths":["NOT /no/*","/a/*"]}"#, "/a/1?q", LinkOutcome.matched),
        (#"{"appID":"A","paths":["NOT /a/no/*","/a/*"]}"#, "/a/no/1", .blocked),
        (#"{"appID":"A","paths":["NOT/a","/a"]}"#, "/a", .matched),
        (#"{"appID":"A","paths":["*"],"components":[]}"#, "/a", .none), (#"{"appIDs":[],"appID":"A","paths":["*"]}"#, "/a", .none),
        (#"{"appIDs":["A"],"paths":["*"]}"#, "/a", .matched), (#"{"appID":"A","components":[{}]}"#, "/a", .matched),
        (#"{"appID":"A"}"#, "/a", .none), (#"{"paths":["*"]}"#, "/a", .none),
    ]
}
