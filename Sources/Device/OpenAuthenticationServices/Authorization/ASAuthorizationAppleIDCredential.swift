import DeviceProtocol
public import Foundation

/// Who signed in with Apple. Name, e-mail address and real-user status are told at the first sign-in only: keep them.
///
/// `Sendable` holds because nothing of it changes; a subclass answers for its own.
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    /// The person as the team knows them: the same on every device, and after coming back.
    public let user: String
    /// As the request had it.
    public let state: String?
    /// What was granted now.
    public let authorizedScopes: [ASAuthorization.Scope]
    /// For the app's server: single use, five minutes.
    public let authorizationCode: Data?
    /// A signed token (JWT) that says who the person is.
    public let identityToken: Data?
    /// The address, or the relay address.
    public let email: String?
    /// The name as the person edited it.
    public let fullName: PersonNameComponents?
    /// Whether the person seems to be real.
    public let realUserStatus: ASUserDetectionStatus
    /// Whether the account is one of a child.
    public let userAgeRange: ASUserAgeRange

    init(_ grant: AppleIDGrant) {
        user = grant.user
        state = grant.state
        authorizedScopes = grant.authorizedScopes.scopes
        authorizationCode = grant.authorizationCode.map { Data($0.utf8) }
        identityToken = grant.identityToken.map { Data($0.utf8) }
        email = grant.email
        fullName = Self.name(grant.givenName, grant.familyName)
        realUserStatus = ASUserDetectionStatus(rawValue: Int(grant.realUserStatus.rawValue)) ?? .unsupported
        userAgeRange = ASUserAgeRange(rawValue: Int(grant.ageRange.rawValue)) ?? .unknown
        super.init()
    }

    /// The credential itself: nothing of it changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes down everything, tokens too.
    open func encode(with coder: NSCoder) {
        coder.encode(user as NSString, forKey: "user")
        coder.encode(state as NSString?, forKey: "state")
        coder.encode(authorizedScopes.map(\.rawValue).joined(separator: "\n") as NSString, forKey: "authorizedScopes")
        coder.encode(authorizationCode as NSData?, forKey: "authorizationCode")
        coder.encode(identityToken as NSData?, forKey: "identityToken")
        coder.encode(email as NSString?, forKey: "email")
        coder.encode(fullName?.givenName as NSString?, forKey: "givenName")
        coder.encode(fullName?.familyName as NSString?, forKey: "familyName")
        coder.encode(realUserStatus.rawValue, forKey: "realUserStatus")
        coder.encode(userAgeRange.rawValue, forKey: "userAgeRange")
    }

    /// A credential that was written down; nil where that is none.
    public required init?(coder: NSCoder) {
        let text = { (key: String) in coder.decodeObject(of: NSString.self, forKey: key) as String? }
        guard let user = text("user") else { return nil }
        self.user = user
        state = text("state")
        authorizedScopes = (text("authorizedScopes") ?? "").split(separator: "\n").map { .init(rawValue: String($0)) }
        authorizationCode = coder.decodeObject(of: NSData.self, forKey: "authorizationCode") as Data?
        identityToken = coder.decodeObject(of: NSData.self, forKey: "identityToken") as Data?
        email = text("email")
        fullName = Self.name(text("givenName"), text("familyName"))
        realUserStatus = ASUserDetectionStatus(rawValue: coder.decodeInteger(forKey: "realUserStatus")) ?? .unsupported
        userAgeRange = ASUserAgeRange(rawValue: coder.decodeInteger(forKey: "userAgeRange")) ?? .unknown
        super.init()
    }

    /// Nothing of the person.
    open override var description: String { "<ASAuthorizationAppleIDCredential>" }

    private static func name(_ given: String?, _ family: String?) -> PersonNameComponents? {
        guard given != nil || family != nil else { return nil }
        var name = PersonNameComponents()
        name.givenName = given
        name.familyName = family
        return name
    }
}

/// Whether a person seems to be real.
public enum ASUserDetectionStatus: Int, Sendable {
    /// The device, or the occasion, does not tell.
    case unsupported = 0
    /// The device cannot tell.
    case unknown = 1
    /// Likely.
    case likelyReal = 2
}

/// Whether an account is one of a child.
public enum ASUserAgeRange: Int, Sendable {
    /// Nobody can tell.
    case unknown = 0
    /// It is.
    case child = 1
    /// It is not.
    case notChild = 2
}
