import FoundationEssentials

/// An Apple account to make.
struct AccountInput: AdminInput {
    var id: PersonIdentifier?
    var givenName: String
    var familyName: String?
    var email: String?
    var otherEmails: [String]?
    /// Nil: no device can sign in to it.
    var password: String?
    var hasTwoFactor: Bool?
    var isUnderAge: Bool?
    var organization: String?
    var realUserStatus: RealUserStatus?
    var isLocked: Bool?

    static let members = [
        "id", "givenName", "familyName", "email", "otherEmails", "password", "hasTwoFactor", "isUnderAge", "organization",
        "realUserStatus", "isLocked",
    ]

    var draft: AppleAccountDraft {
        AppleAccountDraft(
            id: id, givenName: givenName, familyName: familyName ?? "", email: email, otherEmails: otherEmails ?? [],
            hasTwoFactor: hasTwoFactor ?? true,
            isUnderAge: isUnderAge ?? false, organization: organization, realUserStatus: realUserStatus ?? .likelyReal,
            isLocked: isLocked ?? false)
    }
}

/// What changes about an Apple account; what is left out stays.
struct AccountChangeInput: AdminInput {
    var givenName: String?
    var familyName: String?
    var email: String?
    /// All of them.
    var otherEmails: [String]?
    var hasTwoFactor: Bool?
    var isUnderAge: Bool?
    var organization: String?
    var realUserStatus: RealUserStatus?
    var isLocked: Bool?

    static let members = AccountInput.members.filter { $0 != "id" && $0 != "password" }

    func apply(to account: inout AppleAccount) {
        if let givenName { account.givenName = givenName }
        if let familyName { account.familyName = familyName }
        if let email { account.email = email }
        if let otherEmails { account.otherEmails = otherEmails }
        if let hasTwoFactor { account.hasTwoFactor = hasTwoFactor }
        if let isUnderAge { account.isUnderAge = isUnderAge }
        if let organization { account.organization = organization }
        if let realUserStatus { account.realUserStatus = realUserStatus }
        if let isLocked { account.isLocked = isLocked }
    }
}

/// Whether mail to a relay address is forwarded.
struct ForwardingInput: AdminInput {
    var forwards: Bool

    static let members = ["forwards"]
}

/// A team to enrol.
struct TeamInput: AdminInput {
    var id: TeamID?
    var name: String
    var kind: DeveloperTeam.Kind?

    static let members = ["id", "name", "kind"]
}

/// An e-mail source of a team.
struct EmailSourceInput: AdminInput {
    var source: EmailSource

    static let members = ["source"]
}

/// An App ID to register.
struct AppInput: AdminInput {
    var id: ClientID
    var team: TeamID
    var name: String
    var primary: ClientID?
    var notificationURL: String?
    /// True where it is left out.
    var signsInWithApple: Bool?

    static let members = ["id", "team", "name", "primary", "notificationURL", "signsInWithApple"]
}

/// Whether an App ID has the capability Sign in with Apple.
struct SignInInput: AdminInput {
    var isOn: Bool

    static let members = ["isOn"]
}

/// Where an App ID's notifications go; null ends them.
struct NotificationURLInput: AdminInput {
    var url: String?

    static let members = ["url"]
}

/// A Services ID to register.
struct ServiceInput: AdminInput {
    var id: ClientID
    var primary: ClientID
    var name: String
    var domains: [String]?
    var returnURLs: [String]?

    static let members = ["id", "primary", "name", "domains", "returnURLs"]
}

/// The websites of a Services ID.
struct WebsitesInput: AdminInput {
    var domains: [String]
    var returnURLs: [String]

    static let members = ["domains", "returnURLs"]
}

/// A key to make.
struct KeyInput: AdminInput {
    var name: String
    var primary: ClientID

    static let members = ["name", "primary"]
}

/// An app's move to another team.
struct TransferInput: AdminInput {
    var primary: ClientID
    var to: TeamID

    static let members = ["primary", "to"]
}

/// How the signing keys change.
struct RotationInput: AdminInput {
    var rotation: KeyRotation?

    static let members = ["rotation"]
}

/// Where the clock goes: to a time, or on by seconds.
struct ClockInput: AdminInput {
    var now: Date?
    var advance: Double?

    static let members = ["now", "advance"]
}

/// A fault to set.
struct FaultInput: AdminInput {
    var endpoint: Endpoint
    var kind: String
    var value: String?
    var count: Int?

    static let members = ["endpoint", "kind", "value", "count"]
}

/// A web sign-in that a test wants done: the address that the app would open, and what the person does there.
struct WebSignInInput: AdminInput {
    var url: String
    var account: PersonIdentifier
    var choices: ConsentChoicesInput?
    /// The person cancels instead.
    var cancels: Bool?

    static let members = ["url", "account", "choices", "cancels"]
}

/// What the person decides on the sheet; what is left out stays as the account has it.
struct ConsentChoicesInput: AdminInput {
    var givenName: String?
    var familyName: String?
    var email: EmailChoice?
    /// One of the account's addresses.
    var address: String?

    static let members = ["givenName", "familyName", "email", "address"]

    var choices: ConsentChoices {
        ConsentChoices(givenName: givenName, familyName: familyName, email: email ?? .share, address: address)
    }
}

/// What a simulated device asks for an app.
struct NativeSignInInput: AdminInput {
    var client: ClientID
    var account: PersonIdentifier
    var state: String?
    var nonce: String?
    var scopes: [AuthorizationScope]?
    var choices: ConsentChoicesInput?
    /// The person only confirmed.
    var expectsConsent: Bool?

    static let members = ["client", "account", "state", "nonce", "scopes", "choices", "expectsConsent"]

    var request: NativeSignInRequest {
        NativeSignInRequest(
            client: client, person: account, state: state, nonce: nonce, scopes: Set(scopes ?? []),
            choices: choices?.choices ?? ConsentChoices(), expectsConsent: expectsConsent ?? false)
    }
}

/// What a device has to show before a sign-in.
struct NativeFormInput: AdminInput {
    var client: ClientID
    var account: PersonIdentifier
    var scopes: [AuthorizationScope]?

    static let members = ["client", "account", "scopes"]
}

/// A user id that an app asks about, on the device of an account or on one that has none.
struct CredentialStateInput: AdminInput {
    var client: ClientID
    var user: String
    var account: PersonIdentifier?

    static let members = ["client", "user", "account"]
}
