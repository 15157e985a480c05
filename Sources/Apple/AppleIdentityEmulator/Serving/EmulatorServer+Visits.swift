import HTTPTypes
import Hummingbird
import Markup

/// A browser's request for a page.
struct Visit: Sendable {
    let request: Request
    let browser: BrowserSessions.Browser
    /// Whether the cookie must be set with the answer.
    let isFirst: Bool
    let isSecure: Bool

    /// The answer, with the cookie where the browser has none yet.
    func answer(_ response: Response) -> Response {
        guard isFirst else { return response }
        var response = response
        let secure = isSecure ? "; Secure" : ""
        response.headers.append(
            HTTPField(
                name: .setCookie, value: "\(Self.cookieName(isSecure))=\(browser.id); Path=/; HttpOnly; SameSite=Lax" + secure))
        return response
    }

    /// Over https the name binds the cookie to the host (RFC 6265bis section 4.1.3.2). Neither listener reads the other's.
    static func cookieName(_ isSecure: Bool) -> String {
        isSecure ? "__Host-apple-emulator" : "apple-emulator"
    }
}

/// A request that no page of the emulator's may have sent, or that is not for this host.
struct ForeignRequest: Error {
    let reason: String
}

extension EmulatorServer {
    /// Reads the cookie. A browser without one is remembered from now on.
    func visit(_ request: Request) throws -> Visit {
        try requireOwnHost(request)
        if let known = browsers.browser(request.cookie(Visit.cookieName(isSecure))) {
            return Visit(request: request, browser: known, isFirst: false, isSecure: isSecure)
        }
        return Visit(request: request, browser: browsers.begin(), isFirst: true, isSecure: isSecure)
    }

    /// Reads a form that one of our pages sent, and refuses any other.
    func submission(_ request: Request) async throws -> (visit: Visit, form: FormValues) {
        let visit = try visit(request)
        try requireOwnOrigin(request)
        guard request.isForm, let form = try? await request.formBody() else { throw ForeignRequest(reason: "this is no form") }
        guard !visit.isFirst, let token = form[PageField.formToken.rawValue],
            BrowserSessions.isSame(token, visit.browser.formToken.value)
        else { throw ForeignRequest(reason: "the form is from another browser, or the emulator was restarted since") }
        return (visit, form)
    }

    /// Refuses other host names than those of this machine, under which a page elsewhere could reach us by its own name (DNS rebinding).
    func requireOwnHost(_ request: Request) throws {
        guard rules.isOpenToOthers || isOwnHost(request) else {
            throw ForeignRequest(
                reason: "the emulator’s pages are not at \(request.hostName); start it with --host-name if they should be")
        }
    }

    func isOwnHost(_ request: Request) -> Bool {
        let name = request.hostName
        return Self.localNames.contains(name) || name.hasSuffix(".localhost") || rules.hostNames.contains(name)
    }

    func requireOwnOrigin(_ request: Request) throws {
        let authority = (request.head.authority ?? "").lowercased()
        let origin = request.headers[.origin]?.lowercased()
        let isOurs = origin.map { $0 == "http://" + authority || $0 == "https://" + authority } ?? true
        let site = request.headers[.secFetchSite]
        guard isOurs, site == nil || site == "same-origin" || site == "none" else {
            throw ForeignRequest(reason: "the form was sent from another site")
        }
    }

    private static let localNames: Set<String> = ["localhost", "127.0.0.1", "[::1]", TestCertificateAuthority.appleHost]
}

extension FormValues {
    subscript(field: PageField) -> String? { self[field.rawValue] }
}

/// Runs a page's handler, and shows what it refuses.
func page(_ work: () async throws -> Response) async throws -> Response {
    do {
        return try await work()
    } catch let refusal as ForeignRequest {
        return .page(
            RefusalPage(
                title: "This form is not taken", text: "Go back, reload the page and try again.", code: "foreign-request",
                explanation: refusal.reason
            ).document, status: .forbidden)
    } catch let refusal as EmulatorError {
        return .page(
            RefusalPage(
                title: "That cannot be done", text: refusal.reason, code: refusal.code.rawValue, explanation: nil
            ).document, status: refusal.code.status)
    }
}

extension EmulatorError.Code {
    /// The status of an answer that tells this refusal.
    var status: HTTPResponse.Status {
        switch self {
        case .malformed: .badRequest
        case .unknown: .notFound
        default: .conflict
        }
    }
}

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
