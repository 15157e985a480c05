import DeviceProtocol
import Foundation
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Device folder", .timeLimit(.minutes(20))) struct DeviceFolderTests {
    let files: DeviceFiles
    let path: String

    init() throws {
        files = try DeviceFiles()
        path = files.path + "/device"
    }

    @Test("one broker at a time uses the folder")
    func oneBroker() throws {
        do {
            let first = try DeviceFolder(path: path)
            #expect { try DeviceFolder(path: first.path) } throws: { rejection($0)?.contains("another broker runs in") == true }
        }
        #expect(throws: Never.self) { try DeviceFolder(path: path) }
    }

    @Test("a starting process that has a copy of the lock's descriptor does not keep the lock")
    func copiedLock() throws {
        var copy: Int32 = -1
        do {
            let folder = try DeviceFolder(path: path)
            let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            let lock = links.first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path + "/lock"
            }
            copy = dup(try #require(lock.flatMap { Int32($0) }))
            withExtendedLifetime(folder) {}
        }
        #expect(copy >= 0)
        #expect(throws: Never.self) { try DeviceFolder(path: path) }
        close(copy)
    }

    @Test("a folder that other users can enter is rejected")
    func openToOthers() throws {
        _ = try DeviceFolder(path: path)
        for mode in [0o755, 0o710, 0o701] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            #expect { try DeviceFolder(path: path) } throws: { rejection($0)?.contains("accessible to other users") == true }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        #expect(throws: Never.self) { try DeviceFolder(path: path) }
    }

    @Test("the enclave's key is created once")
    func hostKey() throws {
        let folder = try DeviceFolder(path: path)
        let first = try folder.hostKey().withBytes { Array($0) }
        #expect(first.count == 32)
        #expect(try folder.hostKey().withBytes { Array($0) } == first)
    }

    @Test("a key that is missing, truncated or accessible to others is not replaced")
    func lostKey() throws {
        let folder = try DeviceFolder(path: path)
        let key = path + "/host.key"
        _ = try folder.hostKey()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        #expect { try folder.hostKey() } throws: { rejection($0)?.contains("accessible to other users") == true }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        #expect(throws: Never.self) { try folder.hostKey() }
        for length in [31, 33, 0] {
            try Data(count: length).write(to: URL(fileURLWithPath: key))
            #expect { try folder.hostKey() } throws: { rejection($0)?.contains("32 bytes") == true }
        }
        try Data().write(to: URL(fileURLWithPath: folder.enclaveState))
        try FileManager.default.removeItem(atPath: key)
        #expect { try folder.hostKey() } throws: { rejection($0)?.contains("is missing") == true }
    }

    @Test("a folder with a keychain requires its enclave, and does not create another")
    func lostEnclave() throws {
        try files.withDevice { device in #expect(device.running.folder.enclaveOpening == .existing) }
        #expect(try DeviceFolder(path: path).enclaveOpening == .createIfAbsent)
    }

    @Test("only sockets that a killed broker left are removed")
    func oldSockets() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: files.path)
        try Data().write(to: URL(fileURLWithPath: files.path + "/notes.sock"))
        let left = files.path + "/app-left.sock"
        try files.withDevice { device in
            try FileManager.default.moveItem(atPath: try device.running.launch(TestDevice.app).socket, toPath: left)
        }
        // No process listens there any more, as after a kill.
        #expect(FileManager.default.fileExists(atPath: left))
        try files.withDevice { _ in #expect(!FileManager.default.fileExists(atPath: left)) }
        #expect(FileManager.default.fileExists(atPath: files.path + "/notes.sock"))
    }

    @Test("a second start has the passcode, the faces and the items of the first")
    func secondStart() throws {
        try files.withDevice { first in
            try first.setUp()
            try first.app().perform(AddItem.password())
        }
        try files.withDevice { second in
            #expect(try second.status()?.phase == .beforeFirstUnlock)
            #expect(try second.status()?.templates == [RunningFixture.face])
            #expect(throws: DeviceError.item(.interactionNotAllowed)) { try second.app().perform(FindItems.password()) }
            try second.owner().perform(.unlock(passcode: RunningFixture.passcode))
            #expect(try second.app().perform(FindItems.password()).items.first?.data == RunningFixture.secret)
        }
    }

    @Test("each app has the same socket path at every start, for any name", arguments: ["a", "TEAM.../../x", "ü\u{0}b"])
    func socketNames(name: String) throws {
        let identifier = try #require(AccessGroup(rawValue: name))
        let socket = AppSockets.path(of: identifier, in: "/f")
        #expect(socket == AppSockets.path(of: identifier, in: "/f"))
        #expect(socket.wholeMatch(of: /\/f\/app-[0-9a-f]{16}\.sock/) != nil)
        #expect(socket != AppSockets.path(of: try #require(AccessGroup(rawValue: name + "x")), in: "/f"))
    }

    private func rejection(_ error: any Error) -> String? {
        if case DeviceError.unavailable(let reason) = error { reason } else { nil }
    }
}
