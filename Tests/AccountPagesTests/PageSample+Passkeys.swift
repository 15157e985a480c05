import AccountPages
import AppleButtons

/// The pages with passkeys.
extension PageSample {
    static let passkeys: [PageSample] = [
        PageSample("sign-in-passkey", SignInPage(next: .password, passkey: get, formToken: token)),
        PageSample("sign-in-passkey-or-apple", SignInPage(passkey: get, apple: AppleButton(.signIn), formToken: token)),
        PageSample("sign-up-passkey", SignUpPage(passwordRules: rules, offersPasskeys: true, formToken: token)),
        PageSample(
            "create-passkey-sign-up",
            CreatePasskeyPage(.signUp(username: "mira@example.com"), prompt: create, formToken: token)),
        PageSample(
            "create-passkey",
            CreatePasskeyPage(
                .addition, prompt: create,
                errors: [FormError(field: nil, code: "passkey-taken", .errorPasskeyTaken)],
                formToken: token), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "create-passkey-upgrade", CreatePasskeyPage(.upgrade, prompt: create, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "recovered",
            RecoveredPage(
                .newPasswordSet, kept: [.appleAccount(email: "mira@example.com")],
                suspended: [.passkey(name: "Mira's <phone>"), .appleAccount(email: nil)])),
        PageSample(
            "passkey-suspended",
            PasskeyPage(
                ShownPasskey(
                    id: "p3", name: "Old key", provider: nil, isSynced: false, added: time(1), lastUse: nil, isSuspended: true),
                formToken: token), to: .signedIn(username: "mira@example.com")),
        PageSample("passkey", PasskeyPage(shown[0], formToken: token), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-passkeys",
            AccountPage(
                username: "mira@example.com", passkeys: shown, sessions: [], events: [], notice: .passkeyAdded, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-passkeys-none",
            AccountPage(username: "mira", passkeys: [], passkeyOffer: create, sessions: [], events: [], formToken: token),
            to: .signedIn(username: "mira")),
        PageSample(
            "account-password-changed-passkeys",
            AccountPage(
                username: "mira@example.com", passkeys: shown, sessions: [], events: [], notice: .passwordChanged,
                review: SecondFactorsPage(hasAuthenticator: false, devices: [], recoveryCodes: 0, formToken: token),
                formToken: token), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "reauthenticate-passkey",
            ReauthenticationPage(
                username: "mira@example.com", next: .newPasskey, asksPassword: false, passkey: get, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "reauthenticate-password-or-passkey",
            ReauthenticationPage(username: "mira@example.com", next: .delete, passkey: get, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "second-factor-passkey",
            SecondFactorPage(.signIn, method: .authenticator, other: .recoveryCode, passkey: get, formToken: token)),
    ]

    private static let get = PasskeyPrompt(.get, options: #"{"challenge":"AAAA","rpId":"example.com"}"#)
    private static let create = PasskeyPrompt(.create, options: #"{"challenge":"AAAA","rp":{"id":"example.com"}}"#)

    private static let shown = [
        ShownPasskey(
            id: "p1", name: "Mira's <phone>", device: .browser("Safari", system: "iPhone"), provider: "Apple Passwords",
            isSynced: true,
            added: time(1),
            lastUse: time(9)),
        ShownPasskey(
            id: "p2", name: "Brass key", device: .named("Mira’s <laptop>"), provider: nil, isSynced: false,
            added: time(2), lastUse: nil),
    ]
}
