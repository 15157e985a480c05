import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey domains check", .tags(.realParts), .timeLimit(.minutes(20)))
struct DomainsCheckTests {
    private static let app = "ABCDE2345F.com.acme.app"
    private static let sound = #"{"webcredentials": {"apps": ["ABCDE2345F.com.acme.app"]}}"#

    private func folder(_ text: String = sound) throws -> CommandFolder {
        let folder = try CommandFolder()
        try folder.write(text, to: "aasa")
        return folder
    }

    @Test("a valid file that names the app is exit code 0, with the details of the fetch")
    func sound() throws {
        let folder = try folder()
        let site = try ServedFile("aasa", in: folder)
        let told = try folder.run("domains check localhost \(site.options) --app-id \(Self.app) --service webcredentials")
        #expect(told.hasPrefix("origin https://localhost:\(site.port)/.well-known/apple-app-site-association\n"), "\(told)")
        for part in [
            "  status       200, \(Self.sound.utf8.count) bytes", "  header       Content-Type: application/json",
            "  address      127.0.0.1",
            "localhost", "  time         resolved ", "webcredentials       yes: the file names \(Self.app)\n= 0",
        ] { #expect(told.contains(part), "\(part): \(told)") }
        #expect(try folder.run("domains check localhost \(site.options)").hasSuffix("= 0"))
    }

    @Test("an app that is not named is reported with the closest one that is")
    func notNamed() throws {
        let folder = try folder()
        let site = try ServedFile("aasa", in: folder)
        func ask(_ words: String) throws -> String { try folder.run("domains check localhost \(site.options) \(words)") }
        #expect(try ask("--app-id ABCDE2345F.com.acme.App").contains("identifiers are case-sensitive\n"))
        #expect(try ask("--app-id ZBCDE2345F.com.acme.app").contains("which belongs to another team\n"))
        let other = try ask("--app-id ABCDE2345F.com.acme.other")
        #expect(other.contains("not ABCDE2345F.com.acme.other\n") && other.hasSuffix("= 1"))
        // Association is per service.
        #expect(try ask("--app-id \(Self.app) --service applinks").hasSuffix("= 1"))
        #expect(try ask("--app-id \(Self.app)").hasSuffix("= 0"))
        #expect(try ask("--service appclips").hasSuffix("= 1"))
        #expect(try ask("--app-id com.acme.app").hasSuffix("= 2"))
    }

    @Test(
        "a status that systems reject is a diagnostic and exit code 1",
        arguments: [("301", "redirected"), ("404", "not-found"), ("503", "server-error"), ("204", "unexpected-status")])
    func status(_ status: String, _ code: String) throws {
        let folder = try folder()
        let site = try ServedFile("aasa", in: folder, ["--status", status])
        let run = try CommandRun(
            "domains check localhost --json \(site.options)".split(separator: " ").map(String.init), in: folder)
        let root = try JSONText.parse(run.output.utf8).root
        #expect(root["sources"]?[0]?["findings"]?[0]?["code"]?.string == code && run.status == 1, "\(run.output)")
        // Only a 4xx status leads to a fetch at the root.
        #expect((root["sources"]?[0]?["visits"]?[1] != nil) == (status == "404"))
    }

    @Test("HTML with status 200 and a wrong type are diagnostics; a file at the root is found")
    func contents() throws {
        let html = try folder("<!doctype html><html></html>")
        let page = try ServedFile("aasa", in: html, ["--content-type", "text/html"])
        let told = try html.run("domains check localhost \(page.options)")
        #expect(told.contains("(html-instead-of-json)") && told.contains("(wrong-content-type)") && told.hasSuffix("= 1"))

        let folder = try folder()
        let old = try ServedFile("aasa", in: folder, ["--root-only"])
        let found = try folder.run("domains check localhost \(old.options) --app-id \(Self.app)")
        #expect(found.contains("  status       404, ") && found.hasSuffix("= 0"), "\(found)")
        #expect(found.contains("origin https://localhost:\(old.port)/apple-app-site-association\n"))
    }

    @Test("private addresses require --allow-private, unknown certificates are rejected, and an unreachable site is a failure")
    func rejections() throws {
        let folder = try folder()
        let site = try ServedFile("aasa", in: folder)
        let address = try folder.run("domains check localhost --port \(site.port) --authority authority.pem")
        #expect(address.contains("not public") && address.contains("--allow-private") && address.hasSuffix("= 2"), "\(address)")
        let stranger = try folder.run("domains check localhost --port \(site.port) --allow-private")
        #expect(stranger.contains("no trusted connection") && stranger.contains("  certificate  CN=") && stranger.hasSuffix("= 1"))
        let options = site.options
        site.stop()
        #expect(try folder.run("domains check localhost \(options)").hasSuffix("= 70"))
        for line in ["domains check", "domains check a.com --config x", "domains check --self a.com", "domains check http://a.com"]
        {
            #expect(try folder.run(line).hasSuffix("= 2"))
        }
    }

    @Test("check compares the origin's file with the network's copy")
    func difference() throws {
        let folder = try folder()
        let site = try ServedFile("aasa", in: folder)
        let options = "--via both --cdn https://localhost:\(site.port) \(site.options)"
        let same = try folder.run("domains check localhost \(options)")
        #expect(
            same.contains("cdn    https://localhost:\(site.port)/a/v1/localhost\n") && same.contains("difference:\n  none\n= 0"))

        // The copy is outdated; both servers are reached by trusting both authorities.
        let stale = try CommandFolder()
        try stale.write(#"{"webcredentials": {"apps": ["ABCDE2345F.com.acme.old"]}}"#, to: "aasa")
        let network = try ServedFile("aasa", in: stale)
        let authorities = try ["authority.pem", stale.path + "/authority.pem"].map {
            try folder.read($0.hasPrefix("/") ? $0 : folder.path + "/" + $0)
        }
        try folder.write(authorities.joined(), to: "authority.pem")
        let differs = try folder.run(
            "domains check localhost --via both --cdn https://localhost:\(network.port) \(site.options) --app-id \(Self.app)")
        #expect(differs.contains("webcredentials: \(Self.app) is at the origin alone\n"), "\(differs)")
        #expect(differs.contains("webcredentials: ABCDE2345F.com.acme.old is at the CDN alone\n") && differs.hasSuffix("= 1"))
    }

    @Test("--self checks that the configured file names the configured apps")
    func ownConfiguration() throws {
        let folder = try folder(#"{"webcredentials": {"apps": ["ABCDE2345F.com.acme.app"]}}"#)
        try folder.write(Sample.key, to: "key")
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", folder.path + "/apple.p8",
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.wait()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path + "/apple.p8")
        func ask(_ apps: String, _ more: String = "wellKnown: {associationFile: aasa}") throws -> String {
            let apple = "apple: {team: ABCDE2345F, keyID: ABC1234567, keyFile: apple.p8, nativeClients: [\(apps)]}"
            try folder.write(
                "site: {publicOrigin: 'https://acme.com'}\nkeys: {currentFile: key}\nstore: {path: a.sqlite}\n\(apple)\n\(more)\n",
                to: "c.yaml")
            return try folder.run("domains check --self --config c.yaml")
        }
        #expect(
            try ask("com.acme.app")
                == "\(Self.app):\n  webcredentials       yes: the file names \(Self.app)\n= 0")
        #expect(try ask("com.acme.app, com.acme.second").hasSuffix("= 1"))
        #expect(try ask("com.acme.app", "").contains("set wellKnown.associationFile"))
    }
}
