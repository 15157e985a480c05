import Foundation
import JSONText
import TestKit
import Testing

@Suite("An app launched by latchkey device launch", .tags(.realParts), .timeLimit(.minutes(20)))
struct InstalledAppsTests {
    static let app = "TEAM.com.example.launched"

    let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
    }

    @Test("has its socket, groups and items at the next start, however the last run ended", arguments: [SIGKILL, SIGTERM])
    func nextStart(signal: Int32) throws {
        let first = try DeviceProcess(in: folder)
        let device = try launch("\(Self.app),\(DeviceProcess.group)", on: first)
        #expect(try run("keychain add --account alice --group \(DeviceProcess.group)", device, input: "hush").hasSuffix("= 0"))
        _ = first.stop(signal)
        let rejection = try run("keychain get --account alice", device)
        #expect(rejection.contains("is unavailable") && rejection.hasSuffix("= 70"))
        let second = try DeviceProcess(in: folder)
        // The app is not named again: its program may still run.
        #expect(second.devices[Self.app] == device)
        try second.setUp()
        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched", "--once"], on: second)
        #expect(try run("keychain get --account alice", device) == "hush\n= 0")
        withExtendedLifetime(letting) {}
        #expect(try launch(Self.app, on: second) == device)
        #expect(try second.run("device status").contains(Self.app))
    }

    @Test("can be uninstalled, and its items remain for the next app of its name")
    func uninstalling() throws {
        let process = try DeviceProcess(in: folder)
        let device = try launch(Self.app, on: process)
        #expect(try run("keychain add --account alice", device, input: "hush").hasSuffix("= 0"))
        #expect(try process.run("device uninstall \(Self.app)") == "! latchkey: uninstalled \"\(Self.app)\"\n= 0")
        #expect(try process.run("device uninstall \(Self.app)") == "! latchkey: no matching item\n= 1")
        #expect(try run("keychain get --account alice", device).hasSuffix("= 70"))
        #expect(!(try process.run("device status")).contains(Self.app))
        #expect(try launch("\(Self.app),TEAM.more", on: process) == device)
        try process.setUp()
        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched", "--once"], on: process)
        defer { withExtendedLifetime(letting) {} }
        #expect(try run("keychain get --account alice", device) == "hush\n= 0")
    }

    @Test("gets the groups that the owner names at the start")
    func otherGroups() throws {
        let first = try DeviceProcess(in: folder, options: ["--app", "\(Self.app),TEAM.old"])
        #expect(first.stop() == 0)
        let second = try DeviceProcess(in: folder, options: ["--app", "\(Self.app),TEAM.new"])
        let run = try CommandRun(["device", "launch", Self.app, "--json"], in: folder, environment: second.environment())
        let groups = try JSONText.parse(run.output.utf8).root["groups"]?.elements.map(Array.init)
        #expect(groups?.compactMap(\.string) == ["TEAM.new", Self.app])
    }

    private func launch(_ app: String, on device: DeviceProcess) throws -> String {
        let run = try CommandRun(["device", "launch", app], in: folder, environment: device.environment())
        #expect(run.status == 0)
        return run.output.split(separator: "\n").joined().replacing("DIR", with: folder.path)
    }

    private func run(_ line: String, _ device: String, input: String = "") throws -> String {
        try folder.run(line, input: input, environment: ["LATCHKEY_DEVICE": device])
    }
}
