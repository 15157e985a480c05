import Testing

@testable import AssociatedDomains

@Suite("Files with large patterns", .timeLimit(.minutes(20)))
struct PatternCompilerTests {
    private static let app = #""appIDs":["ABCDE2345F.com.acme.app"]"#

    /// A file of three entries. The second has this many patterns of about 50,000 steps each, starting with a letter that no link
    /// here has.
    private static func file(patterns: Int) throws -> AssociationFile {
        let values = (0..<1_500).map { #""\#($0)*""# }.joined(separator: ",")
        let large = (0..<patterns).map { #"{"/":"/z$(v)$(v)$(v)$(v)$(v)$(v)-\#($0)"}"# }.joined(separator: ",")
        let entries = [#"{"/":"/first"}"#, large, #"{"/":"/last"}"#].map { #"{\#(app),"components":[\#($0)]}"# }
        return try AssociationFile(
            #"{"applinks":{"substitutionVariables":{"v":[\#(values)]},"details":[\#(entries.joined(separator: ","))]}}"#)
    }

    @Test(
        "beyond the limit of the file the remaining patterns match nothing, and lint reports the first",
        arguments: [(200, true), (400, false)])
    func limit(patterns: Int, isRead: Bool) throws {
        let file = try Self.file(patterns: patterns)
        let matcher = AssociationMatcher(file)
        #expect(matcher.decision(for: try LinkURL("https://acme.com/first")).outcome == .matched)
        #expect(matcher.decision(for: try LinkURL("https://acme.com/last")).outcome == (isRead ? .matched : .none))
        let told = file.lint().filter { $0.code == .patternTooLarge }
        #expect(told.map(\.pointer) == (isRead ? [] : ["/applinks/details/1"]))
    }

    @Test("a large pattern in defaults is compiled once for any number of components")
    func defaults() throws {
        let pattern = String(repeating: "a*", count: 40_000)
        let components = Array(repeating: "{}", count: 20_000).joined(separator: ",")
        let file = try AssociationFile(
            #"{"applinks":{"details":[{\#(Self.app),"defaults":{"/":"/\#(pattern)"},"components":[\#(components)]}]}}"#)
        #expect(AssociationMatcher(file).decision(for: try LinkURL("https://acme.com/b")).outcome == .none)
    }

    @Test("matching many query items against many predicates takes linear time")
    func items() throws {
        let predicates = (0..<20_000).map { #""n\#($0)":"*1""# }.joined(separator: ",")
        let components = try ComponentList(#"[{"?":{\#(predicates)}}]"#.utf8)
        let query = (0..<6_000).map { "n\($0)=1" }.joined(separator: "&")
        // The six thousand present items match; the first missing one does not.
        #expect(components.decision(for: try LinkURL("https://acme.com/?" + query)).outcome == .none)
    }

    @Test("components that inherit many query items share them")
    func inheritedItems() throws {
        let predicates = (0..<200).map { #""n\#($0)":"*1""# }.joined(separator: ",")
        let file = try AssociationFile(
            #"{"applinks":{"details":[{\#(Self.app),"defaults":{"?":{\#(predicates)}},"components":[{},{"/":"/a"},{}]}]}}"#)
        let matcher = AssociationMatcher(file)
        let addresses = matcher.entries[0].components.map { $0.items.withUnsafeBufferPointer { $0.baseAddress } }
        #expect(addresses.count == 3 && Set(addresses).count == 1 && matcher.entries[0].components[2].items.count == 200)
        let query = (0..<200).map { "n\($0)=1" }.joined(separator: "&")
        #expect(matcher.decision(for: try LinkURL("https://acme.com/b?" + query)).component == 0)
        #expect(matcher.decision(for: try LinkURL("https://acme.com/b?n0=1")).outcome == .none)
    }

    @Test("beyond the limit of the file, inherited query items match nothing")
    func manyInheritedItems() throws {
        let name = String(repeating: "n", count: 4_000)
        let components = Array(repeating: "{}", count: 5_000).joined(separator: ",")
        let file = try AssociationFile(
            #"{"applinks":{"details":[{\#(Self.app),"defaults":{"?":{"\#(name)":"1"}},"components":[\#(components)]}]}}"#)
        let compiled = AssociationMatcher(file).entries[0].components
        let link = LinkTexts(try LinkURL("https://acme.com/?\(name)=1"))
        #expect(compiled.first?.matches(link) == true && compiled.last?.matches(link) == false)
    }

    @Test("a value of defaults is found at once, however many unknown members surround it")
    func unknownMembers() throws {
        let unknown = (0..<20_000).map { #""u\#($0)":0"# }.joined(separator: ",")
        let components = Array(repeating: "{}", count: 20_000).joined(separator: ",")
        let file = try AssociationFile(
            #"{"applinks":{"details":[{\#(Self.app),"defaults":{\#(unknown),"/":"/b","exclude":true},"components":[\#(components)]}]}}"#
        )
        #expect(AssociationMatcher(file).decision(for: try LinkURL("https://acme.com/b")).outcome == .blocked)
    }
}
