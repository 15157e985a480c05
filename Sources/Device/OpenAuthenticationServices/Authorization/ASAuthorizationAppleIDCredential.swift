import DeviceProtocol
public import Foundation

/// The credential of Sign in with Apple. Name, e-mail address and real-user status are returned only at the first sign-in: store
/// them.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    /// The identifier of the user for the app's team: the same on every device and at each sign-in.
    public let user: String
    /// The value of the request.
    public let state: String?
    /// The scopes that were granted in this authorization.
    public let authorizedScopes: [ASAuthorization.Scope]
    /// The authorization code for the app's server: single use, valid for five minutes.
    public let authorizationCode: Data?
    /// The identity token, a signed JWT.
    public let identityToken: Data?
    /// The e-mail address or the relay address.
    public let email: String?
    /// The name, which the user may have edited.
    public let fullName: PersonNameComponents?
    /// Whether the user appears to be real.
    public let realUserStatus: ASUserDetectionStatus
    /// Whether the account belongs to a child.
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

    /// Returns the credential itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes all properties, including tokens.
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

    /// Decodes a credential. Returns nil if the data is malformed.
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

    /// A constant description, without user data.
    open override var description: String { "<ASAuthorizationAppleIDCredential>" }

    /// Returns nil without a given and a family name.
    static func name(_ given: String?, _ family: String?) -> PersonNameComponents? {
        guard given != nil || family != nil else { return nil }
        var name = PersonNameComponents()
        name.givenName = given
        name.familyName = family
        return name
    }
}

/// Whether a user appears to be real.
public enum ASUserDetectionStatus: Int, Sendable {
    /// The device does not support detection, or this is not the first sign-in.
    case unsupported = 0
    /// The device could not determine the status.
    case unknown = 1
    /// The user is likely real.
    case likelyReal = 2
}

/// Whether an account belongs to a child.
public enum ASUserAgeRange: Int, Sendable {
    /// The age range is unknown.
    case unknown = 0
    /// The account belongs to a child.
    case child = 1
    /// The account does not belong to a child.
    case notChild = 2
}
