import AssociatedDomains
import Testing

@Suite("Whether and why a file associates an app")
struct AppAssociationTests {
    private static func explain(_ apps: [String], app: String? = "ABCDE12345.com.acme.app") throws -> AppAssociation {
        let list = apps.map { "\"\($0)\"" }.joined(separator: ",")
        let file = try AssociationFile(#"{"webcredentials":{"apps":[\#(list)]}}"#)
        return AppAssociation(of: try app.map { try AppIdentifier($0) }, for: .webcredentials, in: file)
    }

    @Test("a named app is associated, for this service only")
    func named() throws {
        let held = try Self.explain(["ABCDE12345.com.acme.other", "ABCDE12345.com.acme.app"])
        #expect(held.isAssociated && held.explanation == "the file names ABCDE12345.com.acme.app")
        let file = try AssociationFile(#"{"webcredentials":{"apps":["ABCDE12345.com.acme.app"]}}"#)
        let all = AppAssociation.all(of: try AppIdentifier("ABCDE12345.com.acme.app"), for: [], in: file)
        #expect(all.filter(\.isAssociated).map(\.service) == [.webcredentials] && all.count == AssociatedService.allCases.count)
    }

    @Test(
        "an app that is not named is reported with the most similar one",
        arguments: [
            (["ABCDE12345.com.acme.App"], #"the file names "ABCDE12345.com.acme.App"; identifiers are case-sensitive"#),
            (["ZZZZZ12345.com.acme.app"], #"the file names "ZZZZZ12345.com.acme.app", which belongs to another team"#),
            (
                ["com.acme.app ABCDE12345"],
                #"the file names "com.acme.app ABCDE12345", which differs from ABCDE12345.com.acme.app"#
            ),
            (["A.b", "C.d"], #"the file names "A.b", "C.d", not ABCDE12345.com.acme.app"#),
            (["A.b", "C.d", "E.f", "G.h"], #"the file names "A.b", "C.d", "E.f" and 1 more, not ABCDE12345.com.acme.app"#),
            ([], "the file names no app for this service"),
        ])
    func nearest(apps: [String], explanation: String) throws {
        let association = try Self.explain(apps)
        #expect(!association.isAssociated && association.explanation == explanation)
    }

    @Test("without an app, any app counts, and without a file none does")
    func none() throws {
        #expect(try Self.explain(["A.b"], app: nil).isAssociated)
        #expect(try !Self.explain([], app: nil).isAssociated)
        let missing = AppAssociation(of: nil, for: .applinks, in: nil)
        #expect(!missing.isAssociated && missing.explanation == "the file is missing or malformed")
    }

    @Test("names from a file are shown without control characters")
    func controls() throws {
        #expect(try Self.explain(["\\u001b[31m\\u202e"]).explanation.hasPrefix("the file names \"\u{FFFD}[31m\u{FFFD}\""))
    }
}
