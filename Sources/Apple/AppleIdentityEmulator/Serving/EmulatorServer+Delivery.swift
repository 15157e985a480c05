import HTTPTypes
import Hummingbird
import Markup

extension EmulatorServer {
    /// Sends the sheet's answer to the app by the way that it asked for.
    func deliver(_ response: AuthorizationResponse, appName: String) -> Response {
        notifications.wake()
        var answer =
            switch response.mode {
            case .query, .fragment: redirect(to: response)
            case .formPost: AnswerPage(response, appName: appName).map(formPost) ?? unreachable(response)
            case .webMessage: MessagePage(response, appName: appName).map(webMessage) ?? unreachable(response)
            }
        for exception in response.exceptions {
            answer.headers.append(HTTPField(name: .emulatorException, value: exception.rawValue))
        }
        return answer
    }

    private func redirect(to response: AuthorizationResponse) -> Response {
        guard let location = response.location else { return unreachable(response) }
        return Response(status: .seeOther, headers: [.location: location, .cacheControl: "no-store", .referrerPolicy: "origin"])
    }

    /// The app sees `Origin` as it would see Apple's: the referrer policy of the other pages would make it `null`.
    private func formPost(_ page: AnswerPage) -> Response {
        .page(page.document, policy: AnswerPage.contentSecurityPolicy, referrer: "origin")
    }

    private func webMessage(_ page: MessagePage) -> Response {
        .page(page.document, policy: MessagePage.contentSecurityPolicy, referrer: "origin")
    }

    private func unreachable(_ response: AuthorizationResponse) -> Response {
        .page(
            RefusalPage(
                title: "The app cannot be reached", text: "Invalid web redirect url.", code: "invalid_request",
                explanation: "\(response.redirectURI) is no web address"
            ).document, status: .badRequest)
    }
}

extension HTTPField.Name {
    /// Names a rule of Apple's that was waived for this answer.
    static let emulatorException: Self = {
        guard let name = Self("Emulator-Exception") else { preconditionFailure("the name is a constant of ours") }
        return name
    }()
}
