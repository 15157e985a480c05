import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey domains daemon", .tags(.realParts), .timeLimit(.minutes(20)))
struct DomainsDaemonTests {
    private static let entitlements = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>application-identifier</key><string>ABCDE2345F.com.acme.app</string>
          <key>com.apple.developer.associated-domains</key><array>
            <string>webcredentials:acme.com</string><string>webcredentials:acme.com/x</string>
          </array>
        </dict></plist>
        """

    private func folder(_ file: String) throws -> CommandFolder {
        let folder = try CommandFolder()
        try folder.write(file, to: "aasa")
        try folder.write(Self.entitlements, to: "app.entitlements")
        return folder
    }

    private func options(_ site: ServedFile) -> String { "--cdn https://localhost:\(site.port) \(site.options)" }

    @Test("an app is installed and associated, fetched once a week; show prints it, reset fetches again")
    func associated() throws {
        let folder = try folder(#"{"webcredentials": {"apps": ["ABCDE2345F.com.acme.app"]}}"#)
        let site = try ServedFile("aasa", in: folder)
        let first = try folder.run("domains daemon run app.entitlements \(options(site))")
        #expect(first.contains("ABCDE2345F.com.acme.app: installed") && first.contains("approved: the file names the app"))
        #expect(first.contains("! latchkey: ignored: webcredentials:acme.com/x: ") && first.hasSuffix("= 0"), "\(first)")
        // Nothing is due.
        #expect(try folder.run("domains daemon run \(options(site))") == "= 0")
        let again = try CommandRun(
            "domains daemon run app.entitlements \(options(site))".split(separator: " ").map(String.init), in: folder)
        #expect(again.output.isEmpty && again.status == 0)

        let shown = try folder.run("domains daemon show")
        #expect(shown.contains("App ID:             ABCDE2345F.com.acme.app\n"), "\(shown)")
        #expect(shown.contains("Site/Fmwk Approval: approved\n") && shown.hasSuffix("= 0"))

        // The file changes; the daemon fetches only after a week or a reset.
        try folder.write(#"{"webcredentials": {"apps": []}}"#, to: "aasa")
        #expect(try folder.run("domains daemon run \(options(site))") == "= 0")
        let reset = try folder.run("domains daemon reset \(options(site))")
        #expect(
            reset.contains("database: reset") && reset.contains("denied: the file does not name the app") && reset.hasSuffix("= 1"))
        let json = try CommandRun(["domains", "daemon", "show", "--json"], in: folder)
        let association = try JSONText.parse(json.output.utf8).root["associations"]?[0]
        #expect(association?["reason"]?["code"]?.string == "not-listed" && association?["domain"]?.string == "acme.com")
    }

    @Test("a failed site is retried later, and its attempts are counted")
    func failing() throws {
        let folder = try folder("{}")
        let site = try ServedFile("aasa", in: folder, ["--status", "503"])
        let run = try folder.run("domains daemon run app.entitlements \(options(site))")
        #expect(
            run.contains("try 1 of 8: https://app-site-association.cdn-apple.com/a/v1/acme.com") && run.hasSuffix("= 1"), "\(run)")
        #expect(try folder.run("domains daemon show").contains("Retries:            1\n"))
        #expect(try folder.run("domains daemon show --log").contains("ABCDE2345F.com.acme.app: installed\n"))
        #expect(try folder.run("domains daemon run \(options(site))") == "= 1")
        let untrusted = try folder.run("domains daemon reset --cdn https://localhost:\(site.port) --allow-private")
        #expect(untrusted.contains("the certificate of the site is rejected") && untrusted.hasSuffix("= 1"))
    }

    @Test("developer mode accepts any certificate of the site itself; otherwise the certificate is checked")
    func developerMode() throws {
        let folder = try folder(#"{"webcredentials": {"apps": ["ABCDE2345F.com.acme.app"]}}"#)
        let signed = Self.entitlements.replacing("<key>app", with: "<key>get-task-allow</key><true/><key>app")
        try folder.write(signed.replacing(":acme.com<", with: ":acme.com?mode=developer<"), to: "developer.entitlements")
        try folder.write(signed, to: "plain.entitlements")
        let site = try ServedFile("aasa", in: folder)
        let options = "--address 127.0.0.1 --port \(site.port) --allow-private --direct"

        let off = try folder.run("domains daemon run developer.entitlements --state a \(options)")
        #expect(off.contains("installed") && !off.contains("try 1") && off.hasSuffix("= 1"), "\(off)")
        #expect(try folder.run("domains daemon show --state a").contains("the mode of the entitlement is inactive"))
        let on = try folder.run("domains daemon run developer.entitlements --state a --developer-mode \(options)")
        #expect(on.contains("approved: the file names the app") && on.hasSuffix("= 0"), "\(on)")
        // Results of developer mode do not count without it.
        #expect(try folder.run("domains daemon run --state a --no-developer-mode \(options)").hasSuffix("= 1"))

        let plain = try folder.run("domains daemon run plain.entitlements --state b --developer-mode \(options)")
        #expect(plain.contains("the certificate of the site is rejected") && plain.hasSuffix("= 1"), "\(plain)")
        // The app is not signed for development: the mode has no effect.
        try folder.write(Self.entitlements.replacing(":acme.com<", with: ":acme.com?mode=developer<"), to: "store.entitlements")
        let store = try folder.run("domains daemon run store.entitlements --state c --developer-mode \(options)")
        #expect(!store.contains("try 1") && store.hasSuffix("= 1"), "\(store)")
    }

    @Test("a malformed state file is rejected and unchanged; an app without an identifier or a domain is rejected")
    func rejections() throws {
        let folder = try folder("{}")
        try folder.write("x", to: "state")
        #expect(try folder.run("domains daemon show --state state").hasSuffix("= 2"))
        #expect(try folder.run("domains daemon run --state state").hasSuffix("= 2"))
        #expect(try folder.read(folder.path + "/state") == "x")
        #expect(try folder.run("domains daemon run aasa").hasSuffix("= 2"))
        #expect(try folder.run("domains daemon run --reinstall").hasSuffix("= 2"))
        try folder.write(Self.entitlements.replacing("acme.com", with: "localhost"), to: "none.entitlements")
        #expect(try folder.run("domains daemon run none.entitlements").contains("claims no domain"))
        #expect(!folder.has("associated-domains.json"))
    }
}
