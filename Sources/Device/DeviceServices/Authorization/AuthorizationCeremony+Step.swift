package import AssociatedDomains
package import DeviceProtocol
package import Secrets

extension AuthorizationCeremony {
    /// What the caller does next, or the result of the request.
    package enum Step: Sendable {
        /// Ask the service about the user and the app.
        case look(AppleIDRequest)
        /// Ask the service whether the account has this user ID in the app.
        case identify(user: String)
        case show(Sheet.Content)
        /// Offer the passkeys above the keyboard, until the user chooses one.
        case suggest(PasskeyAssertionRequest)
        /// Verify the owner's presence.
        case prove
        /// Check the account's password.
        case check(SecretBytes)
        case signIn(AppleIDRequest, SignInConsent)
        case open(SavedPassword)
        /// Read the user's name and contacts, and whether the account uses the app.
        case fillIn(AccountCreationRequest)
        /// Find out whether a saved password of the request's account was just filled in for the app, and forget that it was.
        case claimFill(PasskeyRegistrationRequest)
        case create(PasskeyRegistrationRequest)
        /// Have a provider create the passkey.
        case createProvided(PasskeyRegistrationRequest, AppIdentifier)
        /// Let the user choose a passkey, or a password if the app accepts one, in the view of a provider, which verifies the user.
        case list(PasskeyAssertionRequest, AppIdentifier)
        /// Sign with the passkey.
        case sign(PasskeyAssertionRequest, Passkey)
        /// Have the inserted security key answer the request, with the PIN that the user entered.
        case useSecurityKey(SecurityKeyRequest, pin: SecretBytes?)
        case granted(AuthorizationGrant)
        case rejected(AuthorizationRejection)
    }
}
