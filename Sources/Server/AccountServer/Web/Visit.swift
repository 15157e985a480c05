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
        // The token protects by itself; this tells apart what browsers tell us plainly.
        try site.publicOrigin.refuseForeign(request)
        let visit = try await visit(request)
        let form = try await request.form(fields.map(\.rawValue) + [FormField.formToken.rawValue])
        guard !visit.isFirst, let token = form[.formToken], formTokens.isValid(token, for: visit.formCookie) else {
            throw Problem(.formTokenInvalid, detail: "Reload the page and send the form again.")
        }
        return (visit, form)
    }

    /// As ``submission(_:of:)``, for a form that may write an event of the signed-in account: charged to it. Throws 429 beyond its budget.
    func change(_ request: IncomingRequest, of fields: [FormField]) async throws -> (Visit, FormFields) {
        let (visit, form) = try await submission(request, of: fields)
        if let active = visit.active,
            case .exhausted(let retryAfter) = try await service.chargeChange(by: active, now: now())
        {
            throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
        return (visit, form)
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
