import Foundation
import TestKit
import Testing

/// A user at a terminal, an app in a separate process, and a device between them.
@Suite("The sheets of latchkey device on a terminal", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeviceSheetsTerminalTests {
    private static let app = "ABCDE12345.com.example.shop"

    private func started(_ options: [String] = []) throws -> DeviceProcess {
        let device = try DeviceProcess(in: try CommandFolder(), options: ["--app", Self.app] + options)
        try device.setUp()
        return device
    }

    private func call(_ words: String..., on device: DeviceProcess) throws -> SystemCallerRun {
        try SystemCallerRun(words, on: device, as: Self.app)
    }

    @Test("Sign in with Apple shows its sheets one after another, each again after an invalid answer, and then the sensor prompt")
    func apple() async throws {
        try await RunningEmulator.run { emulator in
            let device = try started(["--apple", emulator.base])
            try device.signIn(at: emulator)
            let terminal = try Pseudoterminal(["device", "prompts"], on: device)
            try terminal.wait(for: "waiting for prompts")
            let app = try call("sign-in", on: device)
            try terminal.wait(for: "Sign in to \(Self.app) with Apple, as anna.\r\n")
            try terminal.wait(for: "continue, or cancel\r\n  > ")
            terminal.type("perhaps\n")
            try terminal.wait(for: "  continue, or cancel\r\n  > ")
            terminal.type("continue\n")
            try terminal.wait(for: "\(Self.app) will receive:\r\n")
            try terminal.wait(for: "  > ")
            terminal.type("hide\n")
            try terminal.wait(for: "does the simulated fingerprint match? ")
            try terminal.wait(for: "empty cancels: ")
            terminal.type("y\n")
            let answer = app.end()
            #expect(answer.last == "token true")
            #expect(answer.dropFirst().first?.hasSuffix("@privaterelay.appleid.com") == true)
        }
    }

    @Test("a word closes a sheet, and a sheet ends when its app is gone")
    func over() async throws {
        try await RunningEmulator.run { emulator in
            let device = try started(["--apple", emulator.base])
            try device.signIn(at: emulator)
            let terminal = try Pseudoterminal(["device", "prompts"], on: device)
            try terminal.wait(for: "waiting for prompts")
            let first = try call("sign-in", on: device)
            try terminal.wait(for: "continue, or cancel\r\n  > ")
            terminal.type("cancel\n")
            #expect(first.end() == ["no 1001"])

            let second = try call("sign-in", on: device)
            try terminal.wait(for: "continue, or cancel\r\n  > ")
            second.kill()
            try terminal.wait(for: "this sheet has ended: it was cancelled, or answered elsewhere")
            // The next sheet is not affected.
            let third = try call("sign-in", on: device)
            try terminal.wait(for: "continue, or cancel\r\n  > ")
            terminal.type("cancel\n")
            #expect(third.end() == ["no 1001"])
        }
    }

    @Test("a web page shows the app, the page and the question for its final URL; an unexpected URL changes nothing")
    func web() throws {
        let device = try started()
        let terminal = try Pseudoterminal(["device", "prompts"], on: device)
        try terminal.wait(for: "waiting for prompts")
        let app = try call("web", "https://example.com/login", "shop", on: device)
        let question =
            "\(Self.app) wants to use example.com to sign in. Both can share information about you.\r\ncontinue, or cancel\r\n  > "
        try terminal.wait(for: question)
        terminal.type("continue\n")
        try terminal.wait(for: "  https://example.com/login\r\n")
        try terminal.wait(for: "at which it ends, or close\r\n  > ")
        terminal.type("other://done\n")
        try terminal.wait(for: "  the URL at which it ends, or close\r\n  > ")
        terminal.type("shop://done?code=1\n")
        #expect(app.end() == ["led shop://done?code=1"])

        let other = try call("web", "https://example.com/login", "shop", on: device)
        try terminal.wait(for: question)
        terminal.type("cancel\n")
        #expect(other.end() == ["no 1"])
        #expect(!terminal.shown.contains("has ended"))
    }
}
