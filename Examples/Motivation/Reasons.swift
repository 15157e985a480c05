import AccountServer
import Hummingbird
import Logging
import NIOCore

/// Formats every error as the article's client expects it: `{"reason"}`.
struct Reasons: RouterMiddleware {
    func handle(
        _ request: Request, context: MotivationContext, next: (Request, MotivationContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as LatchkeyError {
            return try answer(error.status, error.reason, retryAfter: error.retryAfter, to: request, context)
        } catch let error as HTTPError {
            return try answer(error.status, error.body ?? error.status.reasonPhrase, to: request, context)
        } catch is NIOTooManyBytesError {
            return try answer(.contentTooLarge, "The body is too large.", to: request, context)
        } catch {
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            return try answer(.internalServerError, "Something went wrong.", to: request, context)
        }
    }

    private func answer(
        _ status: HTTPResponse.Status, _ reason: String, retryAfter: Duration? = nil, to request: Request,
        _ context: MotivationContext
    ) throws -> Response {
        var response = try ErrorAnswer(reason: reason).response(from: request, context: context)
        response.status = status
        if let retryAfter { response.headers[.retryAfter] = String(max(1, retryAfter.components.seconds + 1)) }
        return response
    }
}

/// `{"reason"}`
struct ErrorAnswer: ResponseEncodable {
    let reason: String
}

extension LatchkeyError {
    var status: HTTPResponse.Status {
        switch code {
        case .rejected: .badRequest
        case .wrongCredentials, .notSignedIn: .unauthorized
        case .reauthenticationRequired: .forbidden
        case .tooManyRequests: .tooManyRequests
        case .overloaded: .serviceUnavailable
        default: .internalServerError
        }
    }
}
