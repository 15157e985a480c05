import AccountServer
import AppTexts
import Hummingbird
import Logging
import NIOCore

/// Formats every error as the article's client expects it: `{"reason"}`, in the language that the client accepts if a user can act
/// on it.
struct Reasons: RouterMiddleware {
    func handle(
        _ request: Request, context: MotivationContext, next: (Request, MotivationContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as LatchkeyError {
            let reason = error.reason(acceptLanguage: request.headers[.acceptLanguage])
            return try answer(
                error.status, reason.text, in: reason.language, retryAfter: error.retryAfter, to: request, context)
        } catch let error as MotivationError {
            return try answer(error.status, error.text, to: request, context)
        } catch let error as HTTPError {
            return try answer(error.status, error.body ?? error.status.reasonPhrase, to: request, context)
        } catch is NIOTooManyBytesError {
            return try answer(.contentTooLarge, "The body is too large.", to: request, context)
        } catch {
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            return try answer(.internalServerError, .somethingWrong, to: request, context)
        }
    }

    private func answer(
        _ status: HTTPResponse.Status, _ text: MotivationServerText, to request: Request, _ context: MotivationContext
    ) throws -> Response {
        let texts = AppTexts.motivation(for: request)
        return try answer(status, texts(text), in: texts.language, to: request, context)
    }

    private func answer(
        _ status: HTTPResponse.Status, _ reason: String, in language: String = "en", retryAfter: Duration? = nil,
        to request: Request,
        _ context: MotivationContext
    ) throws -> Response {
        var response = try ErrorAnswer(reason: reason).response(from: request, context: context)
        response.status = status
        response.setLanguage(language)
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
