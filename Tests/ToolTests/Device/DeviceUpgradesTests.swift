import Foundation
import TestKit
import Testing

/// An extension and a device in separate processes.
@Suite("latchkey device run hosts account upgrades", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeviceUpgradesTests {
    private static let app = "ABCDE12345.com.example.shop"
    private static let site = "example.com"
    private static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
        <string>com.apple.authentication-services-account-authentication-modification-ui</string>
        <key>NSExtensionAttributes</key><dict>
        <key>ASAccountAuthenticationModificationSupportsStrongPasswordUpgrade</key><true/>
        </dict></dict></dict></plist>
        """

    /// Runs `body` with a device that has the app, its extension, and a saved password for each user.
    private func scene(_ users: [String], _ body: (DeviceProcess) throws -> Void) throws {
        let server = try CannedServer([
            "/.well-known/apple-app-site-association": .init(#"{"webcredentials":{"apps":["\#(Self.app)"]}}"#)
        ])
        defer { server.stop() }
        let device = try DeviceProcess(
            in: try CommandFolder(), options: ["--app", Self.app, "--site", "\(Self.site)=\(server.origin)"])
        try device.setUp()
        #expect(try device.run("device associate \(Self.app) webcredentials:\(Self.site)") == "\(Self.site)\n= 0")
        for user in users { #expect(try call("save", Self.site, user, "weak-1", on: device) == ["saved"]) }
        let plist = try device.folder.write(Self.plist, to: "Info.plist")
        #expect(
            try device.run("device upgrades register \(Self.app) --info-plist \(plist) -- \(Self.program)")
                == "! latchkey: registered the extension of \"\(Self.app)\"\n= 0")
        try body(device)
    }

    private static var program: String {
        URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "ExtensionHost").path
    }

    private func call(_ words: String..., on device: DeviceProcess) throws -> [String] {
        try SystemCallerRun(words, on: device, as: Self.app).end()
    }

    /// Answers prompts with the owner's finger and sheets with these lines while `body` runs.
    private func answering<Value>(_ lines: String..., on device: DeviceProcess, _ body: () throws -> Value) throws -> Value {
        let run = try BackgroundRun(["device", "prompts", "--sensor", "matched"] + lines.flatMap { ["--sheet", $0] }, on: device)
        defer { Foundation.kill(run.processID, SIGTERM) }
        return try body()
    }

    private func password(on device: DeviceProcess) throws -> String? {
        try answering("1", on: device) { try call("password", on: device) }.first
    }

    @Test("a strong password replaces the weak one at the extension's server and in the keychain")
    func strongPassword() throws {
        try scene(["ann"]) { device in
            let changed = try answering(on: device) { () throws in
                try device.run("device upgrades start strong-password ann \(Self.site)")
            }
            #expect(changed == "! latchkey: changed the account \"ann\" at \(Self.site), and its saved password\n= 0")
            let saved = try #require(try password(on: device))
            #expect(saved.hasPrefix("password ann ") && saved != "password ann weak-1" && saved.utf8.count > 25)
            #expect(try device.run("device upgrades list") == "extension  \(Self.app)  \(Self.program)\n= 0")
        }
    }

    @Test("no upgrade happens without the owner's confirmation, or with an extension that does not support it")
    func rejected() throws {
        try scene(["ann"]) { device in
            let cancelling = try BackgroundRun(["device", "prompts", "--cancel"], on: device)
            #expect(try device.run("device upgrades start strong-password ann \(Self.site)").hasSuffix("= 1"))
            Foundation.kill(cancelling.processID, SIGTERM)
            _ = try cancelling.end()
            try answering(on: device) { () throws in
                #expect(try device.run("device upgrades start sign-in-with-apple ann \(Self.site)").hasSuffix("= 2"))
                #expect(try device.run("device upgrades start strong-password bob \(Self.site)").hasSuffix("= 2"))
                #expect(try device.run("device upgrades start strong-password ann other.example").hasSuffix("= 2"))
            }
            #expect(try password(on: device) == "password ann weak-1")
        }
    }

    @Test("the extension's view appears among the sheets and accepts typed input")
    func view() throws {
        try scene(["looker"]) { device in
            let changed = try answering("type code 123456", "press go", on: device) {
                try device.run("device upgrades start strong-password looker \(Self.site)")
            }
            #expect(changed.hasSuffix("= 0"))
            let cancelled = try answering("cancel", on: device) {
                try device.run("device upgrades start strong-password looker \(Self.site)")
            }
            #expect(cancelled.hasSuffix("= 1"))
        }
    }

    @Test("an interrupted upgrade is listed with the possible passwords, and settled by the owner, also after a restart")
    func brokenOff() throws {
        try scene(["killed", "ended"]) { device in
            try answering(on: device) { () throws in
                for user in ["killed", "ended"] {
                    #expect(
                        try device.run("device upgrades start strong-password \(user) \(Self.site)").hasSuffix("= 2"), "\(user)")
                }
            }
            let listed = try device.run("device upgrades list")
            #expect(listed.contains("pending    ended  \(Self.site)  strong-password\n"))
            #expect(!listed.contains("weak-1"))
            device.kill()
            let again = try DeviceProcess(in: device.folder)
            #expect(try again.run("device unlock", input: "2468\n").hasSuffix("= 0"))
            try answering(on: again) { () throws in
                let revealed = try again.run("device upgrades list --reveal")
                #expect(revealed.contains("           saved  weak-1\n") && revealed.contains("           new 1  "))
                #expect(try again.run("device upgrades settle killed \(Self.site) saved").hasSuffix("= 1"))
                #expect(
                    try again.run("device upgrades settle killed \(Self.site) new") == "! latchkey: saved the new password\n= 0")
                #expect(try again.run("device upgrades settle killed \(Self.site) new").hasSuffix("= 1"))
            }
            let cancelling = try BackgroundRun(["device", "prompts", "--cancel"], on: again)
            #expect(try again.run("device upgrades list --reveal").hasSuffix("= 1"))
            #expect(try again.run("device upgrades settle ended \(Self.site) nothing").hasSuffix("= 1"))
            Foundation.kill(cancelling.processID, SIGTERM)
            _ = try cancelling.end()
            try answering(on: again) { () throws in
                #expect(
                    try again.run("device upgrades settle ended \(Self.site) nothing")
                        == "! latchkey: kept the saved password\n= 0")
            }
            #expect(try again.run("device upgrades list").split(separator: "\n").count == 2)
        }
    }

    @Test("an extension requires an installed app, a matching Info.plist and a program; remove ends its registration")
    func registering() throws {
        try scene(["ann"]) { device in
            let plist = device.folder.path + "/Info.plist"
            let other = try device.folder.write("<plist version=\"1.0\"><dict/></plist>", to: "Other.plist")
            for line in [
                "ABCDE12345.com.example.nobody --info-plist \(plist) -- \(Self.program)",
                "\(Self.app) --info-plist \(other) -- \(Self.program)", "\(Self.app) --info-plist \(plist) -- /no/program",
                "\(Self.app) --info-plist \(plist)",
            ] {
                #expect(try device.run("device upgrades register \(line)").hasSuffix("= 2"), "\(line)")
            }
            #expect(try device.run("device uninstall \(Self.app)").hasSuffix("= 0"))
            try answering(on: device) { () throws in
                #expect(try device.run("device upgrades start strong-password ann \(Self.site)").hasSuffix("= 2"))
            }
            #expect(try device.run("device upgrades remove \(Self.app)").hasSuffix("= 0"))
            #expect(try device.run("device upgrades remove \(Self.app)").hasSuffix("= 1"))
            #expect(try device.run("device upgrades list") == "= 0")
        }
    }
}
