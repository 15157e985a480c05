import DeviceProtocol
public import Foundation

/// Makes requests for saved passwords.
///
/// `Sendable` holds because there is nothing in it; a subclass answers for its own.
open class ASAuthorizationPasswordProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
    /// A provider of requests.
    public override init() {
        super.init()
    }

    /// A request for a password that was saved for a domain that the app is associated with.
    open func createRequest() -> ASAuthorizationPasswordRequest {
        ASAuthorizationPasswordRequest()
    }
}

/// A request for a saved password.
open class ASAuthorizationPasswordRequest: ASAuthorizationRequest {
    init() {
        super.init(provider: ASAuthorizationPasswordProvider())
    }

    override var subject: AuthorizationSubject? { .password }

    /// Such a request.
    open override func copy(with zone: NSZone? = nil) -> Any { ASAuthorizationPasswordRequest() }

    /// A request that was written down.
    public required init?(coder: NSCoder) {
        super.init(provider: ASAuthorizationPasswordProvider())
    }
}
