import Foundation
import Glibc
import Synchronization

/// fprintd over its virtual reader, on a separate system bus with a polkit authority: real parts, with words as fingers.
///
/// Everything ends with the value.
package final class VirtualReader: Sendable {
    private static let polkit = "/usr/lib/polkit-1/polkitd"
    private static let fprintd = "/usr/libexec/fprintd"
    private static let service = "net.reactivated.Fprint"

    /// Whether this machine meets the requirements of the suites. polkit permits only root to verify and enrol without a session.
    package static var canRun: Bool {
        geteuid() == 0
            && [
                polkit, fprintd, "/usr/bin/dbus-daemon", "/usr/bin/dbus-send", "/usr/bin/fprintd-enroll", "/usr/bin/fprintd-delete",
            ]
            .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    package static let need = "needs root, fprintd, polkitd, dbus-daemon and dbus-send: scripts/setup test"

    private let folder: String
    private let bus: Companion
    private let authority: Companion
    private let reader: Mutex<Companion>

    /// Returns when fprintd responds. No finger is enrolled.
    package init() throws {
        // Short because of the sockets; accessible because polkitd changes its user.
        // fprintd verifies the first finger that it finds in its folder, and a file system in memory lists files in another order.
        folder = "/var/tmp/reader-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        try Data(Self.configuration(socket: folder + "/bus").utf8).write(to: URL(filePath: folder + "/bus.conf"))
        bus = try Companion(
            "/usr/bin/dbus-daemon", ["--nofork", "--config-file=\(folder)/bus.conf"], environment: Part.environment)
        let environment = Part.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder)/bus"]) { $1 }
        try Part.wait { [folder] in FileManager.default.fileExists(atPath: folder + "/bus") }
        authority = try Companion(Self.polkit, ["--no-debug"], environment: environment)
        reader = Mutex(try Self.startReader(in: folder))
        try Part.wait { self.isOwned("org.freedesktop.PolicyKit1") && self.isOwned(Self.service) }
    }

    deinit {
        for part in [reader.withLock(\.self), authority, bus] { part.kill() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    package var busAddress: String { "unix:path=\(folder)/bus" }
    /// For a process that must find this bus as the machine's bus.
    package var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": busAddress] }

    // MARK: - Enrolled fingers

    /// Enrols a finger, with fprintd's command.
    package func enrol(_ finger: String = "right-index-finger", of person: String) throws {
        let enrolment = try Part("/usr/bin/fprintd-enroll", ["-f", finger], environment)
        for _ in 1...Self.stages { try send("SCAN \(person)") { enrolment.isRunning } }
        guard enrolment.wait() == 0 else { throw Failure("fprintd-enroll \(finger)") }
    }

    /// Removes every finger.
    package func removeFingers() throws {
        let account = String(cString: getpwuid(geteuid()).pointee.pw_name)
        guard try Part("/usr/bin/fprintd-delete", [account], environment).wait() == 0 else { throw Failure("fprintd-delete") }
    }

    // MARK: - Events of the reader

    /// Shows a finger to the reader once it looks for one. Fingers shown meanwhile are checked in order.
    package func touch(by person: String) throws {
        try Part.wait { self.isLooking }
        try send("SCAN \(person)")
    }

    /// Places a finger badly: 0 unreadable, 1 too short, 2 not centred, 3 must be lifted.
    package func touchBadly(_ how: Int) throws {
        try Part.wait { self.isLooking }
        try send("RETRY \(how)")
    }

    package func fail() throws {
        try Part.wait { self.isLooking }
        try send("ERROR 0")
    }

    package func unplug() throws {
        try Part.wait { self.isLooking }
        try send("UNPLUG")
    }

    /// Waits for a condition that depends on the reader. Throws after ten minutes.
    package func wait(until isSo: () throws -> Bool) throws {
        try Part.wait(until: isSo)
    }

    package var isLooking: Bool { property("finger-needed").contains("boolean true") }

    package func killService() {
        reader.withLock { $0.kill() }
    }

    package func startService() throws {
        let new = try Self.startReader(in: folder)
        reader.withLock { $0 = new }
        try Part.wait { self.isOwned(Self.service) }
    }

    package func killBus() {
        bus.kill()
    }

    /// Sends every connection the signal that a finger matched, as any other program on the bus can.
    package func claimMatch() throws {
        let names = send(
            to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames", [])
        for name in names.matches(of: /":1\.\d+"|:1\.\d+/).map({ $0.output.filter { $0 != "\"" } }) {
            let status = try Part(
                "/usr/bin/dbus-send",
                [
                    "--bus=\(busAddress)", "--type=signal", "--dest=\(name)", Self.device, Self.service + ".Device.VerifyStatus",
                    "string:verify-match", "boolean:true",
                ]
            ).wait()
            guard status == 0 else { throw Failure("dbus-send to \(name)") }
        }
    }

    // MARK: -

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    private static let stages = 5
    private static let device = "/net/reactivated/Fprint/Device/0"

    private static func startReader(in folder: String) throws -> Companion {
        unlink(folder + "/reader")
        let environment = [
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder)/bus", "FP_VIRTUAL_DEVICE": folder + "/reader",
            "STATE_DIRECTORY": folder + "/state",
        ]
        return try Companion(fprintd, ["--no-timeout"], environment: Part.environment.merging(environment) { $1 })
    }

    private func isOwned(_ name: String) -> Bool {
        send(to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.NameHasOwner", ["string:\(name)"])
            .contains("boolean true")
    }

    private func property(_ name: String) -> String {
        send(
            to: Self.service, Self.device, "org.freedesktop.DBus.Properties.Get",
            ["string:\(Self.service).Device", "string:\(name)"])
    }

    /// Returns the reply as `dbus-send` prints it; nil for an error.
    private func send(to name: String, _ path: String, _ method: String, _ arguments: [String]) -> String {
        let call = ["--bus=\(busAddress)", "--print-reply=literal", "--dest=\(name)", path, method] + arguments
        return (try? Part("/usr/bin/dbus-send", call).output()) ?? ""
    }

    /// Sends one command to the reader, which listens while a client has claimed it. Returns when the reader has received it.
    private func send(_ command: String, while isWanted: () -> Bool = { true }) throws {
        try Part.wait { [folder] in
            guard isWanted() else { throw Failure("no client waits for \(command)") }
            return Self.write(command, to: folder + "/reader")
        }
    }

    private static func write(_ command: String, to path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0, Glibc.write(descriptor, command, command.utf8.count) == command.utf8.count else { return false }
        shutdown(descriptor, Int32(SHUT_WR))
        // The reader closes the connection once it has the command.
        var (byte, handle) = (UInt8(0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        while poll(&handle, 1, 600_000) > 0 {
            if read(descriptor, &byte, 1) <= 0 { return true }
        }
        return false
    }

    private static func configuration(socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>system</type>
          <listen>unix:path=\(socket)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/>
            <allow own="*"/>
            <allow send_type="method_call"/>
            <allow send_type="signal"/>
            <allow send_requested_reply="true"/>
            <allow receive_type="method_call"/>
            <allow receive_type="method_return"/>
            <allow receive_type="error"/>
            <allow receive_type="signal"/>
          </policy>
        </busconfig>
        """
    }
}
