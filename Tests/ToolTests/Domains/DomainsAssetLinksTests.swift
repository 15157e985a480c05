import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey domains lint for Android's assetlinks.json", .tags(.realParts), .timeLimit(.minutes(20)))
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

    @Test("a file is recognized by its content or its name; other arrays are of neither kind")
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

    @Test("each diagnostic is shown with its place")
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

    @Test("lint says whether sign-in is shared with an app, by package and certificate, or with a site")
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
                == "ok\n\nsign-in sharing: no: no statement names https://www.acme.com\n= 1")
        let other = Self.fingerprint.replacing("00:03", with: "FF:03")
        #expect(
            try ask("--package com.acme.app --certificate \(other)").hasSuffix(
                "no: statement 1 (line 1) names com.acme.app, signed with another certificate\n= 1"))
    }

    @Test(
        "malformed questions about sharing are rejected",
        arguments: [
            ("--package com.acme.app", "give either a package and its certificate, or a site"),
            ("--package app --certificate \(fingerprint)", "the package is not an app's name"),
            ("--package com.acme.app --certificate AA:BB", "not a SHA-256"), ("--site acme.com", "not a scheme and host"),
            ("--site https://acme.com --certificate \(fingerprint)", "give either a package and its certificate, or a site"),
        ])
    func rejected(words: String, said: String) throws {
        let folder = try CommandFolder()
        try folder.write(Self.file, to: "links")
        let told = try folder.run("domains lint links \(words)")
        #expect(told.contains(said) && told.hasSuffix("= 2"), "\(told)")
    }

    @Test("an association file does not share sign-in with Android")
    func association() throws {
        let told = try CommandFolder().run("domains lint {} --site https://acme.com")
        #expect(told.contains("only an assetlinks.json") && told.hasSuffix("= 2"))
    }

    @Test("both results are available as JSON and in a batch")
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
        #expect(answers[1]["signInSharing"]?["explanation"]?.string == "no statement names https://a.com")
        #expect(answers[2]["findings"]?[0]?["code"]?.string == "missing-target" && answers[2]["signInSharing"] != nil)
        #expect(answers[3]["error"]?["code"]?.string == "not-asset-links")
        #expect(answers[4]["error"]?["code"]?.string == "wrong-type")
    }
}
