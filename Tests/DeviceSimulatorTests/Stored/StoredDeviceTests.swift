import DeviceBroker
import Foundation
import TestKit
import Testing

@testable import DeviceSimulator

@Suite("A device that is stored in a folder", .tags(.realParts), .timeLimit(.minutes(20))) struct StoredDeviceTests {
    @Test("is the same when it is opened again, and locked")
    func again() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/stored-device-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let time = try firstUse(of: folder)
        let second = try DeviceSimulator(storedIn: folder, passcode: "1111")
        #expect(second.isLocked)
        #expect(second.savedPasswords.isEmpty)
        #expect(throws: (any Error).self) { try second.unlock(passcode: "1111") }
        try second.unlock(passcode: "2468")
        #expect(second.savedPasswords.map(\.user) == ["ann"])
        #expect(second.clock.now == time)
    }

    /// A device releases its files with the object.
    private func firstUse(of folder: String) throws -> Date {
        let device = try DeviceSimulator(storedIn: folder)
        #expect(!device.isLocked)
        device.savePassword("correct horse", user: "ann", site: "example.com")
        device.clock.advance(by: .seconds(100))
        return device.clock.now
    }

    @Test("a phone releases its device, and the device its files")
    func phone() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/stored-device-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for _ in 0..<2 {
            // Background work may hold it for a moment.
            try await Leash.untilReleased { leash in
                let phone = try Phone(DeviceSimulator(storedIn: folder, time: .following { leash.now }))
                #expect(phone.view.overlays.isEmpty)
            }
        }
    }

    @Test("keeps its folder and its key private to its owner")
    func permissions() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/stored-device-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try DeviceSimulator(storedIn: folder)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder) == 0o700)
        #expect(try mode(folder + "/host.key") == 0o600)
        #expect(try mode(folder + "/keychain.sqlite") == 0o600)
    }
}
