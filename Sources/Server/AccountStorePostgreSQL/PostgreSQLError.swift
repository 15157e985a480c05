#if PostgreSQL
import Accounts

/// The reason why a statement or a connection failed, before it is mapped to an error of the operation.
struct PostgreSQLError: Error {
    enum Cause: Hashable, Sendable {
        /// The server rejected the statement, with a five-character SQLSTATE (PostgreSQL documentation, appendix A).
        case rejected(String)
        /// The connection could not be made, or was lost.
        case connectionLost
        /// The server did not respond in time. The connection is closed; the outcome of the statement is unknown.
        case noAnswer
    }

    let cause: Cause
    /// PostgreSQL's primary message. It names tables and constraints. Values are only in the detail message, which is not used.
    let message: String
    /// Whether the error is about a COMMIT, or a statement in its own transaction, that was already sent.
    var isOfCommit = false

    /// Returns the error for a race that the store itself detected.
    static func lostRace(_ message: String) -> PostgreSQLError {
        PostgreSQLError(cause: .rejected("40001"), message: message)
    }

    /// Whether the connection has ended: the classes 08 and 57P.
    var endsConnection: Bool {
        switch cause {
        case .connectionLost, .noAnswer: true
        case .rejected(let state): state.hasPrefix("08") || state.hasPrefix("57P")
        }
    }

    /// Whether the change may have been made despite the error. A server that shuts down also sends this error to sessions whose
    /// commit is already on disk.
    var leavesOutcomeUnknown: Bool { isOfCommit && endsConnection }

    /// Whether the transaction lost a race and may succeed if it runs again. A unique key that another transaction took after the
    /// check is such a race: the next check finds it.
    var isLostRace: Bool {
        switch cause {
        case .rejected("40001"), .rejected("40P01"), .rejected("23505"): true
        default: false
        }
    }
}

extension StoreError {
    /// Converts an error of PostgreSQL to a ``StoreError`` with the source location of the operation. Other errors stay unchanged.
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
        case .rejected(let state):
            switch state {
            case "53100": return .full
            case "XX001", "XX002": return .corrupt
            // A timeout, of a lock or a statement; a race lost too often; a read-only server.
            case "57014", "55P03", "40001", "40P01", "25006": return .unavailable
            case _ where endsConnection || state.hasPrefix("53") || state.hasPrefix("28") || state.hasPrefix("3D"):
                return .unavailable
            default: return .failed
            }
        }
    }

    fileprivate var title: String {
        switch cause {
        case .rejected(let state): state
        case .connectionLost: "connection"
        case .noAnswer: "timeout"
        }
    }
}
#endif
