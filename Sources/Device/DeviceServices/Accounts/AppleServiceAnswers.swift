import DeviceProtocol

/// The service's data about a user and an app before a sign-in.
package struct SignInForm: Decodable, Hashable, Sendable {
    /// Whether this is the first sign-in with the app, or the first since its consent was revoked.
    package let isFirst: Bool
    package let asksName: Bool
    package let asksEmail: Bool
    package let givenName: String
    package let familyName: String
    package let email: String?
    /// All addresses of the account, starting with `email`. The user can choose one.
    package let emails: [String]

    package init(
        isFirst: Bool, asksName: Bool, asksEmail: Bool, givenName: String, familyName: String, email: String?,
        otherEmails: [String] = []
    ) {
        self.isFirst = isFirst
        self.asksName = asksName
        self.asksEmail = asksEmail
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
        emails = (email.map { [$0] } ?? []) + otherEmails
    }
}

/// The user's choices at the first sign-in.
package struct SignInChoices: Hashable, Sendable {
    /// The choice between the user's address and a relay address.
    package enum Email: String, Hashable, Sendable, CaseIterable {
        case share
        case hide
    }

    /// The given name for the app. Nil keeps the account's name.
    package let givenName: String?
    package let familyName: String?
    package let email: Email
    /// The address that the app receives, or to which mail is forwarded; nil for the account's first.
    package let address: String?

    /// Creates choices. Returns nil if a name is too long or contains control characters, which no service accepts.
    package init?(givenName: String? = nil, familyName: String? = nil, email: Email = .share, address: String? = nil) {
        guard [givenName, familyName].allSatisfy(Self.acceptsName) else { return nil }
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
        self.address = address
    }

    private init() {
        givenName = nil
        familyName = nil
        email = .share
        address = nil
    }

    /// The account's name and address, with the address shared.
    package static let unchanged = SignInChoices()

    /// Returns whether a sheet accepts a given or family name: at most 100 bytes, without control characters.
    static func acceptsName(_ name: String?) -> Bool {
        guard let name else { return true }
        return name.utf8.count <= AccountCreationGrant.maximumNameLength
            && name.unicodeScalars.allSatisfy { !$0.isControl }
    }
}

/// A credential as the service returns it.
struct ServiceCredential: Decodable {
    let user: String
    let state: String?
    let authorizedScopes: [String]
    let authorizationCode: String
    let identityToken: String
    let email: String?
    let givenName: String?
    let familyName: String?
    let realUserStatus: UInt8
    let ageRange: UInt8
}

struct ServiceCredentialState: Decodable {
    let state: String
}

struct ServiceRejection: Decodable {
    struct Content: Decodable {
        let code: String
    }

    let error: Content
}

struct ServiceConsents: Decodable {
    let consents: [AppUsingAccount]
}

/// An entry of the list "Apps using your Apple Account".
package struct AppUsingAccount: Decodable, Hashable, Sendable {
    /// The primary App ID of the app's group.
    package let primary: String
    package let appName: String
    package let team: String
    /// The choice about the address: `share`, `hide`, or nil if no address was requested.
    package let email: String?
    /// The address that the team received.
    package let address: String?
}
