import AccountPages
import Accounts
import HTTPTypes
import Secrets

/// A browser's request for a page, with what its cookies tell.
struct Visit: Sendable {
    let request: IncomingRequest
    /// Who is signed in, if anybody.
    let active: ActiveSession?
    /// What this browser's form tokens are bound to.
    let formCookie: OpaqueToken
    /// Whether the form cookie must be set with the answer.
    let isFirst: Bool
}

extension AccountWeb {
    /// Reads the cookies. A session cookie that opens nothing is as good as none.
    func visit(_ request: IncomingRequest) async throws -> Visit {
        var active: ActiveSession?
        if let token = try cookies.token(.session, in: request) {
            active = try await service.session(for: token, address: request.clientAddress, now: now())
        }
        let formCookie = try cookies.token(.form, in: request)
        return Visit(
            request: request, active: active, formCookie: formCookie ?? OpaqueToken(random: random), isFirst: formCookie == nil)
    }

    /// Reads a submitted form of these fields, and refuses one that no page of ours sent: 403.
    func submission(_ request: IncomingRequest, of fields: [FormField]) async throws -> (Visit, FormFields) {
        try refuseForeignOrigin(request)
        let visit = try await visit(request)
        let form = try await request.form(fields.map(\.rawValue) + [FormField.formToken.rawValue])
        guard !visit.isFirst, let token = form[.formToken], formTokens.isValid(token, for: visit.formCookie) else {
            throw Problem(.formTokenInvalid, detail: "Reload the page and send the form again.")
        }
        return (visit, form)
    }

    /// The token protects by itself; this tells apart what browsers tell us plainly.
    private func refuseForeignOrigin(_ request: IncomingRequest) throws {
        let origin = request.headers[.origin]
        let fetchSite = request.headers[.secFetchSite]
        let isOurs = origin.map(site.publicOrigin.isReached(as:)) ?? true
        let isSameSite = fetchSite.map { $0 == "same-origin" || $0 == "none" } ?? true
        guard isOurs, isSameSite else {
            throw Problem(
                .formTokenInvalid,
                detail: "The form was sent from another address than \(site.publicOrigin). Open that and try again.")
        }
    }

    func formToken(for visit: Visit) -> FormToken {
        FormToken(formTokens.token(for: visit.formCookie))
    }
}

extension FormFields {
    subscript(field: FormField) -> String? { self[field.rawValue] }

    /// The value of a field that every form of ours has.
    func required(_ field: FormField) throws(Problem) -> String { try required(field.rawValue) }

    /// Where to go afterwards; the account unless the form says otherwise.
    var destination: PageDestination { self[.next].flatMap(PageDestination.init(rawValue:)) ?? .account }
}

extension PublicOrigin {
    /// Whether a browser that names this origin has our pages open. While developing, this machine has several names.
    fileprivate func isReached(as text: String) -> Bool {
        if text == description { return true }
        guard isLoopback, let other = try? PublicOrigin(text) else { return false }
        return other.isLoopback && other.scheme == scheme && other.port == port
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = literal("Sec-Fetch-Site")
}
