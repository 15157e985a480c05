#if PostgreSQL
import CPostgreSQL
import Glibc

extension Connection {
    /// Connects to the first of several hosts that accepts. Each host gets a share of the time. Blocks the thread.
    ///
    /// Throws ``PostgreSQLError``: `connectionLost` if no host can be reached, `rejected` if the server gives a reason, and
    /// `noAnswer` if a host does not respond in time.
    static func open(to address: ConnectionAddress, timeouts: Timeouts) throws -> Connection {
        let hosts = address.hosts
        var failures: [PostgreSQLError] = []
        for host in hosts {
            do {
                return try open(host, within: timeouts.connecting / hosts.count, timeouts)
            } catch let error as PostgreSQLError {
                failures.append(error)
            }
        }
        let silent = failures.first { $0.cause == .noAnswer }
        throw PostgreSQLError(
            cause: (silent ?? failures.last)?.cause ?? .connectionLost, message: failures.map(\.message).joined(separator: "; "))
    }

    private static func open(_ host: ConnectionAddress, within time: Duration, _ timeouts: Timeouts) throws -> Connection {
        let connection = try Connection(adopting: try connected(to: host, within: time), timeouts: timeouts)
        try connection.prepareSession(timeouts)
        return connection
    }

    private static func connected(to host: ConnectionAddress, within time: Duration) throws -> OpaquePointer {
        let deadline = MonotonicTime.now + time
        guard let handle = start(host.parameters) else {
            throw PostgreSQLError(cause: .connectionLost, message: "out of memory")
        }
        do {
            guard PQstatus(handle) != CONNECTION_BAD else { throw unreachable(handle) }
            // libpq requires the first poll to wait for writing.
            var state = PGRES_POLLING_WRITING
            while true {
                switch state {
                case PGRES_POLLING_OK: return handle
                case PGRES_POLLING_READING, PGRES_POLLING_WRITING:
                    let event = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
                    guard Socket.wait(PQsocket(handle), for: Int16(event), until: deadline) else {
                        throw PostgreSQLError(cause: .noAnswer, message: "connection timed out after \(time)")
                    }
                default: throw unreachable(handle)
                }
                state = PQconnectPoll(handle)
            }
        } catch {
            PQfinish(handle)
            throw error
        }
    }

    private static func start(_ parameters: [String: String]) -> OpaquePointer? {
        let keywords = parameters.keys.sorted()
        let names = keywords.map { strdup($0) }
        let values = keywords.map { strdup(parameters[$0] ?? "") }
        defer { for text in names + values { free(text) } }
        return PQconnectStartParams(
            names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 0)
    }

    private static func unreachable(_ handle: OpaquePointer) -> PostgreSQLError {
        PostgreSQLError(cause: .connectionLost, message: ConnectionMessage.of(handle))
    }

    /// Sets what every session of the store needs, independent of the server's settings.
    private func prepareSession(_ timeouts: Timeouts) throws {
        let limit =
            "\(timeouts.statement.components.seconds * 1_000 + timeouts.statement.components.attoseconds / 1_000_000_000_000_000)"
        try queue("SELECT set_config('statement_timeout', $1, false)", [limit])
        // A transaction whose client hangs must not hold its locks indefinitely.
        try queue("SELECT set_config('idle_in_transaction_session_timeout', $1, false)", [limit])
        // An acknowledged commit must be on disk, at least on this server. A stronger setting is kept.
        try execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'")
    }
}

/// The timeouts for the database server. They limit waiting only; no stored data expires by them.
package struct Timeouts: Sendable {
    /// The timeout of one connection attempt.
    package var connecting: Duration = .seconds(5)
    /// The time after which the server cancels a statement (`statement_timeout`), including waits for locks.
    package var statement: Duration = .seconds(10)
    /// The time after which the connection counts as lost. It is longer than ``statement``, so that usually the server reports the
    /// outcome.
    package var answer: Duration = .seconds(15)
    /// The time for which an operation waits for a usable connection before it fails.
    package var operation: Duration = .seconds(5)

    package init() {}
}

/// A time of the monotonic clock, in nanoseconds. It only measures waits; expiry uses the domain's time.
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

    /// The whole milliseconds until this time, rounded up; 0 if it has passed.
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
    /// Waits for one of the events. Returns false if the deadline passes first.
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
    /// Returns libpq's error message, whose first line is the reason.
    static func of(_ handle: OpaquePointer) -> String {
        let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        return text.split(separator: "\n").first.map(String.init) ?? "connection lost"
    }
}
#endif
