import Foundation
import TestKit
import Testing

@Suite("latchkey device launch with a program", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeviceLaunchTests {
    let folder: CommandFolder
    let device: DeviceProcess

    init() throws {
        folder = try CommandFolder()
        device = try DeviceProcess(in: folder)
    }

    private func launch(_ program: [String], options: [String] = ["--app", DeviceProcess.app]) throws -> CommandRun {
        let state = ["LATCHKEY_DEVICE_STATE": folder.path + "/d"]
        return try CommandRun(
            ["device", "launch"] + options + (program.isEmpty ? [] : ["--"] + program), in: folder, environment: state)
    }

    /// The app's `LATCHKEY_DEVICE` as in transcripts.
    private var value: String {
        get throws { try #require(device.devices[DeviceProcess.app]).replacing(folder.path, with: "DIR") }
    }

    @Test("runs the program as the app, with its exit code and without the owner's socket")
    func program() throws {
        let run = try launch(["sh", "-c", "echo \"$LATCHKEY_DEVICE,$LATCHKEY_DEVICE_STATE,$1\"; exit 7", "--", "a b"])
        #expect(run.output == "\(try value),,a b\n")
        #expect(run.errors.isEmpty)
        #expect(run.status == 7)
    }

    @Test("identifies the program as that app, and as another app under another name")
    func identity() throws {
        let latchkey = try #require(try CommandRun.process([], in: folder).executableURL?.path)
        let addition = [latchkey, "keychain", "add", "--account", "alice"]
        #expect(try launch(["sh", "-c", "echo hush | \"$@\"", "--"] + addition).status == 0)
        try device.setUp()
        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched"], on: device)
        defer { withExtendedLifetime(letting) {} }
        let get = [latchkey, "keychain", "get", "--account", "alice"]
        #expect(try launch(get).output == "hush\n")
        #expect(try launch(get, options: ["TEAM.com.example.third"]).status == 1)
    }

    @Test("names a program that does not exist")
    func noProgram() throws {
        #expect(
            try launch(["no-such-program"]).transcript == """
                ! latchkey: no-such-program cannot be run: No such file or directory
                !   hint: name a program after --, as in: -- swift test
                = 2
                """)
    }

    @Test(
        "requires exactly one app",
        arguments: [[], [DeviceProcess.app, "--app", DeviceProcess.app], ["--app", "a,,b"], ["--json", DeviceProcess.app]])
    func rejected(options: [String]) throws {
        #expect(try launch(["true"], options: options).status == 2)
    }

    @Test("prints LATCHKEY_DEVICE without a program")
    func withoutProgram() throws {
        for options in [["--app", DeviceProcess.app], [DeviceProcess.app]] {
            #expect(try launch([], options: options).transcript == "\(try value)\n= 0")
        }
    }
}
