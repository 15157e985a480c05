package import AssociatedDomains
package import DeviceProtocol

/// A password that was just filled in, which permits one passkey without a sheet.
package enum ClaimedFill: Hashable, Sendable {
    /// A password of the device.
    case saved
    /// A password of a provider, which can create the passkey.
    case provided(AppIdentifier)
}

/// The state of the device when a request begins.
package struct AuthorizationSituation: Hashable, Sendable {
    package var style: AuthorizationStyle
    /// The request for Sign in with Apple, if any.
    package var appleID: AppleIDRequest?
    package var acceptsPasswords: Bool
    package var account: AppleAccount?
    /// Whether the account uses the app, by the device's memory.
    package var usesApp: Bool
    /// Whether the account uses an app of the same team, by the device's memory.
    package var usesTeam: Bool
    package var passwords: [SavedPassword]
    /// The request for a new passkey, if any.
    package var registration: PasskeyRegistrationRequest?
    /// The credential providers that can create the passkey of `registration` or `creation`, or list their passkeys for `assertion`.
    package var passkeyProviders: [AppIdentifier]
    /// The request for a new account, if any.
    package var creation: AccountCreationRequest?
    /// Whether the device has a passcode and an Apple Account.
    package var canCreatePasskeys: Bool
    package var isUnlocked: Bool
    /// Whether the device has a keyboard with a bar, for AutoFill.
    package var hasKeyboard: Bool
    /// The request for a signature by a passkey, if any.
    package var assertion: PasskeyAssertionRequest?
    /// The passkeys for `assertion`.
    package var passkeys: [Passkey]
    /// The request that a security key answers, if any.
    package var securityKey: SecurityKeyRequest?

    package init(
        style: AuthorizationStyle = .modal, appleID: AppleIDRequest? = nil, acceptsPasswords: Bool = false,
        account: AppleAccount? = nil, usesApp: Bool = false, usesTeam: Bool = false, passwords: [SavedPassword] = [],
        registration: PasskeyRegistrationRequest? = nil, passkeyProviders: [AppIdentifier] = [],
        creation: AccountCreationRequest? = nil, canCreatePasskeys: Bool = false,
        isUnlocked: Bool = true,
        hasKeyboard: Bool = false,
        assertion: PasskeyAssertionRequest? = nil, passkeys: [Passkey] = [], securityKey: SecurityKeyRequest? = nil
    ) {
        self.style = style
        self.appleID = appleID
        self.acceptsPasswords = acceptsPasswords
        self.account = account
        self.usesApp = usesApp
        self.usesTeam = usesTeam
        self.passwords = acceptsPasswords ? passwords : []
        self.registration = registration
        self.passkeyProviders = passkeyProviders
        self.creation = creation
        self.canCreatePasskeys = canCreatePasskeys
        self.isUnlocked = isUnlocked
        self.hasKeyboard = hasKeyboard
        self.assertion = assertion
        self.passkeys = assertion == nil ? [] : passkeys
        self.securityKey = securityKey
    }

    /// Whether the request creates a passkey, alone or with an account.
    var createsPasskey: Bool { registration != nil || creation != nil }

    /// The request that a security key answers, if the sheet can ask for the key: it is never immediately available.
    var offeredSecurityKey: SecurityKeyRequest? { style == .modal ? securityKey : nil }

    /// The places for the passkey of `registration` other than the device.
    var passkeyPlaces: [Sheet.PasskeyPlace] {
        passkeyProviders.map(Sheet.PasskeyPlace.provider) + (offeredSecurityKey == nil ? [] : [.securityKey])
    }

    /// The credential providers whose lists the sheet can offer: a list may be empty, so it is never immediately available.
    var listingProviders: [AppIdentifier] { style == .modal && assertion != nil ? passkeyProviders : [] }

    /// Whether the app accepts a credential other than Sign in with Apple.
    var acceptsCredentials: Bool { acceptsPasswords || assertion != nil || securityKey != nil }

    /// Whether the app only requests existing credentials: by the option, or by accepting several kinds.
    var isForExisting: Bool {
        style == .modalWhereAvailable || (appleID != nil && acceptsCredentials)
    }
}
