import Glibc
import Synchronization
package import Traces

/// The device that receives an app's calls.
package enum CurrentDevice {
    /// The environment variable that names the device of a process: `unix:` and the path of the socket that the process was
    /// launched with.
    package static let variable = "LATCHKEY_DEVICE"

    /// The device of the current task. Threads and dispatch queues do not inherit task-local values, so an object that outlives a
    /// call stores the link when it is created.
    @TaskLocal package static var link: any DeviceLink = processDefault

    /// The device of the process, unless a task overrides it. The environment is read once, at the first call.
    ///
    /// If there is no device, the first call writes one message to standard error, because the result of the call
    /// (`errSecNotAvailable`) does not say what to do.
    package static let processDefault: any DeviceLink = {
        let device = link(named: getenv(variable).map { String(cString: $0) })
        return device is MissingDevice ? UnavailableDeviceLink(of: device, by: UnavailableDeviceLink.onStandardError) : device
    }()

    /// Whether the current task has a device.
    package static var isThere: Bool { !(link is MissingDevice || link is UnavailableDeviceLink) }

    /// Returns the link that a value of `variable` names, or a link that rejects every message with the reason why the value is
    /// invalid.
    package static func link(named value: String?) -> any DeviceLink {
        guard let value else { return MissingDevice(reason: "no device: \(variable) is not set") }
        let scheme = "unix:"
        let path = String(value.dropFirst(scheme.count))
        guard value.hasPrefix(scheme), path.hasPrefix("/"), UnixAddress(path: path) != nil else {
            return MissingDevice(reason: "no device: \(variable) must be unix: followed by the path of a socket")
        }
        return SocketLink(path: path)
    }
}

/// A link without a device: rejects every message with `unavailable`.
package struct MissingDevice: DeviceLink {
    private let reason: String

    package init(reason: String) {
        self.reason = reason
    }

    package func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        throw .unavailable(reason)
    }
}

/// A link without a device that reports the reason once, at the first call.
package final class UnavailableDeviceLink: DeviceLink {
    private let absence: any DeviceLink
    private let announce: @Sendable (String) -> Void
    private let isAnnounced = Mutex(false)

    package init(of absence: any DeviceLink, by announce: @escaping @Sendable (String) -> Void) {
        self.absence = absence
        self.announce = announce
    }

    package var position: TraceParent? { absence.position }

    package func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        do throws(DeviceError) {
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

    /// A function that writes the problem and a hint to standard error. A write error is ignored.
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
