import HTTPTypes
import Hummingbird
package import JSONText
import NIOCore
import NIOHTTP1

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
