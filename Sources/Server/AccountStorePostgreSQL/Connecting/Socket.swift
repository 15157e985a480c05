#if PostgreSQL
import CPostgreSQL
import Glibc

/// A moment of the clock that nobody sets, in nanoseconds. It measures waits and nothing else; what expires takes its time from the domain.
struct MonotonicTime: Comparable, Sendable {
    let nanoseconds: UInt64

    static var now: MonotonicTime { MonotonicTime(nanoseconds: monotonicNanoseconds()) }

    static func + (moment: MonotonicTime, wait: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = wait.components
        return MonotonicTime(
            nanoseconds: moment.nanoseconds &+ UInt64(max(0, seconds)) * 1_000_000_000
                &+ UInt64(max(0, attoseconds) / 1_000_000_000))
    }

    static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Whole milliseconds from now, rounded up; nothing when it has passed.
    var millisecondsLeft: Int32 {
        let now = MonotonicTime.now
        return self > now ? Int32(clamping: (nanoseconds - now.nanoseconds + 999_999) / 1_000_000) : 0
    }
}

private func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

enum Socket {
    /// Waits until one of the events; false when the deadline comes first.
    static func wait(_ descriptor: Int32, for events: Int16, until deadline: MonotonicTime) -> Bool {
        var watched = pollfd(fd: descriptor, events: events, revents: 0)
        while true {
            let left = deadline.millisecondsLeft
            let count = poll(&watched, 1, left)
            if count > 0 { return true }
            if count < 0, errno == EINTR { continue }
            if left == 0 || count < 0 { return false }
        }
    }
}

enum ConnectionMessage {
    /// libpq's own words, of which the first line is the reason.
    static func of(_ handle: OpaquePointer) -> String {
        let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        return text.split(separator: "\n").first.map(String.init) ?? "the connection is gone"
    }
}
#endif
