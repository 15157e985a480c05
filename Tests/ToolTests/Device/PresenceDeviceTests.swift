import Foundation
import DeviceParts
import TestKit
import Testing

@Suite(
    "latchkey device with PAM and fprintd", .tags(.realParts),
    .enabled(if: PAMServices.canRun && VirtualReader.canRun, "\(PAMServices.need); \(VirtualReader.need)"), .timeLimit(.minutes(20))
)
struct PresenceDeviceTests {
    let folder: CommandFolder
    let services: PAMServices
    let reader: VirtualReader

    static let options = ["--passcode", "pam:device", "--biometrics", "fprintd"]

    init() throws {
        folder = try CommandFolder()
        services = try PAMServices()
        reader = try VirtualReader()
        try services.addMatrix("device")
        try setPassword("s3cret")
    }

    private func setPassword(_ password: String) throws {
        try services.setPassword(password, of: PAMServices.account, for: "device")
    }

    private func start() throws -> DeviceProcess {
        try PAMServices.starting {
            try DeviceProcess(
                in: folder, options: Self.options, environment: services.environment.merging(reader.environment) { $1 })
        }
    }

    /// Starts a device with the account's password as passcode, an enrolled finger, and items that require the finger.
    private func setUp() throws -> DeviceProcess {
        try reader.enrol("right-index-finger", of: "owner")
        let device = try start()
        #expect(try device.run("device passcode set", input: "s3cret\n") == "! latchkey: passcode set\n= 0")
        #expect(try device.run("keychain add --account alice --constraint biometry-any", input: "hush").hasSuffix("= 0"))
        #expect(try device.run("keychain add --account bound --constraint biometry-current-set", input: "hush").hasSuffix("= 0"))
        return device
    }

    /// Returns the transcript of an app's call while these people touch the reader in turn.
    private func get(_ account: String, _ device: DeviceProcess, touchedBy people: [String]) throws -> String {
        let run = try BackgroundRun(["keychain", "get", "--account", account], on: device)
        for name in people { try reader.touch(by: name) }
        return try run.end()
    }

    @Test("opens with the password and the finger, locks at the fifth unknown finger, and opens again with the password")
    func journey() throws {
        let device = try setUp()
        #expect(device.errors.contains("the passcode is the password of this account, checked by the PAM service device"))
        #expect(device.errors.contains("fprintd identifies fingers"))
        #expect(try device.run("device lock").hasSuffix("= 0"))
        #expect(try device.run("device unlock", input: "wrong").hasSuffix("= 1"))
        #expect(try device.run("device unlock", input: "s3cret") == "! latchkey: unlocked\n= 0")
        #expect(try get("alice", device, touchedBy: ["owner"]) == "hush\n= 0")
        #expect(try get("alice", device, touchedBy: ["mallory", "mallory", "mallory"]).hasSuffix("= 1"))
        let last = try get("alice", device, touchedBy: ["mallory", "mallory"])
        #expect(last.contains("biometry is locked after too many failures") && last.hasSuffix("= 1"))
        device.kill()
        let again = try start()
        #expect(try again.run("device status").contains("fingerprint, 1 enrolled, 5 failures, locked"))
        #expect(try again.run("device unlock", input: "s3cret").hasSuffix("= 0"))
        #expect(try get("alice", again, touchedBy: ["owner"]) == "hush\n= 0")
        #expect(again.stop() == 0)
    }

    @Test("follows a password changed elsewhere after both are given, and loses nothing")
    func changedPassword() throws {
        let device = try setUp()
        #expect(try device.run("device restart").hasSuffix("= 0"))
        try setPassword("n3w")
        #expect(try device.run("device unlock", input: "s3cret").hasSuffix("= 1"))
        let told = try device.run("device unlock", input: "n3w")
        #expect(told.contains("the password was changed outside of the device") && told.hasSuffix("= 2"))
        try folder.write("s3cret", to: "old")
        try folder.write("n3w", to: "new")
        let changed = try device.run("device passcode change --passcode-file old --new-passcode-file new")
        #expect(changed.hasPrefix("! latchkey: passcode changed\n") && changed.hasSuffix("= 0"))
        #expect(try device.run("device unlock", input: "n3w").hasSuffix("= 0"))
        #expect(try get("alice", device, touchedBy: ["owner"]) == "hush\n= 0")
    }

    @Test("a terminal says to touch the reader, accepts no statement of what it saw, and continues after every answer")
    func terminal() throws {
        let device = try setUp()
        let terminal = try Pseudoterminal(["device", "prompts"], on: device)
        try terminal.wait(for: "waiting for prompts")
        let touching = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
        let question = "  touch the fingerprint reader, empty cancels: "
        for typed in ["y\n", "f\n"] {
            try terminal.wait(for: question)
            terminal.type(typed)
        }
        try terminal.wait(for: question)
        try reader.touch(by: "owner")
        #expect(try touching.end() == "hush\n= 0")
        try terminal.wait(for: "this prompt has ended")
        for (typed, told) in [("\n", "the user cancelled"), ("f\n", "which is not sufficient here")] {
            let run = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
            try terminal.wait(for: question)
            if typed == "f\n" {
                try reader.touch(by: "mallory")
                try terminal.wait(for: "  touch the fingerprint reader, f = passcode instead, empty cancels: ")
            }
            terminal.type(typed)
            let end = try run.end()
            #expect(end.contains(told) && end.hasSuffix("= 1"))
        }
        #expect(!terminal.shown.contains("simulated"))
    }

    @Test("commands cannot replace the real sensor, and cannot enrol with it")
    func realSensor() throws {
        let device = try setUp()
        for line in ["device sensor matched", "device enroll x", "device unenroll right-index-finger"] {
            let told = try device.run(line)
            #expect(told.contains("the device has a real sensor") && told.hasSuffix("= 2"))
        }
        let run = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
        let screen = try device.run("device prompts --sensor matched --once")
        #expect(!screen.hasSuffix("= 0"))
        try reader.touch(by: "owner")
        #expect(try run.end() == "hush\n= 0")
    }

    @Test(
        "another enrolled finger invalidates bound items at the next start, and status says why a reader is unavailable")
    func otherFinger() throws {
        let first = try setUp()
        #expect(first.stop() == 0)
        try reader.enrol("left-thumb", of: "guest")
        let second = try start()
        #expect(try second.run("device unlock", input: "s3cret").hasSuffix("= 0"))
        let listed = try second.run("keychain list")
        #expect(listed.contains("alice") && !listed.contains("bound"))
        reader.killService()
        #expect(try second.run("device status").contains("sensor    unavailable: fprintd is not available"))
        #expect(try get("alice", second, touchedBy: []).hasSuffix("= 1"))
    }

    @Test(
        "rejects a PAM service that is a path, and a simulated sensor with the real one",
        arguments: ["--passcode pam:../device", "--passcode pam:", "--passcode PAM", "--biometrics fprintd --biometry face"])
    func options(line: String) throws {
        #expect(try folder.run("device run --state d \(line)").hasSuffix("= 2"))
    }
}
