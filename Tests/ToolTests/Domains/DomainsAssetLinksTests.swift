import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey domains lint, of Android's assetlinks.json", .tags(.realParts))
struct DomainsAssetLinksTests {
    private static let fingerprint = (0..<32).map { String(format: "%02X", $0 * 3) }.joined(separator: ":")
    private static let file = """
        [{
          "relation": ["delegate_permission/common.get_login_creds"],
          "target": {"namespace": "android_app", "package_name": "com.acme.app", "sha256_cert_fingerprints": ["\(fingerprint)"]}
        }, {
          "relation": ["delegate_permission/common.get_login_creds"],
          "target": {"namespace": "web", "site": "https://auth.acme.com"}
        }]
        """

    @Test("it is told by what it holds, or by its name; other arrays are no file of either kind")
    func recognised() throws {
        let folder = try CommandFolder()
        try folder.write(Self.file, to: "links")
        #expect(try folder.run("domains lint links") == "ok\n= 0")
        #expect(try folder.run("domains lint -", input: Self.file) == "ok\n= 0")
        try folder.write("{}", to: "assetlinks.json")
        #expect(try folder.run("domains lint assetlinks.json").contains("(not-an-array)"))
        #expect(try folder.run("domains lint \(folder.path)/assetlinks.json").contains("(not-an-array)"))
        try folder.write("{}", to: "not-assetlinks.json")
        #expect(try folder.run("domains lint not-assetlinks.json").contains("(no-services)"))
        #expect(try folder.run("domains lint -", input: "[]").contains("(not-an-object)"))
    }

    @Test("each finding is shown with its place")
    func findings() throws {
        let folder = try CommandFolder()
        try folder.write(Self.file.replacing("https://auth", with: "http://auth"), to: "links")
        #expect(
            try folder.run("domains lint links") == """
                6:42: error: a site without TLS cannot be authenticated (insecure-site)
                      "target": {"namespace": "web", "site": "http://auth.acme.com"}
                                                             ^
                    use https
                = 1
                """)
    }

    @Test("an app is asked about by package and certificate, a site by its address")
    func sharing() throws {
        let folder = try CommandFolder()
        try folder.write(Self.file, to: "links")
        func ask(_ words: String) throws -> String { try folder.run("domains lint links \(words)") }
        #expect(
            try ask("--package com.acme.app --certificate \(Self.fingerprint)")
                == "ok\n\nsign-in sharing: yes: statement 1 (line 1) lets com.acme.app share sign-in\n= 0")
        #expect(
            try ask("--site https://auth.acme.com")
                == "ok\n\nsign-in sharing: yes: statement 2 (line 4) lets https://auth.acme.com share sign-in\n= 0")
        #expect(
            try ask("--site https://www.acme.com")
                == "ok\n\nsign-in sharing: no: no statement is about https://www.acme.com\n= 1")
        let other = Self.fingerprint.replacing("00:03", with: "FF:03")
        #expect(
            try ask("--package com.acme.app --certificate \(other)").hasSuffix(
                "no: statement 1 (line 1) names com.acme.app, signed with another certificate\n= 1"))
    }

    @Test(
        "a question that cannot be asked is refused",
        arguments: [
            ("--package com.acme.app", "asked about by its package and certificate"),
            ("--package app --certificate \(fingerprint)", "no name of an app"),
            ("--package com.acme.app --certificate AA:BB", "no SHA-256"), ("--site acme.com", "no scheme and host"),
            ("--site https://acme.com --certificate \(fingerprint)", "and by nothing else"),
        ])
    func refused(words: String, said: String) throws {
        let folder = try CommandFolder()
        try folder.write(Self.file, to: "links")
        let told = try folder.run("domains lint links \(words)")
        #expect(told.contains(said) && told.hasSuffix("= 2"), "\(told)")
    }

    @Test("an association file cannot be asked about Android")
    func association() throws {
        let told = try CommandFolder().run("domains lint {} --site https://acme.com")
        #expect(told.contains("only an assetlinks.json") && told.hasSuffix("= 2"))
    }

    @Test("both answers in JSON, and in a batch")
    func json() throws {
        let folder = try CommandFolder()
        try folder.write(Self.file, to: "links")
        let one = try CommandRun(["domains", "lint", "links", "--json", "--site", "https://auth.acme.com"], in: folder)
        let root = try JSONText.parse(one.output.utf8).root
        #expect(root["findings"]?.elements?.contains { _ in true } == false && root["signInSharing"]?["granted"]?.boolean == true)
        let text = JSONValue.string(Self.file).text()
        let lines = [
            #"{"json":\#(text)}"#, #"{"json":\#(text),"site":"https://a.com"}"#,
            #"{"json":[{"relation":5}],"package":"com.acme.app","certificate":"\#(Self.fingerprint)"}"#,
            #"{"json":{},"site":"https://a.com"}"#, #"{"json":[],"site":5}"#,
        ]
        let run = try CommandRun(["domains", "lint", "--jsonl"], in: folder, input: lines.joined(separator: "\n"))
        let answers = try run.output.split(separator: "\n").map { try JSONText.parse($0.utf8).root }
        try #require(answers.count == 5)
        #expect(run.output.hasPrefix("{\"findings\":[]}\n") && run.status == 1)
        #expect(answers[1]["signInSharing"]?["granted"]?.boolean == false)
        #expect(answers[1]["signInSharing"]?["explanation"]?.string == "no statement is about https://a.com")
        #expect(answers[2]["findings"]?[0]?["code"]?.string == "missing-target" && answers[2]["signInSharing"] != nil)
        #expect(answers[3]["error"]?["code"]?.string == "not-asset-links")
        #expect(answers[4]["error"]?["code"]?.string == "wrong-type")
    }
}
