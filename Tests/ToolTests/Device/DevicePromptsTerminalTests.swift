import Foundation
import TestKit
import Testing

@Suite("latchkey device on a terminal", .tags(.realParts), .timeLimit(.minutes(20)))
struct DevicePromptsTerminalTests {
    let folder: CommandFolder
    let device: DeviceProcess

    init() throws {
        folder = try CommandFolder()
        device = try DeviceProcess(in: folder)
    }

    @Test("a new passcode is typed twice and never shown")
    func settingPasscode() throws {
        let first = try Pseudoterminal(["device", "passcode", "set"], on: device)
        try first.wait(for: "new passcode: ")
        first.type("2468\n")
        try first.wait(for: "new passcode again: ")
        first.type("2469\n")
        #expect(first.end() == 2 && first.shown.contains("the two passcodes differ"))

        let second = try Pseudoterminal(["device", "passcode", "set"], on: device)
        try second.wait(for: "new passcode: ")
        second.type("2468\r")
        try second.wait(for: "new passcode again: ")
        second.type("24680\u{7F}\r")
        #expect(second.end() == 0 && second.shown.contains("passcode set") && !second.shown.contains("246"))
        _ = try device.run("device lock")
        #expect(try device.run("device unlock", input: "2468").hasSuffix("= 0"))
    }

    @Test("a prompt names the caller and the purpose, quotes the app's text, and hides the passcode")
    func passcode() throws {
        try prepare("device-passcode")
        let terminal = try Pseudoterminal(["device", "prompts", "--once"], on: device)
        let reason = "to \u{1B}[2J\r\nThe device asks: \"x\\\u{202E}"
        let app = try BackgroundRun(["keychain", "get", "--account", "alice", "--reason", reason], on: device)
        try terminal.wait(for: "passcode (not shown; empty cancels): ")
        #expect(terminal.shown.contains("  app        \(DeviceProcess.app), process \(app.processID)\r\n"))
        #expect(terminal.shown.contains("  wants to   read an item of the keychain\r\n"))
        #expect(
            terminal.shown.contains(#"  reason     "to \u{1B}[2J\u{D}\u{A}The device asks: \"x\\\u{202E}""# + "\r\n"))
        #expect(!terminal.shown.contains("\u{1B}[2J") && !terminal.shown.contains("\u{202E}"))
        terminal.type("2468\n")
        #expect(try app.end() == "hush\n= 0")
        #expect(terminal.end() == 0)
        #expect(!terminal.shown.contains("2468") && !terminal.shown.contains("hush"))
    }

    @Test("a prompt asks whether the simulated sensor matches, and again after an invalid answer")
    func biometry() throws {
        try prepare("biometry-any")
        let terminal = try Pseudoterminal(["device", "prompts"], on: device)
        let app = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
        for (typed, repeated) in [("maybe\n", false), ("n\n", false), ("y\n", true)] {
            try terminal.wait(for: "does the simulated fingerprint match? ")
            #expect(terminal.shown.contains("the last answer was wrong") == repeated)
            try terminal.wait(for: "empty cancels: ")
            terminal.type(typed)
        }
        #expect(try app.end() == "hush\n= 0")
    }

    @Test("text typed before a prompt does not answer it")
    func typedAhead() throws {
        try prepare("device-passcode")
        let terminal = try Pseudoterminal(["device", "prompts", "--once"], on: device)
        try terminal.wait(for: "waiting for prompts")
        terminal.type("2468\n")
        let app = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
        try terminal.wait(for: "passcode (not shown; empty cancels): ")
        terminal.type("\n")
        #expect(try app.end() == "! latchkey: the user cancelled\n= 1")
        #expect(terminal.end() == 0)
    }

    @Test("a prompt ends when the device is locked, and the next one is shown")
    func over() throws {
        try prepare("device-passcode")
        let terminal = try Pseudoterminal(["device", "prompts"], on: device)
        let first = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
        try terminal.wait(for: "empty cancels): ")
        _ = try device.run("device lock")
        try terminal.wait(for: "this prompt has ended")
        #expect(try first.end().contains("the prompt was interrupted"))
        _ = try device.run("device unlock", input: "2468")
        let second = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
        try terminal.wait(for: "empty cancels): ")
        terminal.type("2468\n")
        #expect(try second.end() == "hush\n= 0")
    }

    @Test("when a terminal is closed during a prompt, the next one shows the prompt")
    func closed() throws {
        try prepare("device-passcode")
        var first: Pseudoterminal? = try Pseudoterminal(["device", "prompts"], on: device)
        let app = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
        try first?.wait(for: "empty cancels): ")
        first = nil
        let second = try Pseudoterminal(["device", "prompts", "--once"], on: device)
        try second.wait(for: "empty cancels): ")
        second.type("2468\n")
        #expect(try app.end() == "hush\n= 0")
    }

    @Test("a signal during a prompt restores the terminal", arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func signals(signal: Int32) throws {
        try prepare("device-passcode")
        let terminal = try Pseudoterminal(["device", "prompts"], on: device)
        #expect(terminal.showsTyping)
        let app = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
        try terminal.wait(for: "empty cancels): ")
        #expect(!terminal.showsTyping)
        kill(terminal.processID, signal)
        #expect(terminal.end() == signal && terminal.wasSignalled)
        #expect(terminal.showsTyping)
        withExtendedLifetime(app) {}
    }

    @Test("a signal that the command was started to ignore stays ignored")
    func ignoredSignal() throws {
        try prepare("device-passcode")
        let terminal = try Pseudoterminal(["device", "prompts", "--once"], on: device, ignoring: "HUP")
        let app = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
        try terminal.wait(for: "empty cancels): ")
        kill(terminal.processID, SIGHUP)
        terminal.type("2468\n")
        #expect(try app.end() == "hush\n= 0")
        #expect(terminal.end() == 0 && terminal.showsTyping)
    }

    @Test("prompts require a terminal or a script")
    func noTerminal() throws {
        #expect(
            try device.run("device prompts") == """
                ! latchkey: prompts require a terminal
                !   hint: a script answers with --sensor, --cancel or --passcode-file
                = 2
                """)
        #expect(try device.run("device prompts --jsonl").hasSuffix("= 2"))
        #expect(try device.run("device prompts --sensor matched --fallback").hasSuffix("= 2"))
    }

    /// Adds an item of alice with a constraint.
    private func prepare(_ constraint: String) throws {
        try device.setUp()
        #expect(try device.run("keychain add --account alice --constraint \(constraint)", input: "hush").hasSuffix("= 0"))
    }
}
