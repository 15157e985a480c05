import Accounts
import PasswordHashing

extension Problem {
    /// The problem that a failure of the domain's parts amounts to, or nil for an error of another kind. None of them says anything
    /// about a password: a shortage is a shortage, never a failed guess.
    init?(domain error: any Error) {
        switch error {
        case PasswordHashingError.busy(let retryAfter):
            self = .overloaded(retryAfter: retryAfter, cause: "the hashing pool is full")
        case PasswordHashingError.memoryShortage:
            self = .overloaded(cause: "not enough memory to hash a password")
        case PasswordHashingError.cancelled, PasswordHashingError.stopped:
            self = .overloaded(cause: "the hashing pool gave the work back")
        case let error as LeakedPasswordsUnavailable:
            self = .overloaded(cause: "leaked passwords could not be looked up: \(error.reason)")
        case let error as StoreError:
            switch error.code {
            case .unavailable, .full, .outcomeUnknown: self = .overloaded(cause: error.description)
            case .corrupt, .newerSchema, .failed: self.init(.internalError, cause: error.description)
            }
        default: return nil
        }
    }
}
