import Glibc
import Synchronization

/// The device that the calls of an app go to.
package enum CurrentDevice {
    /// The variable of the environment that says which device a process has: `unix:` and the path of the socket it was launched with.
    package static let variable = "LATCHKEY_DEVICE"

    /// The device of the current task. Threads and dispatch queues inherit no task's values, so that whatever outlives a call takes the link
    /// along when it is made.
    @TaskLocal package static var link: any DeviceLink = processDefault

    /// The device of the process where no task says otherwise. The environment is read once, at the first call.
    ///
    /// Without a device the first call says so on standard error, once: what the calls answer (`errSecNotAvailable`) tells nobody what to do.
    package static let processDefault: any DeviceLink = {
        let device = link(named: getenv(variable).map { String(cString: $0) })
        return device is MissingDevice ? AnnouncedAbsence(of: device, by: AnnouncedAbsence.onStandardError) : device
    }()

    /// Whether there is one.
    package static var isThere: Bool { !(link is MissingDevice || link is AnnouncedAbsence) }

    /// The link that a value of `variable` means: one that refuses everything, and says why, where it means none.
    package static func link(named value: String?) -> any DeviceLink {
        guard let value else { return MissingDevice(reason: "there is no device: \(variable) is not set") }
        let scheme = "unix:"
        let path = String(value.dropFirst(scheme.count))
        guard value.hasPrefix(scheme), path.hasPrefix("/"), UnixAddress(path: path) != nil else {
            return MissingDevice(reason: "there is no device: \(variable) is not unix: and the path of a socket")
        }
        return SocketLink(path: path)
    }
}

/// Where there is no device: refuses every message with `unavailable`.
package struct MissingDevice: DeviceLink {
    private let reason: String

    package init(reason: String) {
        self.reason = reason
    }

    package func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        throw .unavailable(reason)
    }
}

/// A device that is not there, and says so to whoever runs the program at the first call, once.
package final class AnnouncedAbsence: DeviceLink {
    private let absence: any DeviceLink
    private let announce: @Sendable (String) -> Void
    private let isAnnounced = Mutex(false)

    package init(of absence: any DeviceLink, by announce: @escaping @Sendable (String) -> Void) {
        self.absence = absence
        self.announce = announce
    }

    package func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        do throws(DeviceRefusal) {
            return try absence.exchange(message)
        } catch {
            if case .unavailable(let reason) = error,
                isAnnounced.withLock({ announced in
                    defer { announced = true }
                    return !announced
                })
            {
                announce(reason)
            }
            throw error
        }
    }

    /// What is missing, and what to do. Where it cannot be written, nobody reads it.
    package static let onStandardError: @Sendable (String) -> Void = { reason in
        let line = Array(words(reason).utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    static func words(_ reason: String) -> String {
        """
        latchkey: \(reason)
        latchkey:   hint: start a device (latchkey device run --state FOLDER), and run this program as an app of it:
        latchkey:         latchkey device launch --app TEAM.com.example.app --state FOLDER -- PROGRAM

        """
    }
}
