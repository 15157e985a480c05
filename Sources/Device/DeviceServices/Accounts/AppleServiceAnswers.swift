/// What the service knows of a person and an app before they sign in.
package struct SignInForm: Decodable, Hashable, Sendable {
    /// Whether this is the first sign-in with the app, or the first since it was revoked.
    package let isFirst: Bool
    package let asksName: Bool
    package let asksEmail: Bool
    package let givenName: String
    package let familyName: String
    package let email: String?
    /// Every address of the account, `email` first: the person may choose another.
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

/// What the person decided at the first sign-in.
package struct SignInChoices: Hashable, Sendable {
    /// The longest name, in bytes.
    package static let maximumNameLength = 100

    /// What becomes of the person's e-mail address.
    package enum Email: String, Hashable, Sendable, CaseIterable {
        case share
        case hide
    }

    /// Absent: as the account has it.
    package let givenName: String?
    package let familyName: String?
    package let email: Email
    /// Which of the account's addresses the app is given, or mail is forwarded to. Absent: the first.
    package let address: String?

    /// Gives nothing for a name that is too long, or has control characters: no service takes one.
    package init?(givenName: String? = nil, familyName: String? = nil, email: Email = .share, address: String? = nil) {
        let names = [givenName ?? "", familyName ?? ""]
        guard names.allSatisfy({ $0.utf8.count <= Self.maximumNameLength }),
            names.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
        else { return nil }
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

    /// Everything as the account has it, and the address shared.
    package static let unchanged = SignInChoices()
}

/// A credential as the service hands it over.
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

struct ServiceRefusal: Decodable {
    struct Content: Decodable {
        let code: String
    }

    let error: Content
}

struct ServiceConsents: Decodable {
    let consents: [AppUsingAccount]
}

/// One entry of the list "Apps using your Apple Account".
package struct AppUsingAccount: Decodable, Hashable, Sendable {
    /// The primary App ID of the app's group.
    package let primary: String
    package let appName: String
    package let team: String
    /// `share`, `hide`, or nothing where no address was given.
    package let email: String?
    /// The address that the team was given.
    package let address: String?
}
