#if PostgreSQL
import Accounts

/// Why a statement or a connection failed, before it is known what that means for the operation.
struct PostgreSQLError: Error {
    enum Cause: Hashable, Sendable {
        /// The server refused the statement; five characters of SQLSTATE (PostgreSQL documentation, appendix A).
        case refused(String)
        /// The connection could not be made, or is gone.
        case connectionLost
        /// The server did not answer in time. The connection is closed: what it does with the statement is not known here.
        case noAnswer
    }

    let cause: Cause
    /// PostgreSQL's own primary message. It names tables and constraints; values stand in its detail, which is not taken.
    let message: String
    /// Whether this came of a COMMIT, or of a statement that is its own transaction, that had been sent.
    var isOfCommit = false

    /// What the store itself saw change under its hands.
    static func lostRace(_ message: String) -> PostgreSQLError {
        PostgreSQLError(cause: .refused("40001"), message: message)
    }

    /// Classes 08 and 57P: the connection has ended, whatever it says of the statement.
    var endsConnection: Bool {
        switch cause {
        case .connectionLost, .noAnswer: true
        case .refused(let state): state.hasPrefix("08") || state.hasPrefix("57P")
        }
    }

    /// Whether the change may have happened none the less. A server that is told to stop says so to sessions whose commit
    /// is already on the disk, too.
    var leavesOutcomeUnknown: Bool { isOfCommit && endsConnection }

    /// Whether the same transaction, begun again, may go through: it lost a race against another. A unique key that somebody took
    /// between the look and the change is such a race: the next look finds it.
    var isLostRace: Bool {
        switch cause {
        case .refused("40001"), .refused("40P01"), .refused("23505"): true
        default: false
        }
    }
}

extension StoreError {
    /// What a failure of PostgreSQL means to the domain, with the place of the operation that met it. Other errors stay what they are.
    static func explaining(_ error: any Error, file: String, line: Int) -> any Error {
        guard let error = error as? PostgreSQLError else { return error }
        return StoreError(error.code, reason: "PostgreSQL \(error.title): \(error.message)", file: file, line: line)
    }
}

extension PostgreSQLError {
    fileprivate var code: StoreError.Code {
        if leavesOutcomeUnknown { return .outcomeUnknown }
        switch cause {
        case .connectionLost, .noAnswer: return .unavailable
        case .refused(let state):
            switch state {
            case "53100": return .full
            case "XX001", "XX002": return .corrupt
            // Too long a wait, for a lock or altogether; a race lost too often; a server that only reads.
            case "57014", "55P03", "40001", "40P01", "25006": return .unavailable
            case _ where endsConnection || state.hasPrefix("53") || state.hasPrefix("28") || state.hasPrefix("3D"):
                return .unavailable
            default: return .failed
            }
        }
    }

    fileprivate var title: String {
        switch cause {
        case .refused(let state): state
        case .connectionLost: "connection"
        case .noAnswer: "timeout"
        }
    }
}
#endif
