import AssociatedDomains
import Testing

@Suite("Files whose patterns are much together", .timeLimit(.minutes(5)))
struct PatternCompilerTests {
    private static let app = #""appIDs":["ABCDE2345F.com.acme.app"]"#

    /// A file of three entries, the second of which holds this many patterns of some 50,000 steps each, and begins with a letter that no link here does.
    private static func file(patterns: Int) throws -> AssociationFile {
        let values = (0..<1_500).map { #""\#($0)*""# }.joined(separator: ",")
        let large = (0..<patterns).map { #"{"/":"/z$(v)$(v)$(v)$(v)$(v)$(v)-\#($0)"}"# }.joined(separator: ",")
        let entries = [#"{"/":"/first"}"#, large, #"{"/":"/last"}"#].map { #"{\#(app),"components":[\#($0)]}"# }
        return try AssociationFile(
            #"{"applinks":{"substitutionVariables":{"v":[\#(values)]},"details":[\#(entries.joined(separator: ","))]}}"#)
    }

    @Test(
        "beyond the limit of the file the rest matches nothing, and lint says from where on",
        arguments: [(200, true), (400, false)])
    func limit(patterns: Int, isRead: Bool) throws {
        let file = try Self.file(patterns: patterns)
        let matcher = AssociationMatcher(file)
        #expect(matcher.decision(for: try LinkURL("https://acme.com/first")).outcome == .matched)
        #expect(matcher.decision(for: try LinkURL("https://acme.com/last")).outcome == (isRead ? .matched : .none))
        let told = file.lint().filter { $0.code == .patternTooLarge }
        #expect(told.map(\.pointer) == (isRead ? [] : ["/applinks/details/1"]))
    }

    @Test("a large pattern in defaults is prepared once, however many components there are")
    func defaults() throws {
        let pattern = String(repeating: "a*", count: 40_000)
        let components = Array(repeating: "{}", count: 20_000).joined(separator: ",")
        let file = try AssociationFile(
            #"{"applinks":{"details":[{\#(Self.app),"defaults":{"/":"/\#(pattern)"},"components":[\#(components)]}]}}"#)
        #expect(AssociationMatcher(file).decision(for: try LinkURL("https://acme.com/b")).outcome == .none)
    }

    @Test("many items of a query against many predicates take no longer than both are long")
    func items() throws {
        let predicates = (0..<20_000).map { #""n\#($0)":"*1""# }.joined(separator: ",")
        let components = try ComponentList(#"[{"?":{\#(predicates)}}]"#.utf8)
        let query = (0..<6_000).map { "n\($0)=1" }.joined(separator: "&")
        // The six thousand that are there match; the first that is missing does not.
        #expect(components.decision(for: try LinkURL("https://acme.com/?" + query)).outcome == .none)
    }
}
