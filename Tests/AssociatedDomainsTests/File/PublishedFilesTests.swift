import AssociatedDomains
import ConformanceData
import Testing

@Suite("Published files", .enabled(if: PublishedFiles.arePresent, "../shared/data is absent"))
struct PublishedFilesTests {
    /// The real errors, by the beginning of the file names; the other files have none.
    private static let faults: [String: [Finding.Code]] = [
        "0Itsuki0+": [.placeholderAppID, .placeholderAppID],
        "18652082378+turtlekeeper-app__.": [.predicateWithoutEffect],
        "18652082378+turtlekeeper-app__a": [.predicateWithoutEffect],
        "19lmyers+": [.predicateWithoutEffect, .predicateWithoutEffect, .predicateWithoutEffect, .predicateWithoutEffect],
        "256Arts+": [.commentDisagrees],
        "43Mission+": [.legacyAppsMissing],
        "artsy+artsy-eigen-web-association__constants.ts_cms": [.everythingExcluded, .everythingExcluded],
        "artsy+artsy-eigen-web-association__constants.ts_default": [.fragmentInPath, .fragmentInPath],
    ]

    @Test("each file is parsed, its real errors are found, and valid files have no findings")
    func files() throws {
        let files = try PublishedFiles.all(in: "files")
        #expect(files.count >= 16)
        for file in files {
            let read = try AssociationFile(file.bytes)
            let findings = read.lint()
            let expected = Self.faults.first { file.name.hasPrefix($0.key) }?.value ?? []
            #expect(findings.map(\.code) == expected, "\(file.name)")
            // Positions have the same path when found together and one by one.
            #expect(findings.map(\.pointer) == findings.map { read.pointer(to: $0.place) }, "\(file.name)")
        }
    }

    @Test("in a file of four hundred components, the last one and its exclusions decide")
    func large() throws {
        let file = try #require(
            try PublishedFiles.all(in: "files").first { $0.name.hasPrefix("wikimedia+") && $0.bytes.count > 40_000 })
        let matcher = AssociationMatcher(try AssociationFile(file.bytes))
        let outcome = { (url: String) in matcher.decision(for: try LinkURL(url)).outcome }
        #expect(try outcome("https://en.wikipedia.org/wiki/Cat") == .matched)
        #expect(try outcome("https://en.wikipedia.org/wiki/Special:Search") == .blocked)
        #expect(try outcome("https://ko.wikipedia.org/wiki/%ED%8A%B9%EC%88%98:Search") == .blocked)
        #expect(try outcome("https://en.wikipedia.org/wiki/Cat?veaction=edit") == .blocked)
        #expect(try outcome("https://en.wikipedia.org/wiki/Cat#/editor/all") == .blocked)
        #expect(try outcome("https://en.wikipedia.org/about") == .none)
    }
}

/// Association files and asset links of real sites, stored beside the clone.
enum PublishedFiles {
    static let arePresent = SitePages("data/associated-domains") != nil

    /// The files of a kind (its folder's name), by name.
    static func all(in kind: String) throws -> [(name: String, bytes: [UInt8])] {
        guard let pages = SitePages("data/associated-domains/" + kind) else { return [] }
        return try pages.names.map { ($0, try pages.bytes($0)) }
    }
}
