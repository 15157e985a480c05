import TestKit
import Testing

@testable import AssociatedDomains

@Suite("Asset links")
struct AssetLinksTests {
    static let fingerprint = (0..<32).map { String($0 / 16, radix: 16) + String($0 % 16, radix: 16) }.joined(separator: ":")
        .uppercased()
    static let other = fingerprint.replacing("00:01", with: "FF:01")

    static func app(
        _ relation: String = "delegate_permission/common.get_login_creds", package: String = "com.example.app",
        fingerprint: String = fingerprint
    ) -> String {
        #"{"relation":["\#(relation)"],"target":{"namespace":"android_app","package_name":"\#(package)","sha256_cert_fingerprints":["\#(fingerprint)"]}}"#
    }

    static func web(_ site: String, _ relation: String = "delegate_permission/common.get_login_creds") -> String {
        #"{"relation":["\#(relation)"],"target":{"namespace":"web","site":"\#(site)"}}"#
    }

    private static func links(_ statements: String...) -> AssetLinks {
        AssetLinks(reading: Array("[\(statements.joined(separator: ","))]".utf8))
    }

    private func asker(_ package: String = "com.example.app", _ fingerprint: String = fingerprint) throws -> AssetRequester {
        .androidApp(try #require(AndroidPackageName(package)), try #require(CertificateFingerprint(fingerprint)))
    }

    @Test("an app gets the permissions of statements for its package and certificate, and no others")
    func apps() throws {
        let links = Self.links(Self.app(), Self.app("delegate_permission/common.handle_all_urls", package: "com.example.links"))
        #expect(links.findings.isEmpty)
        #expect(links.answer(.getLoginCredentials, for: try asker()) == .granted(statement: 0))
        #expect(links.answer(.handleAllURLs, for: try asker()) == .otherRelation(statement: 0))
        #expect(links.answer(.handleAllURLs, for: try asker("com.example.links")) == .granted(statement: 1))
        #expect(
            links.answer(.getLoginCredentials, for: try asker("com.example.app", Self.other)) == .otherCertificate(statement: 0))
        #expect(links.answer(.getLoginCredentials, for: try asker("com.example.apps")) == .noStatement)
    }

    @Test(
        "an array with a statement is an asset links file; anything else may be another file",
        arguments: [
            ("[\(app())]", true), (" \n[1,{\"include\":5}]", true), ("\u{FEFF}[{\"target\":{}}]", true), ("[]", false),
            ("[{}]", false),
            (app(), false), ("{\"a\":[\(app())]}", false), ("[\(app())", false), ("", false), ("<html>", false),
            ("[[{\"target\":1}]]", false),
        ])
    func recognition(text: String, isRecognised: Bool) {
        #expect(AssetLinks.recognises(text.utf8) == isRecognised)
    }

    @Test(
        "of many findings the most severe are reported, with the number of the others",
        arguments: [(497, 499), (498, 500), (499, 500), (3_000, 500)])
    func manyFindings(duplicates: Int, told: Int) {
        let statements = Array(repeating: Self.app(), count: duplicates + 1) + [#"{"relation":5}"#]
        let links = AssetLinks(reading: Array("[\(statements.joined(separator: ","))]".utf8))
        #expect(links.findings.count == told)
        #expect(links.findings.count { $0.severity == .error } == 2, "the errors come last in the text")
        #expect((links.findings.last?.code == .moreFindings) == (duplicates > 498))
    }

    @Test("a site gets the permissions of statements for its scheme, host and port")
    func sites() throws {
        let links = Self.links(Self.web("https://auth.example.com"), Self.web("https://login.example.com:8443"))
        func answer(_ site: String) throws -> Bool {
            links.answer(.getLoginCredentials, for: .web(try #require(AssetSite(site)))).isGranted
        }
        #expect(try answer("https://auth.example.com"))
        #expect(try answer("https://AUTH.example.com:443/"))
        #expect(try answer("https://login.example.com:8443"))
        #expect(try !answer("http://auth.example.com"))
        #expect(try !answer("https://login.example.com"))
        #expect(try !answer("https://www.auth.example.com"))
    }

    @Test("an included file is reported, and leaves open only permissions that this file does not give")
    func includes() throws {
        let links = Self.links(Self.app(), #"{"include":"https://example.com/more.json"}"#)
        #expect(links.includes.map(\.url) == ["https://example.com/more.json"])
        #expect(links.findings.map(\.code) == [.include])
        #expect(links.answer(.getLoginCredentials, for: try asker()).isGranted)
        #expect(
            links.answer(.getLoginCredentials, for: try asker("com.example.b"))
                == .unknown(includes: ["https://example.com/more.json"]))
    }

    @Test("fingerprints are compared ignoring case, with a warning")
    func letterCase() throws {
        let links = Self.links(Self.app(fingerprint: Self.fingerprint.lowercased()))
        #expect(links.findings.map(\.code) == [.lowerCaseFingerprint])
        #expect(links.answer(.getLoginCredentials, for: try asker()).isGranted)
        #expect(CertificateFingerprint(Self.fingerprint.lowercased())?.description == Self.fingerprint)
    }

    @Test(
        "each error has its code, and a malformed statement permits nothing",
        arguments: [
            ("<!DOCTYPE html>", Finding.Code.html), ("\u{FEFF}[]", .byteOrderMark), ("", .malformedJSON),
            ("[", .malformedJSON), ("[{},]", .malformedJSON),
            ("{}", .notAnArray), ("[]", .emptyList), ("[1]", .notAStatement), (#"[{"include":"http://example.com"}]"#, .badInclude),
            (#"[{"include":1}]"#, .badInclude), (#"[{"target":{"namespace":"web","site":"https://a.com"}}]"#, .missingRelation),
            (#"[{"relation":[],"target":{"namespace":"web","site":"https://a.com"}}]"#, .missingRelation),
            (#"[{"relation":"a/b","target":{"namespace":"web","site":"https://a.com"}}]"#, .relationType),
            (#"[{"relation":[1],"target":{"namespace":"web","site":"https://a.com"}}]"#, .relationType),
            ("[\(web("https://a.com", "common.get_login_creds"))]", .badRelation),
            (#"[{"relation":["delegate_permission/common.get_login_creds"]}]"#, .missingTarget),
            (#"[{"relation":["delegate_permission/common.get_login_creds"],"target":1}]"#, .targetType),
            (#"[{"relation":["delegate_permission/common.get_login_creds"],"target":{}}]"#, .unknownNamespace),
            (#"[{"relation":["delegate_permission/common.get_login_creds"],"target":{"namespace":"ios_app"}}]"#, .unknownNamespace),
            ("[\(app(package: "app"))]", .badPackageName), ("[\(app(package: "com.1a"))]", .badPackageName),
            ("[\(app(fingerprint: "00:11"))]", .badFingerprint),
            ("[\(app(fingerprint: "YOUR-ANDROID-SIGNING-CERT-FINGERPRINT"))]", .placeholderFingerprint),
            ("[\(app(fingerprint: Array(repeating: "00", count: 32).joined(separator: ":")))]", .placeholderFingerprint),
            ("[\(app(fingerprint: String(fingerprint.prefix(59))))]", .sha1Fingerprint),
            (
                #"[{"relation":["delegate_permission/common.get_login_creds"],"target":{"namespace":"android_app","package_name":"a.b"}}]"#,
                .missingFingerprints
            ),
            ("[\(web("auth.example.com"))]", .badSite), ("[\(web("https://a.com/path"))]", .badSite),
            ("[\(web("https://a.com:0"))]", .badSite),
            ("[\(web("https://a.com:+80"))]", .badSite), ("[\(web("https://user@a.com"))]", .badSite),
            ("[\(web("http://a.com"))]", .insecureSite),
        ])
    func flaws(text: String, code: Finding.Code) {
        let links = AssetLinks(reading: Array(text.utf8))
        #expect(links.findings.map(\.code) == [code])
        #expect(links.findings.allSatisfy { $0.message.hasSuffix(".") && $0.remedy.hasSuffix(".") })
        #expect(links.statements.isEmpty)
    }

    @Test(
        "an unusual but valid statement is reported and counts",
        arguments: [
            ("[\(app("delegate_permission/common.get_login_credentials"))]", Finding.Code.unknownRelation),
            ("[\(app()),\(app())]", .duplicateStatement),
            ("[\(web("https://a.com", "delegate_permission/common.handle_all_urls"))]", .linksToSite),
            ("[\(app().replacing("{\"relation\"", with: "{\"name\":1,\"relation\""))]", .unknownMember),
        ])
    func oddities(text: String, code: Finding.Code) {
        let links = AssetLinks(reading: Array(text.utf8))
        #expect(links.findings.map(\.code) == [code])
        #expect(links.findings.allSatisfy { $0.message.hasSuffix(".") && $0.remedy.hasSuffix(".") })
        #expect(links.findings.allSatisfy { $0.severity < .error })
        #expect(!links.statements.isEmpty)
    }

    @Test("findings have line and column")
    func positions() {
        let links = AssetLinks(
            reading: Array(
                "[\n  {\"relation\": [\"é/b\"],\n   \"target\": {\"namespace\": \"web\", \"site\": \"nowhere\"}}\n]".utf8))
        #expect(links.findings.map { "\($0.position?.description ?? "") \($0.code)" } == ["2:17 bad-relation", "3:43 bad-site"])
    }

    @Test(
        "real files are parsed, and their real errors are found",
        .enabled(if: PublishedFiles.arePresent, "../shared/data is absent"))
    func realFiles() throws {
        let files = try PublishedFiles.all(in: "assetlinks")
        #expect(files.count >= 4)
        for (name, bytes) in files {
            let links = AssetLinks(reading: bytes)
            let errors = links.findings.filter { $0.severity == .error }.map(\.code)
            #expect(errors == (name.hasPrefix("43Mission") ? [.placeholderFingerprint] : []), "\(name)")
            #expect(links.statements.isEmpty == name.hasPrefix("43Mission"), "\(name)")
        }
    }

    @Test(
        "a file of one long line with thousands of findings is parsed without scanning the line for each", .timeLimit(.minutes(20)))
    func longLine() {
        let statements = Array(repeating: Self.web("https://a.com:0"), count: 8_000)
        let links = AssetLinks(reading: Array("[\(statements.joined(separator: ","))]".utf8))
        #expect(links.findings.count == AssetLinks.maximumFindings)
        #expect(links.findings.last?.position?.line == 1)
    }

    @Test("changed bytes never halt the parser, and no permission lacks a statement")
    func changedBytes() throws {
        var generator = SeededGenerator(seed: 9)
        let sound = Array("[\(Self.app()),\(Self.web("https://a.com")),{\"include\":\"https://b.com/c\"}]".utf8)
        let stranger = try asker("com.stranger.app")
        for _ in 0..<4_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                if Bool.random(using: &generator) {
                    bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
                } else {
                    bytes.remove(at: place)
                }
            }
            let links = AssetLinks(reading: bytes)
            #expect(!links.answer(.getLoginCredentials, for: stranger).isGranted)
            #expect(links.statements.count + links.includes.count <= 3)
            if links.statements.isEmpty, links.includes.isEmpty { #expect(!links.findings.isEmpty) }
        }
    }
}
