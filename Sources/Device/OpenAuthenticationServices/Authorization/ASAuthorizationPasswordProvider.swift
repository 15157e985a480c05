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

/// A user name and a password. Says nothing of them where it is printed.
///
/// `Sendable` holds because nothing of it changes; a subclass answers for its own.
open class ASPasswordCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    /// The user name.
    public let user: String
    /// The password.
    public let password: String

    /// A credential of an app or of a provider of passwords.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
        super.init()
    }

    /// The credential itself: nothing of it changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes down both, in the clear.
    open func encode(with coder: NSCoder) {
        coder.encode(user as NSString, forKey: "user")
        coder.encode(password as NSString, forKey: "password")
    }

    /// A credential that was written down; nil where that is none.
    public required init?(coder: NSCoder) {
        guard let user = coder.decodeObject(of: NSString.self, forKey: "user") as String?,
            let password = coder.decodeObject(of: NSString.self, forKey: "password") as String?
        else { return nil }
        self.user = user
        self.password = password
        super.init()
    }

    /// Nothing of either.
    open override var description: String { "<ASPasswordCredential>" }
}
