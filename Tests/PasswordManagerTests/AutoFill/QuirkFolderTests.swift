import AssociatedDomains
import Foundation
import Testing

@testable import PasswordManager

@Suite("A folder with site data")
struct QuirkFolderTests {
    private func quirks(_ files: [String: String]) throws -> SiteQuirks {
        let path = FileManager.default.temporaryDirectory.path + "/quirks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name)) }
        return try SiteQuirks(folder: path)
    }

    @Test("is read by file names, and missing files mean no data")
    func names() throws {
        let all = try quirks([
            "shared-credentials.json": #"[{"shared":["a.example","b.example"]}]"#,
            "shared-credentials-historical.json": #"[{"shared":["b.example","c.example"]}]"#,
            "password-rules.json": #"{"a.example":{"password-rules":"minlength: 14;"}}"#,
            "change-password-URLs.json": #"{"a.example":"https://a.example/p","deep.a.example":"https://a.example/d"}"#,
            "websites-that-append-2fa-to-password.json": #"["bank.example"]"#,
            "websites-that-ask-for-credentials-for-other-services-when-embedded-as-third-party.json": #"["all.example"]"#,
            "something-else.json": "no JSON",
        ])
        let (a, b, c) = (try host("a.example"), try host("b.example"), try host("c.example"))
        #expect(all.sharing.destinations(of: b) == [a, b] && all.related.relatives(of: b) == [a, b, c])
        #expect(try all.appendsCodes(host("bank.example")))
        #expect(try all.asksForOthers(host("all.example")))
        #expect(all.changePasswordAddress(of: try host("www.a.example")) == "https://a.example/p")
        #expect(all.changePasswordAddress(of: try host("x.deep.a.example")) == "https://a.example/d")
        #expect(all.changePasswordAddress(of: b) == nil)
        let one = try quirks(["websites-that-append-2fa-to-password.json": "[]"])
        #expect(one.sharing == SharedCredentials() && one.changePasswordAddresses.isEmpty)
    }

    @Test(
        "is rejected without any of these files, or with a malformed one",
        arguments: [[:], ["other.json": "[]"], ["shared-credentials.json": "{}"], ["change-password-URLs.json": "[]"]])
    func rejected(files: [String: String]) {
        #expect(throws: QuirkFileError.self) { try quirks(files) }
    }
}
