import DeviceProtocol
public import Foundation

/// A request for Sign in with Apple.
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
    /// The identifier of the user. Required for refreshing and signing out, optional for signing in.
    open var user: String?

    init() {
        super.init(provider: ASAuthorizationAppleIDProvider())
    }

    override var subject: AuthorizationSubject? {
        guard let operation = AppleIDOperation(requestedOperation) else { return nil }
        return AppleIDRequest(
            scopes: AppleIDScopes(requestedScopes ?? []), state: state, nonce: nonce, operation: operation, user: user
        ).map(AuthorizationSubject.appleID)
    }

    /// Returns a copy of the request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASAuthorizationAppleIDRequest()
        copy.requestedScopes = requestedScopes
        copy.state = state
        copy.nonce = nonce
        copy.requestedOperation = requestedOperation
        copy.user = user
        return copy
    }

    /// Encodes all properties of the request.
    open override func encode(with coder: NSCoder) {
        coder.encode(requestedScopes.map { $0.map(\.rawValue).joined(separator: "\n") as NSString }, forKey: "requestedScopes")
        coder.encode(state as NSString?, forKey: "state")
        coder.encode(nonce as NSString?, forKey: "nonce")
        coder.encode(requestedOperation.rawValue as NSString, forKey: "requestedOperation")
        coder.encode(user as NSString?, forKey: "user")
    }

    /// Decodes a request.
    public required init?(coder: NSCoder) {
        super.init(provider: ASAuthorizationAppleIDProvider())
        let text = { (key: String) in coder.decodeObject(of: NSString.self, forKey: key) as String? }
        requestedScopes = text("requestedScopes").map { scopes in
            scopes.split(separator: "\n").map { ASAuthorization.Scope(rawValue: String($0)) }
        }
        state = text("state")
        nonce = text("nonce")
        requestedOperation = text("requestedOperation").map { .init(rawValue: $0) } ?? .operationImplicit
        user = text("user")
    }
}

extension AppleIDScopes {
    init(_ scopes: [ASAuthorization.Scope]) {
        self = []
        if scopes.contains(.fullName) { insert(.fullName) }
        if scopes.contains(.email) { insert(.email) }
    }

    var scopes: [ASAuthorization.Scope] {
        (contains(.fullName) ? [.fullName] : []) + (contains(.email) ? [.email] : [])
    }
}

extension AppleIDOperation {
    fileprivate init?(_ operation: ASAuthorization.OpenIDOperation) {
        switch operation {
        case .operationImplicit: self = .implicit
        case .operationLogin: self = .login
        case .operationRefresh: self = .refresh
        case .operationLogout: self = .logout
        default: return nil
        }
    }
}
