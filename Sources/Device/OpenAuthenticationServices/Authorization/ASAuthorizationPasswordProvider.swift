import DeviceProtocol
public import Foundation

/// Creates requests for saved passwords.
///
/// `@unchecked Sendable`: this class has no state. Subclasses must protect their own.
open class ASAuthorizationPasswordProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
    /// Creates a provider.
    public override init() {
        super.init()
    }

    /// Creates a request for a password that is saved for an associated domain of the app.
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

    /// Returns a new request.
    open override func copy(with zone: NSZone? = nil) -> Any { ASAuthorizationPasswordRequest() }

    /// Decodes a request.
    public required init?(coder: NSCoder) {
        super.init(provider: ASAuthorizationPasswordProvider())
    }
}

/// A user name and a password. Its description omits both.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASPasswordCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    /// The user name.
    public let user: String
    /// The password.
    public let password: String

    /// Creates a credential.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
        super.init()
    }

    /// Returns the credential itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes both properties in the clear.
    open func encode(with coder: NSCoder) {
        coder.encode(user as NSString, forKey: "user")
        coder.encode(password as NSString, forKey: "password")
    }

    /// Decodes a credential. Returns nil if the data is malformed.
    public required init?(coder: NSCoder) {
        guard let user = coder.decodeObject(of: NSString.self, forKey: "user") as String?,
            let password = coder.decodeObject(of: NSString.self, forKey: "password") as String?
        else { return nil }
        self.user = user
        self.password = password
        super.init()
    }

    /// A constant description, without user name and password.
    open override var description: String { "<ASPasswordCredential>" }
}
