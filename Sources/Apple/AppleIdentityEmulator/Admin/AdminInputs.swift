import FoundationEssentials

/// A request to create an Apple Account.
struct AccountInput: AdminInput {
    var id: PersonIdentifier?
    var givenName: String
    var familyName: String?
    var email: String?
    var otherEmails: [String]?
    /// The password with which devices sign in; nil prevents sign-in.
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

/// A change of an Apple Account. Omitted members do not change.
struct AccountChangeInput: AdminInput {
    var givenName: String?
    var familyName: String?
    var email: String?
    /// The further addresses, which replace the whole list.
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

/// A request to enable or disable forwarding of a relay address.
struct ForwardingInput: AdminInput {
    var forwards: Bool

    static let members = ["forwards"]
}

/// A request to create a team.
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

/// A request to register an App ID.
struct AppInput: AdminInput {
    var id: ClientID
    var team: TeamID
    var name: String
    var primary: ClientID?
    var notificationURL: String?
    /// Whether the App ID has the capability Sign in with Apple; true by default.
    var signsInWithApple: Bool?

    static let members = ["id", "team", "name", "primary", "notificationURL", "signsInWithApple"]
}

/// A request to enable or disable the capability Sign in with Apple of an App ID.
struct SignInInput: AdminInput {
    var isOn: Bool

    static let members = ["isOn"]
}

/// The URL that receives an App ID's notifications; null disables them.
struct NotificationURLInput: AdminInput {
    var url: String?

    static let members = ["url"]
}

/// A request to register a Services ID.
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

/// A request to create a key.
struct KeyInput: AdminInput {
    var name: String
    var primary: ClientID

    static let members = ["name", "primary"]
}

/// A request to transfer an app to another team.
struct TransferInput: AdminInput {
    var primary: ClientID
    var to: TeamID

    static let members = ["primary", "to"]
}

/// A request to rotate the signing keys.
struct RotationInput: AdminInput {
    var rotation: KeyRotation?

    static let members = ["rotation"]
}

/// A request to move the clock: to a time, or forward by seconds.
struct ClockInput: AdminInput {
    var now: Date?
    var advance: Double?

    static let members = ["now", "advance"]
}

/// A request to set a fault.
struct FaultInput: AdminInput {
    var endpoint: Endpoint
    var kind: String
    var value: String?
    var count: Int?

    static let members = ["endpoint", "kind", "value", "count"]
}

/// A web sign-in to perform: the URL that the app opens, and the user's decision.
struct WebSignInInput: AdminInput {
    var url: String
    var account: PersonIdentifier
    var choices: ConsentChoicesInput?
    /// Whether the user cancels.
    var cancels: Bool?

    static let members = ["url", "account", "choices", "cancels"]
}

/// The user's choices on the sheet. Omitted members keep the account's values.
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

/// A native sign-in request of a simulated device.
struct NativeSignInInput: AdminInput {
    var client: ClientID
    var account: PersonIdentifier
    var state: String?
    var nonce: String?
    var scopes: [AuthorizationScope]?
    var choices: ConsentChoicesInput?
    /// Whether the user was only asked to confirm.
    var expectsConsent: Bool?

    static let members = ["client", "account", "state", "nonce", "scopes", "choices", "expectsConsent"]

    var request: NativeSignInRequest {
        NativeSignInRequest(
            client: client, person: account, state: state, nonce: nonce, scopes: Set(scopes ?? []),
            choices: choices?.choices ?? ConsentChoices(), expectsConsent: expectsConsent ?? false)
    }
}

/// A request for the form that a device shows before a sign-in.
struct NativeFormInput: AdminInput {
    var client: ClientID
    var account: PersonIdentifier
    var scopes: [AuthorizationScope]?

    static let members = ["client", "account", "scopes"]
}

/// A user ID whose state an app requests, on a device with or without an account.
struct CredentialStateInput: AdminInput {
    var client: ClientID
    var user: String
    var account: PersonIdentifier?

    static let members = ["client", "user", "account"]
}
