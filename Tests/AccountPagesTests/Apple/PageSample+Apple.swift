import AccountPages
import AppleButtons
import Markup

/// The pages where Sign in with Apple is on.
extension PageSample {
    static let apple: [PageSample] = [
        PageSample("sign-in-apple", SignInPage(apple: AppleButton(.signIn), formToken: token)),
        PageSample(
            "sign-in-apple-refused",
            SignInPage(
                next: .password, notice: .appleRefused,
                apple: AppleButton(.signIn, style: .whiteOutline, language: .german, next: .password), formToken: token)),
        PageSample(
            "sign-in-apple-unavailable", SignInPage(notice: .appleUnavailable, apple: AppleButton(.signIn), formToken: token)),
        PageSample("sign-in-apple-expired", SignInPage(notice: .appleExpired, apple: AppleButton(.signIn), formToken: token)),
        PageSample("sign-up-apple", SignUpPage(passwordRules: rules, apple: AppleButton(.signUp), formToken: token)),
        PageSample(
            "reauthenticate-apple",
            ReauthenticationPage(username: "", next: .delete, asksPassword: false, apple: reauthentication, formToken: token),
            to: .signedIn(username: nil)),
        PageSample(
            "reauthenticate-password-or-apple",
            ReauthenticationPage(username: "mira@example.com", next: .delete, apple: reauthentication, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample("account-apple-none", account(.none), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-apple-linked",
            account(
                .linked(id: identity, email: "mira@example.com", isPrivate: false, isDeliverable: true, canBeUnlinked: true),
                notice: .appleLinked), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-apple-undeliverable",
            account(.linked(id: identity, email: relay, isPrivate: true, isDeliverable: false, canBeUnlinked: true)),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-apple-several",
            account(
                .linked(id: identity, email: "mira@example.com", isPrivate: false, isDeliverable: true, canBeUnlinked: true),
                .linked(
                    id: "6f9619ff-8b86-4d01-b42d-00cf4fc964fe", email: relay, isPrivate: true, isDeliverable: true,
                    canBeUnlinked: true),
                .another), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-apple-only",
            AccountPage(
                username: nil, hasPassword: false,
                apple: [.linked(id: identity, email: relay, isPrivate: true, isDeliverable: true, canBeUnlinked: false)],
                sessions: [],
                events: [], notice: .lastCredential, formToken: token), to: .signedIn(username: nil)),
        PageSample(
            "set-password", SetPasswordPage(username: nil, passwordRules: rules, formToken: token), to: .signedIn(username: nil)),
        PageSample(
            "set-password-refused",
            SetPasswordPage(
                username: nil, typedUsername: "mira", passwordRules: rules,
                errors: [FormError(field: .username, code: "username-taken", message: "This user name is taken.")],
                formToken: token), to: .signedIn(username: nil)),
        PageSample(
            "set-password-named", SetPasswordPage(username: "mira@example.com", passwordRules: rules, formToken: token),
            to: .signedIn(username: "mira@example.com")),
    ]

    private static let identity = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
    private static let relay = "k7m2x9q4tz@privaterelay.appleid.com"

    private static let reauthentication = AppleButton(.continue, to: PagePath.reauthenticateWithApple, next: .delete)

    private static func account(_ apple: LinkedApple..., notice: AccountPage.Notice? = nil) -> AccountPage {
        AccountPage(username: "mira@example.com", apple: apple, sessions: [], events: [], notice: notice, formToken: token)
    }
}
