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
    var client: ClientIdentifier
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
    var client: ClientIdentifier
    var account: PersonIdentifier
    var scopes: [AuthorizationScope]?

    static let members = ["client", "account", "scopes"]
}

/// A user id that an app asks about, on the device of an account or on one that has none.
struct CredentialStateInput: AdminInput {
    var client: ClientIdentifier
    var user: String
    var account: PersonIdentifier?

    static let members = ["client", "user", "account"]
}
