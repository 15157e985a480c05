#if PostgreSQL
import CPostgreSQL
import Glibc

extension Connection {
    /// Makes a connection. Throws ``PostgreSQLError`` with `connectionLost` when it cannot be made, `refused` when the server says why,
    /// and `noAnswer` when it takes too long. Blocks the thread.
    static func open(to address: ConnectionAddress, timeouts: Timeouts) throws -> Connection {
        let connection = try Connection(adopting: try connected(to: address, timeouts: timeouts), timeouts: timeouts)
        try connection.prepareSession(timeouts)
        return connection
    }

    private static func connected(to address: ConnectionAddress, timeouts: Timeouts) throws -> OpaquePointer {
        let deadline = MonotonicTime.now + timeouts.connecting
        guard let handle = start(address.parameters) else {
            throw PostgreSQLError(cause: .connectionLost, message: "out of memory")
        }
        do {
            guard PQstatus(handle) != CONNECTION_BAD else { throw unreachable(handle) }
            // Before the first look libpq is to be taken as waiting to write.
            var state = PGRES_POLLING_WRITING
            while true {
                switch state {
                case PGRES_POLLING_OK: return handle
                case PGRES_POLLING_READING, PGRES_POLLING_WRITING:
                    let event = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
                    guard Socket.wait(PQsocket(handle), for: Int16(event), until: deadline) else {
                        throw PostgreSQLError(cause: .noAnswer, message: "no connection within \(timeouts.connecting)")
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

    /// What every session of the store has in common, whatever the server's own settings are.
    private func prepareSession(_ timeouts: Timeouts) throws {
        let limit =
            "\(timeouts.statement.components.seconds * 1_000 + timeouts.statement.components.attoseconds / 1_000_000_000_000_000)"
        try queue("SELECT set_config('statement_timeout', $1, false)", [limit])
        // A transaction whose server process hangs must not hold its locks for ever.
        try queue("SELECT set_config('idle_in_transaction_session_timeout', $1, false)", [limit])
        // What is acknowledged is on the disk, at least here. A stronger setting stays.
        try execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'")
    }
}
#endif
