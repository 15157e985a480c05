import HTTPTypes
import Hummingbird
import Markup
import Texts
import WebServing

/// A browser's request for a page.
struct Visit: Sendable {
    let request: Request
    let browser: BrowserSessions.Browser
    /// Whether the response must set the cookie.
    let isFirst: Bool
    let isSecure: Bool

    var reader: ReaderFormat { request.reader }

    /// Draws a page in the context of this visit. Adds the cookie to the response if the browser has none.
    ///
    /// - Parameter rejected: the rejected form that led to the page.
    func answer(after rejected: RejectedForm? = nil, _ drawn: @autoclosure () throws -> Response) rethrows -> Response {
        var context = PageContext.current
        context.rejected = rejected
        if context.clock?.canMoveBack == true, request.method == .get, let page = LocalPath(request.head.path ?? "") {
            context.clock?.back = (browser.formToken, page)
        }
        var response = try PageContext.$current.withValue(context) { try drawn() }
        guard isFirst else { return response }
        let secure = isSecure ? "; Secure" : ""
        response.headers.append(
            HTTPField(
                name: .setCookie, value: "\(Self.cookieName(isSecure))=\(browser.id); Path=/; HttpOnly; SameSite=Lax" + secure))
        return response
    }

    /// Returns the name of the cookie. With https, the name binds the cookie to the host (RFC 6265bis, section 4.1.3.2). Neither
    /// listener reads the cookie of the other.
    static func cookieName(_ isSecure: Bool) -> String {
        isSecure ? "__Host-apple-emulator" : "apple-emulator"
    }
}

/// Gives every page the banner of the moved clock and the links to the other parts.
struct PageContexts: RouterMiddleware {
    let server: EmulatorServer

    func handle(
        _ request: Request, context: EmulatorContext, next: (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        let clock = server.service.clock
        guard clock.isMoved || !server.rules.parts.isEmpty else { return try await next(request, context) }
        var page = PageContext(parts: server.rules.parts)
        if clock.isMoved { page.clock = MovedClock(now: clock.now, canMoveBack: server.isOperator(request, context)) }
        return try await PageContext.$current.withValue(page) { try await next(request, context) }
    }
}

/// A request that does not come from a page of the emulator, or is for another host.
struct ForeignRequest: Error {
    let reason: String
}

extension EmulatorServer {
    /// Reads the cookie. Creates a session for a browser without one.
    func visit(_ request: Request) throws -> Visit {
        try requireOwnHost(request)
        if let known = browsers.browser(request.cookie(Visit.cookieName(isSecure))) {
            return Visit(request: request, browser: known, isFirst: false, isSecure: isSecure)
        }
        return Visit(request: request, browser: browsers.begin(), isFirst: true, isSecure: isSecure)
    }

    /// Reads a form of the emulator's pages, and rejects any other form.
    ///
    /// - Returns: the browser, the fields, and the account whose page has the form.
    func submission(_ request: Request) async throws -> (visit: Visit, form: FormValues, person: PersonIdentifier?) {
        let visit = try visit(request)
        try requireOwnOrigin(request)
        guard request.isForm, let form = try? await request.formBody() else {
            throw ForeignRequest(reason: "the request is not a form")
        }
        guard !visit.isFirst, let token = form[PageField.formToken.rawValue].map(FormToken.init(field:)),
            BrowserSessions.isSame(token.secret, visit.browser.formToken.secret)
        else { throw ForeignRequest(reason: "the form belongs to another browser, or the emulator was restarted") }
        return (visit, form, token.person)
    }

    /// Rejects host names that are neither this machine's nor configured (DNS rebinding).
    func requireOwnHost(_ request: Request) throws {
        guard rules.isOpenToOthers || isOwnHost(request) else {
            throw ForeignRequest(
                reason:
                    "the emulator’s pages are not available under \(request.hostName); to allow this name, start the emulator with --host-name"
            )
        }
    }

    func isOwnHost(_ request: Request) -> Bool {
        let name = request.hostName
        return request.isForThisMachine || name == TestCertificateAuthority.appleHost || rules.hostNames.contains(name)
    }

    func requireOwnOrigin(_ request: Request) throws {
        guard request.isOfOwnOrigin else { throw ForeignRequest(reason: "the form was sent from another site") }
    }
}

extension FormValues {
    subscript(field: PageField) -> String? { self[field.rawValue] }
}

/// Runs a page's handler, and shows its errors as a page.
func page(for reader: ReaderFormat = .english, _ work: () async throws -> Response) async throws -> Response {
    do {
        return try await work()
    } catch let rejection as ForeignRequest {
        return .page(
            RejectionPage(
                title: reader.text(.foreignTitle), text: reader.text(.foreignText), code: "foreign-request",
                explanation: rejection.reason, reader: reader
            ).document, status: .forbidden)
    } catch let rejection as EmulatorError {
        return .page(
            RejectionPage(
                title: reader.text(.operationFailed), text: reader.text(rejection.code.text), code: rejection.code.rawValue,
                explanation: rejection.reason, reader: reader
            ).document, status: rejection.code.status)
    }
}

extension EmulatorError.Code {
    /// The HTTP status for this error.
    var status: HTTPResponse.Status {
        switch self {
        case .malformed: .badRequest
        case .unknown: .notFound
        default: .conflict
        }
    }

    /// The sentence on the page, which shows the reason as a detail for developers.
    var text: EmulatorText {
        switch self {
        case .malformed: .errorMalformed
        case .unknown: .errorUnknown
        case .exists: .errorExists
        case .limit: .errorLimit
        default: .errorNotAllowed
        }
    }
}

extension EmulatorServer {
    /// Sends the sheet's response to the app in the requested mode.
    func deliver(_ response: AuthorizationResponse, appName: String, to reader: ReaderFormat) -> Response {
        notifications.wake()
        var answer =
            switch response.mode {
            case .query, .fragment: redirect(to: response)
            case .formPost: AnswerPage(response, appName: appName, reader: reader).map(formPost) ?? unreachable(response)
            case .webMessage: MessagePage(response, appName: appName, reader: reader).map(webMessage) ?? unreachable(response)
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

    /// Returns the page that posts the response. Its referrer policy gives the app the same `Origin` as from Apple; that of the
    /// other pages would make it `null`.
    private func formPost(_ page: AnswerPage) -> Response {
        .page(page.document, policy: AnswerPage.contentSecurityPolicy, referrer: "origin")
    }

    private func webMessage(_ page: MessagePage) -> Response {
        .page(page.document, policy: MessagePage.contentSecurityPolicy, referrer: "origin")
    }

    private func unreachable(_ response: AuthorizationResponse) -> Response {
        .page(
            RejectionPage(
                title: "The app’s return URL is invalid", text: "Invalid web redirect url.", code: "invalid_request",
                explanation: "\(response.redirectURI) is not a web URL"
            ).document, status: .badRequest)
    }
}

extension HTTPField.Name {
    /// The header field that names the rule of Apple that was waived for this response.
    static let emulatorException: Self = {
        guard let name = Self("Emulator-Exception") else { preconditionFailure("the name is a valid constant") }
        return name
    }()
}
