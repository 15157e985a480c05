import Accounts
import HTTPTypes
import Hummingbird
package import JSONText
import NIOCore
import NIOHTTP1
import PasswordHashing

extension Problem {
    /// The problem that an error thrown while answering amounts to.
    ///
    /// Our own pass through. Of a framework's error only the status is kept, since its text was not written for the outside.
    /// Everything unknown is an internal error whose text goes to the log alone.
    package init(thrown error: any Error) {
        switch error {
        case let problem as Problem:
            self = problem
        case is CancellationError:
            // The server is shutting down, or waited too long for something of its own.
            self = .overloaded(cause: "cancelled")
        case is HTTPParserError:
            self.init(.badRequest, detail: "The body is not well-formed HTTP.", cause: String(describing: error))
        case is NIOTooManyBytesError:
            self.init(.contentTooLarge)
        case let error as JSONTextError:
            self.init(malformedJSON: error)
        case let error as JSONReadingError:
            self.init(reading: error)
        case let error as DecodingError:
            self.init(.badRequest, cause: String(reflecting: error))
        case is ChannelError, is IOError:
            self.init(.badRequest, detail: "The connection ended before the request did.", cause: String(describing: error))
        case let error as any HTTPResponseError:
            self.init(ProblemCode(frameworkStatus: error.status), cause: String(reflecting: error))
        default:
            self = Problem(domain: error) ?? Problem(.internalError, cause: String(reflecting: error))
        }
    }

    /// A body that is not JSON.
    package init(malformedJSON error: JSONTextError) {
        self.init(
            .malformedJSON, detail: "Line \(error.position.line), column \(error.position.column): \(error.reason).",
            errors: [FieldProblem(.pointer(.root), code: error.code.rawValue, message: error.reason)])
    }

    /// JSON that is not what the route takes.
    package init(reading error: JSONReadingError) {
        self.init(
            .malformedJSON, detail: "\(error.description).",
            errors: [FieldProblem(.pointer(error.pointer), code: error.code.rawValue, message: error.reason)])
    }
}

extension ProblemCode {
    /// The code for a status that a framework chose.
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
