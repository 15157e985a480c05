import Foundation
import TestKit
import Testing

@Suite("A killed device", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeviceCrashTests {
    let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
    }

    @Test("has every acknowledged item at its next start, and no partial one", arguments: [UInt64(1), 2, 3])
    func acknowledged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var acknowledged: Set<String> = []
        var asked: Set<String> = []
        for round in 0..<4 {
            let device = try DeviceProcess(in: folder)
            for number in 0..<Int.random(in: 0...2, using: &random) {
                let account = "user-\(round)-\(number)"
                asked.insert(account)
                #expect(try device.run("keychain add --account \(account)", input: "secret of \(account)").hasSuffix("= 0"))
                acknowledged.insert(account)
            }
            // This item may or may not be acknowledged when the device is killed.
            let account = "user-\(round)-last"
            asked.insert(account)
            let adding = try BackgroundRun(["keychain", "add", "--account", account], on: device)
            if Bool.random(using: &random) { _ = try adding.end() }
            device.kill()
            if try adding.end().hasSuffix("= 0") { acknowledged.insert(account) }
        }
        let device = try DeviceProcess(in: folder)
        let list = try device.run("keychain list")
        let found = Set(list.matches(of: /user-\d-\w+/).map { String($0.output) })
        #expect(acknowledged.isSubset(of: found) && found.isSubset(of: asked))
        try device.setUp()
        let letting = try BackgroundRun(["device", "prompts", "--sensor", "matched"], on: device)
        defer { withExtendedLifetime(letting) {} }
        for account in found {
            let secret = account.hasSuffix("last") ? "" : "secret of \(account)"
            #expect(try device.run("keychain get --account \(account)") == "\(secret)\n= 0")
        }
    }

    @Test("keeps an acknowledged passcode and acknowledged fingers")
    func settings() throws {
        let first = try DeviceProcess(in: folder)
        try first.setUp()
        first.kill()
        let second = try DeviceProcess(in: folder)
        #expect(
            try second.run("device status").hasPrefix(
                "phase     before-first-unlock\npasscode  set\nsensor    fingerprint, 1 enrolled"))
        #expect(try second.run("device unlock", input: "2468").hasSuffix("= 0"))
    }

    @Test("ends the calls of a waiting app and of a terminal that shows its prompt")
    func waiting() throws {
        let device = try DeviceProcess(in: folder)
        try device.setUp()
        _ = try device.run("keychain add --account alice --constraint user-presence", input: "x")
        let screen = try Pseudoterminal(["device", "prompts"], on: device)
        let app = try BackgroundRun(["keychain", "get", "--account", "alice"], on: device)
        try screen.wait(for: "does the simulated fingerprint match?")
        let other = try BackgroundRun(["device", "prompts", "--cancel"], on: device)
        device.kill()
        let socket = (device.devices[DeviceProcess.app] ?? "").dropFirst(5).replacing(folder.path, with: "DIR")
        let ending = try app.end()
        #expect(ending.hasPrefix("! latchkey: the broker at \(socket) is unavailable: it closed the connection\n"))
        #expect(ending.hasSuffix("= 70"))
        #expect(try other.end().hasSuffix("= 70"))
        #expect(screen.end() == 70 && screen.shown.contains("this prompt has ended"))
    }
}
