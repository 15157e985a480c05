/// A valid request at `/auth/authorize`.
struct AuthorizationRequest: Sendable, Hashable {
    let client: ClientID
    let redirectURI: ReturnURL
    let wantsIdentityToken: Bool
    let mode: ResponseMode
    let scopes: Set<AuthorizationScope>
    let state: String?
    let nonce: String?

    var exceptions: [EmulatorException] {
        redirectURI.isLoopback ? [.loopbackReturnURL] : []
    }

    /// Checks the request: first client and return URL, which decide where the response may go, then the rest.
    init(_ form: FormValues, teams: TeamRegister, allowingLoopback: Bool) throws(AppleServiceError) {
        client = try Self.client(form, teams: teams)
        redirectURI = try Self.redirectURI(form, client: client, teams: teams, allowingLoopback: allowingLoopback)
        wantsIdentityToken = try Self.wantsIdentityToken(form)
        scopes = try Self.scopes(form)
        mode = try Self.mode(form, wantsIdentityToken: wantsIdentityToken, asksScopes: !scopes.isEmpty)
        state = try Self.echo("state", of: form)
        nonce = try Self.echo("nonce", of: form)
    }

    private static func client(_ form: FormValues, teams: TeamRegister) throws(AppleServiceError) -> ClientID {
        guard let text = form["client_id"] else { throw missing("client_id") }
        guard let id = ClientID(text), let client = teams.client(id) else {
            throw AppleServiceError(
                .invalidClient, "Invalid client id or web redirect url.", because: "no Services ID has this client_id")
        }
        guard client.kind == .website else {
            throw AppleServiceError(
                .invalidClient, "Invalid client id or web redirect url.",
                because: "\(id) is an App ID; the web flow requires the Services ID")
        }
        return id
    }

    private static func redirectURI(
        _ form: FormValues, client: ClientID, teams: TeamRegister, allowingLoopback: Bool
    ) throws(AppleServiceError) -> ReturnURL {
        guard let text = form["redirect_uri"] else { throw missing("redirect_uri") }
        guard let url = ReturnURL(text, allowingLoopback: allowingLoopback) else {
            throw AppleServiceError(.invalidRequest, "Invalid web redirect url.", because: "redirect_uri: \(ReturnURL.rule)")
        }
        guard teams.services[client]?.returnURLs.contains(url) == true else {
            throw AppleServiceError(
                .unauthorizedClient, "Invalid web redirect url.",
                because: "redirect_uri is not a return URL of \(client); they are compared character by character")
        }
        return url
    }

    private static func wantsIdentityToken(_ form: FormValues) throws(AppleServiceError) -> Bool {
        guard let text = form["response_type"] else { throw missing("response_type") }
        switch text {
        case "code": return false
        case "code id_token", "id_token code": return true
        default:
            throw AppleServiceError(
                .invalidRequest, "Invalid response_type.",
                because: "response_type must be `code` or `code id_token`; id_token alone is not supported")
        }
    }

    private static func scopes(_ form: FormValues) throws(AppleServiceError) -> Set<AuthorizationScope> {
        var scopes: Set<AuthorizationScope> = []
        for word in (form["scope"] ?? "").split(separator: " ", omittingEmptySubsequences: true) where word != "openid" {
            guard let scope = AuthorizationScope(rawValue: String(word)) else {
                throw AppleServiceError(
                    .invalidScope, "Invalid scope.", because: "scope must be `name`, `email` or both, separated by a space")
            }
            scopes.insert(scope)
        }
        return scopes
    }

    private static func mode(
        _ form: FormValues, wantsIdentityToken: Bool, asksScopes: Bool
    ) throws(AppleServiceError) -> ResponseMode {
        let mode: ResponseMode
        if let text = form["response_mode"] {
            guard let known = ResponseMode(rawValue: text) else {
                throw AppleServiceError(
                    .invalidRequest, "Invalid response_mode.",
                    because: "response_mode must be query, fragment, form_post or web_message")
            }
            mode = known
        } else {
            mode = wantsIdentityToken ? .fragment : .query
        }
        if asksScopes, mode == .query || mode == .fragment {
            throw AppleServiceError(
                .invalidRequest, "response_mode must be form_post when name or email scope is requested.",
                because: "a scope is requested with response_mode \(mode.rawValue)")
        }
        if wantsIdentityToken, mode == .query {
            throw AppleServiceError(
                .invalidRequest, "response_mode must be fragment or form_post when id_token is requested.",
                because: "id_token is requested with response_mode query")
        }
        return mode
    }

    private static func echo(_ name: String, of form: FormValues) throws(AppleServiceError) -> String? {
        guard let text = form[name] else { return nil }
        guard text.utf8.count <= ServiceLimits.echoBytes else {
            throw AppleServiceError(.invalidRequest, because: "\(name) has more than \(ServiceLimits.echoBytes) bytes")
        }
        return text
    }

    private static func missing(_ name: String) -> AppleServiceError {
        AppleServiceError(.invalidRequest, "Missing parameter: \(name).", because: "the parameter \(name) is required")
    }
}

/// The response that the sheet sends to the return URL.
public struct AuthorizationResponse: Sendable, Hashable {
    /// One field of the response.
    public typealias Field = FormField

    /// The mode in which the response is sent.
    public let mode: ResponseMode
    /// The return URL, unchanged from the request.
    public let redirectURI: String
    /// The fields, in this order: `code`, `id_token`, `state` and `user` as they apply, or `error` and `state`.
    public let fields: [FormField]
    /// The rules that the emulator's configuration waived. The response must name them.
    public let exceptions: [EmulatorException]

    /// Returns the value of a field.
    public subscript(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The redirect URL for the modes query and fragment; nil for the other modes.
    public var location: String? {
        let encoded = fields.map { FormValues.escape($0.name) + "=" + FormValues.escape($0.value) }.joined(separator: "&")
        switch mode {
        case .query: return redirectURI + (redirectURI.contains("?") ? "&" : "?") + encoded
        case .fragment: return redirectURI + "#" + encoded
        case .formPost, .webMessage: return nil
        }
    }
}

/// The scopes of Sign in with Apple.
public enum AuthorizationScope: String, Sendable, Hashable, Codable, CaseIterable {
    case name
    case email
}

/// The mode in which the response of an authorization is sent.
public enum ResponseMode: String, Sendable, Hashable, Codable, CaseIterable {
    case query
    case fragment
    case formPost = "form_post"
    /// The mode of Apple's script with a pop-up window; undocumented.
    case webMessage = "web_message"
}
