import Foundation
import TestKit
import Testing

/// An app and a device in separate processes, with an emulator of Apple's service in a third.
@Suite("latchkey device run serves apps like the system", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeviceServicesTests {
    private static let app = "ABCDE12345.com.example.shop"
    private static let site = "example.com"

    /// Answers sheets and prompts with a script while `body` runs.
    private func answering(_ words: [String], on device: DeviceProcess, _ body: () throws -> Void) throws {
        let run = try BackgroundRun(["device", "prompts", "--sensor", "matched"] + words, on: device)
        defer { Foundation.kill(run.processID, SIGTERM) }
        try body()
    }

    private func call(_ words: String..., on device: DeviceProcess) throws -> [String] {
        try SystemCallerRun(words, on: device, as: Self.app).end()
    }

    private func started(_ options: [String]) throws -> DeviceProcess {
        let device = try DeviceProcess(in: try CommandFolder(), options: ["--app", Self.app] + options)
        try device.setUp()
        return device
    }

    @Test("an app signs in with Apple by sheets and reads the credential state, and Settings revokes its consent")
    func apple() async throws {
        try await RunningEmulator.run { emulator in
            let device = try started(["--apple", emulator.base])
            #expect(try device.run("device account show") == "the device is not signed in to an Apple Account\n= 0")
            try device.signIn(at: emulator)
            var user = ""
            // The explanation, the shared data, then the owner's confirmation.
            try answering(["--sheet", "continue", "--sheet", "hide"], on: device) { () throws in
                let answer = try call("sign-in", on: device)
                #expect(answer.last == "token true")
                #expect(answer.dropFirst().first?.hasSuffix("@privaterelay.appleid.com") == true)
                user = String(answer.first?.dropFirst("user ".count) ?? "")
            }
            #expect(try call("state", user, on: device) == ["1"])
            #expect(try call("state", "somebody", on: device) == ["2"])
            let shown = try device.run("device account show")
            #expect(shown.hasPrefix("anna\n") && shown.contains("com.example.shop"))
            // A sheet without an answer is closed.
            try answering([], on: device) { () throws in #expect(try call("sign-in", on: device) == ["no 1001"]) }
            #expect(try device.run("device account stop-using com.example.shop").hasSuffix("= 0"))
            #expect(try call("state", user, on: device) == ["0"])
            #expect(device.stop() == 0)
        }
    }

    @Test("passwords that an app shares with a website whose file names it are offered to that app alone")
    func passwords() throws {
        let file = #"{"webcredentials":{"apps":["\#(Self.app)"]}}"#
        let server = try CannedServer(["/.well-known/apple-app-site-association": .init(file)])
        defer { server.stop() }
        let device = try started(["--site", "\(Self.site)=\(server.origin)"])
        #expect(try call("save", Self.site, "ann", "correct horse", on: device) == ["no -34018"])
        #expect(try device.run("device associate \(Self.app) webcredentials:\(Self.site)") == "\(Self.site)\n= 0")
        #expect(try device.run("device associate \(Self.app) nonsense").hasSuffix("= 2"))
        #expect(try call("save", Self.site, "ann", "battery staple", on: device) == ["saved"])
        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched", "--once", "--jsonl"], on: device)
        #expect(try call("save", Self.site, "ann", "correct horse", on: device) == ["saved"])
        let prompt = try letting.end()
        for member in [#""purpose":"change-password""#, #""account":"ann""#, #""site":"example.com""#, #""reason":"""#] {
            #expect(prompt.contains(member), "\(prompt)")
        }
        try answering(["--sheet", "1"], on: device) { () throws in
            #expect(try call("password", on: device) == ["password ann correct horse"])
        }
        #expect(try device.run("device associate \(Self.app)") == "= 0")
        try answering(["--sheet", "1"], on: device) { () throws in #expect(try call("password", on: device) == ["no 1001"]) }
        #expect(device.stop() == 0)
    }

    @Test("a web page ends with the URL that it led to, but only if the app waits for its scheme")
    func web() throws {
        let device = try started([])
        let address = "https://example.com/login"
        try answering(["--sheet", "continue", "--sheet", "shop://done?code=1"], on: device) { () throws in
            #expect(try call("web", address, "shop", on: device) == ["led shop://done?code=1"])
        }
        try answering(["--sheet", "continue", "--sheet", "other://done"], on: device) { () throws in
            #expect(try call("web", address, "shop", on: device) == ["no 1"])
        }
    }

    @Test("account, site results and saved passwords survive a kill")
    func killed() async throws {
        try await RunningEmulator.run { emulator in
            let file = #"{"webcredentials":{"apps":["\#(Self.app)"]}}"#
            let server = try CannedServer(["/.well-known/apple-app-site-association": .init(file)])
            let device = try started(["--apple", emulator.base, "--site", "\(Self.site)=\(server.origin)"])
            #expect(try device.run("device associate \(Self.app) webcredentials:\(Self.site)") == "\(Self.site)\n= 0")
            #expect(try call("save", Self.site, "ann", "correct horse", on: device) == ["saved"])
            try device.signIn(at: emulator)
            device.kill()
            server.stop()
            let again = try DeviceProcess(in: device.folder)
            #expect(try again.run("device unlock", input: "2468\n").hasSuffix("= 0"))
            #expect(try again.run("device account show").hasPrefix("anna\n"))
            try answering(["--sheet", "1"], on: again) { () throws in
                #expect(try call("password", on: again) == ["password ann correct horse"])
            }
        }
    }

    @Test("a malformed address is rejected at the start")
    func options() throws {
        let folder = try CommandFolder()
        for option in ["--apple x y", "--site example.com", "--site =http://127.0.0.1:1"] {
            #expect(try folder.run("device run --state d \(option)").hasSuffix("= 2"), "\(option)")
        }
    }
}
