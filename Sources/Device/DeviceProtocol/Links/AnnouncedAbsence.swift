import Glibc
import Synchronization

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
