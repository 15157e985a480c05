import Accounts
import HTTPTypes
import Hummingbird
package import JSONText
import NIOCore
import NIOHTTP1
import PasswordHashing

extension Problem {
    /// Converts an error that a handler threw.
    ///
    /// A ``Problem`` is unchanged. From a framework's error only the status is kept, because its text is not meant for clients.
    /// Every unknown error becomes an internal error; only the log has its text.
    package init(thrown error: any Error) {
        switch error {
        case let problem as Problem:
            self = problem
        case is CancellationError:
            // The server is shutting down, or an internal operation timed out.
            self = .overloaded(cause: "the operation was cancelled")
        case is HTTPParserError:
            self.init(.badRequest, detail: "The body is malformed HTTP.", cause: String(describing: error))
        case is NIOTooManyBytesError:
            self.init(.contentTooLarge)
        case let error as JSONTextError:
            self.init(malformedJSON: error)
        case let error as JSONReadingError:
            self.init(reading: error)
        case let error as DecodingError:
            self.init(.badRequest, cause: String(reflecting: error))
        case is ChannelError, is IOError:
            self.init(
                .badRequest, detail: "The connection ended before the request was complete.", cause: String(describing: error))
        case let error as any HTTPResponseError:
            self.init(ProblemCode(frameworkStatus: error.status), cause: String(reflecting: error))
        default:
            self = Problem(domain: error) ?? Problem(.internalError, cause: String(reflecting: error))
        }
    }

    /// Creates the problem of a body that is malformed JSON.
    package init(malformedJSON error: JSONTextError) {
        self.init(
            .malformedJSON, detail: "Line \(error.position.line), column \(error.position.column): \(error.reason).",
            errors: [FieldProblem(.pointer(.root), code: error.code.rawValue, message: error.reason)])
    }

    /// Creates the problem of a JSON body that does not match the route's schema.
    package init(reading error: JSONReadingError) {
        self.init(
            .malformedJSON, detail: "\(error.description).",
            errors: [FieldProblem(.pointer(error.pointer), code: error.code.rawValue, message: error.reason)])
    }
}

extension ProblemCode {
    /// Creates the code for a status that a framework set.
    fileprivate init(frameworkStatus status: HTTPResponse.Status) {
        self =
            switch status.code {
            case 401: .unauthenticated
            case 403: .forbidden
            case 404: .notFound
            case 405: .methodNotAllowed
            case 406: .notAcceptable
            case 408: .requestTimeout
            case 409: .conflict
            case 412: .preconditionFailed
            case 413: .contentTooLarge
            case 414: .uriTooLong
            case 415: .unsupportedMediaType
            case 429: .tooManyRequests
            case 431: .headerFieldsTooLarge
            case 400..<500: .badRequest
            case 503: .overloaded
            default: .internalError
            }
    }
}

extension Problem {
    /// Converts an error of the domain's components, or returns nil for any other error. No conversion depends on a password: a
    /// shortage of resources never looks like a failed guess.
    init?(domain error: any Error) {
        switch error {
        case PasswordHashingError.busy(let retryAfter):
            self = .overloaded(retryAfter: retryAfter, cause: "the hashing pool is full")
        case PasswordHashingError.memoryShortage:
            self = .overloaded(cause: "not enough memory to hash a password")
        case PasswordHashingError.cancelled, PasswordHashingError.stopped:
            self = .overloaded(cause: "the hashing pool cancelled the work")
        case let error as LeakedPasswordsUnavailable:
            self = .overloaded(cause: "the leaked-password check failed: \(error.reason)")
        case is AccountLocked: self.init(.accountLocked)
        case let error as StoreError:
            switch error.code.value {
            case .unavailable, .full, .outcomeUnknown: self = .overloaded(cause: error.description)
            case .corrupt, .newerSchema, .failed: self.init(.internalError, cause: error.description)
            }
        default: return nil
        }
    }
}
