import Foundation
import TestKit
import Testing

extension DeviceProcess {
    /// Signs the device in to the demo's Anna with her password, and turns on two-factor authentication.
    func signIn(at emulator: RunningEmulator) throws {
        #expect(try emulator.ask("accounts change anna --no-two-factor").hasSuffix("= 0"))
        #expect(try run("device account sign-in anna", input: "Orchard-2026\n") == "! latchkey: signed in as anna\n= 0")
        #expect(try run("device account turn-on-two-factor") == "! latchkey: two-factor authentication is on\n= 0")
    }
}

@Suite("latchkey device account signs in like Settings", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeviceAccountTests {
    private func started(at emulator: RunningEmulator, in folder: CommandFolder) throws -> DeviceProcess {
        let device = try DeviceProcess(in: folder, options: ["--apple", emulator.base])
        try device.setUp()
        return device
    }

    @Test("a second device requires the code that the first one shows")
    func code() async throws {
        try await RunningEmulator.run { emulator in
            let first = try started(at: emulator, in: try CommandFolder())
            try first.signIn(at: emulator)
            let second = try started(at: emulator, in: try CommandFolder())
            let password = try second.folder.write("Orchard-2026\n", to: "password")
            let pipe = second.folder.path + "/code"
            #expect(mkfifo(pipe, 0o600) == 0)
            let signIn = try BackgroundRun(
                ["device", "account", "sign-in", "anna@example.com", "--password-file", password, "--code-file", pipe], on: second)
            // Opens once the command reads it; the first device shows the code by then.
            let writer = try #require(FileHandle(forWritingAtPath: pipe))
            let shown = try first.run("device account codes")
            let code = try #require(shown.firstMatch(of: /CODE +PLACE\n([0-9]{6})  latchkey device\n/)?.1)
            try writer.write(contentsOf: Data((code + "\n").utf8))
            try writer.close()
            #expect(try signIn.end().hasSuffix("signed in as anna\n= 0"))
            #expect(try first.run("device account codes") == "= 0")
            #expect(try second.run("device account show").hasPrefix("anna\nAnna Lindqvist\n  anna@example.com\n"))
        }
    }

    @Test("an unknown name is rejected like a wrong password; five attempts lock the account, and --unlock unlocks it")
    func rejections() async throws {
        try await RunningEmulator.run { emulator in
            let device = try started(at: emulator, in: try CommandFolder())
            #expect(try emulator.ask("accounts change anna --no-two-factor").hasSuffix("= 0"))
            let wrong = try device.run("device account sign-in anna", input: "Wrong-2026\n")
            #expect(wrong == "! latchkey: Your Apple Account or password is incorrect.\n= 1")
            #expect(try device.run("device account sign-in nobody", input: "Wrong-2026\n") == wrong)
            for _ in 0..<4 { #expect(try device.run("device account sign-in anna", input: "Wrong-2026\n") == wrong) }
            let locked = try device.run("device account sign-in anna", input: "Orchard-2026\n")
            #expect(locked.contains("locked") && locked.contains("--unlock") && locked.hasSuffix("= 1"))
            #expect(
                try device.run("device account sign-in anna --unlock", input: "Orchard-2026\n").hasSuffix("signed in as anna\n= 0"))
            #expect(try device.run("device account sign-in anna", input: "").hasSuffix("= 2"))
        }
    }

    @Test("addresses can be added and removed; another account's and malformed ones are rejected")
    func addresses() async throws {
        try await RunningEmulator.run { emulator in
            let device = try started(at: emulator, in: try CommandFolder())
            try device.signIn(at: emulator)
            #expect(try device.run("device account add-address a@example.org") == "= 0")
            #expect(try device.run("device account show").contains("\n  a@example.org\n"))
            #expect(try device.run("device account add-address ben@example.com").hasSuffix("already in use.\n= 2"))
            #expect(try device.run("device account add-address nonsense").hasSuffix("not an e-mail address.\n= 2"))
            #expect(try device.run("device account remove-address a@example.org") == "= 0")
            #expect(try device.run("device account remove-address a@example.org").hasSuffix("= 2"))
        }
    }

    @Test("the command sets an account's password, and never prints it")
    func passwords() async throws {
        try await RunningEmulator.run { emulator in
            let folder = emulator.folder
            let file = try folder.write("Secret-2026\n", to: "secret")
            #expect(
                try emulator.ask("accounts add Eva Berg eva@example.com --id eva --no-two-factor --password-file \(file)")
                    == "eva\n= 0")
            #expect(!(try emulator.ask("accounts list --json")).contains("Secret"))
            let device = try started(at: emulator, in: try CommandFolder())
            #expect(try device.run("device account sign-in eva", input: "Secret-2026\n").hasSuffix("= 0"))
            let weak = try folder.write("weak\n", to: "weak")
            #expect(try emulator.ask("accounts change-password eva --password-file \(weak)").hasSuffix("= 2"))
            let other = try folder.write("Other-2026\n", to: "other")
            #expect(try emulator.ask("accounts change-password eva --password-file \(other)") == "= 0")
            #expect(try device.run("device account sign-in eva", input: "Secret-2026\n").hasSuffix("= 1"))
            #expect(try device.run("device account sign-in eva", input: "Other-2026\n").hasSuffix("= 0"))
        }
    }
}
