import DeviceParts
import Foundation
import Glibc
import TestKit
import Testing

@testable import DeviceBroker
@testable import DeviceProtocol

@Suite("App of another user", .tags(.realParts), .timeLimit(.minutes(20))) struct AppUserTests {
    /// User IDs that are not in use on this machine.
    private static let (nobody, other): (UInt32, UInt32) = (65_534, 65_533)

    let files: DeviceFiles
    let shared: DeviceFiles

    init() throws {
        files = try DeviceFiles()
        shared = try DeviceFiles()
        try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: shared.path)
    }

    private func withDevice(_ body: (RunningFixture) throws -> Void) throws {
        try files.withDevice(appSockets: shared.path, body)
    }

    /// Returns the response to a request by a program of that user, as bytes, or nil if it cannot connect. Only root can run
    /// programs of other users.
    private func ask(_ socket: String, as user: UInt32) throws -> [UInt8]? {
        let messages = [LinkGreeting(link: 1).message, RequestMessage.bytes(of: OpenContext())].flatMap {
            Frame.header(of: $0) + $0
        }
        let program = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX)
            try:
                s.connect(sys.argv[1])
            except OSError:
                sys.exit()
            answer = b""
            try:
                s.sendall(bytes.fromhex(sys.argv[2]))
                s.shutdown(socket.SHUT_WR)
                answer = s.makefile("rb").read()
            except OSError:
                pass
            print("connected", answer.hex())
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        process.arguments =
            ["--reuid=\(user)", "--clear-groups", "/usr/bin/python3", "-c", program, socket]
            + [messages.map { String(format: "%02x", $0) }.joined()]
        let output = Pipe.forProgram()
        process.standardOutput = output
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.wait()
        let words = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let first = words.first, first == "connected" else { return nil }
        let digits = words.dropFirst().joined()
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }

    /// Whether the tests can run programs of other users.
    static let canBecomeOthers = geteuid() == 0
    static let need = "needs root, to run programs of other users"

    @Test("programs of the app's user can connect, and those of others cannot", .enabled(if: canBecomeOthers, "\(need)"))
    func others() throws {
        try withDevice { device throws in
            let launched = try device.running.launch(TestDevice.app, user: Self.nobody)
            #expect(try ask(launched.socket, as: Self.nobody)?.isEmpty == false)
            #expect(try ask(launched.socket, as: Self.other) == nil)
            // The user has no access to the device's folder.
            #expect(try ask(device.path, as: Self.nobody) == nil)
        }
    }

    @Test("programs of the device's user cannot use the app's socket, at later starts as well")
    func users() throws {
        var first: LaunchedApp?
        try withDevice { device throws in
            let launched = try device.running.launch(TestDevice.app, user: Self.nobody)
            first = launched
            #expect(launched.user == Self.nobody && launched.socket.hasPrefix(shared.path))
            // Root can open any socket, but is not served.
            #expect(throws: DeviceError.self) { try SocketLink(path: launched.socket).perform(OpenContext()) }
        }
        try withDevice { device throws in
            #expect(try device.running.launch(App(identifier: TestDevice.app.identifier)) == first)
            #expect(throws: DeviceError.badRequest("TEAM.com.example.notes is installed for another user; uninstall it first")) {
                try device.running.launch(TestDevice.app, user: Self.other)
            }
        }
    }

    @Test("the app's user must be able to enter the folder of the sockets")
    func folder() throws {
        let device = try RunningFixture(files: files)
        defer { try? device.running.stop() }
        let reason = "who cannot enter the device's folder. Start the device with --app-sockets."
        #expect(throws: DeviceError.badRequest("TEAM.com.example.notes is for another user, \(reason)")) {
            try device.running.launch(TestDevice.app, user: Self.nobody)
        }
        #expect(try device.status()?.apps.isEmpty == true)
        for mode in [0o700, 0o733] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: shared.path)
            #expect(throws: DeviceError.self) { try SharedFolder(path: shared.path) }
        }
    }

    @Test(
        "an access control list grants access if the device's user cannot change the socket's owner",
        .enabled(if: canBecomeOthers, "\(need)"))
    func accessList() throws {
        let path = shared.path + "/a.sock"
        let listener = try SocketListener(path: path) { _ in }
        defer { listener.stop() }
        try SocketAccess.list(path, Self.nobody)
        // The list permits the user to connect. Whether the user is served depends on the kernel's credentials.
        let (named, another) = (try ask(path, as: Self.nobody), try ask(path, as: Self.other))
        #expect(named == [] && another == nil)
    }

    @Test("a process that has ended before it was identified is not served")
    func ended() throws {
        let path = shared.path + "/b.sock"
        let (gone, answer) = (Inbox<Bool>(), Inbox<(before: Bool, after: Bool)>())
        let listener = try SocketListener(path: path) { connection in
            let before = connection.isPeerGone
            try? connection.send([1])
            _ = gone.take()
            answer.put((before, connection.isPeerGone))
        }
        defer { listener.stop() }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c", "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.recv(1)", path,
        ]
        try process.run()
        process.wait()
        gone.put(true)
        let (before, after) = answer.take()
        #expect(!before && after)
    }
}
