import AccountPages
import AppleButtons
import Markup
import Testing
import Texts

/// A page with all of its content, under the name of its snapshot.
struct PageSample: Sendable, CustomTestStringConvertible {
    let name: String
    let page: any Page
    let site: Site

    init(
        _ name: String, _ page: any Page, to visitor: Site.Visitor = .anonymous, in language: Language = .english,
        picker: LanguagePicker? = nil, now: DisplayTime? = nil, desk: [DeskSection] = []
    ) {
        self.init(
            name, page,
            on: Site(
                serviceName: "Latchkey", visitor: visitor, format: ReaderFormat(ReaderLanguage(language)), languagePicker: picker,
                now: now, desk: desk))
    }

    private init(_ name: String, _ page: any Page, on site: Site) {
        self.name = name
        self.page = page
        self.site = site
    }

    /// The same page in another language.
    func translated(to language: Language) -> PageSample {
        let format = ReaderFormat(ReaderLanguage(language))
        return PageSample(
            "\(name)-\(language.tag)", page,
            on: Site(
                serviceName: site.serviceName, visitor: site.visitor, format: format, languagePicker: site.languagePicker,
                now: site.now))
    }

    var testDescription: String { name }

    var text: String { page.document(on: site).text }
}

extension PageSample {
    static let all: [PageSample] =
        users + [Language.simplifiedChinese, .arabic].flatMap { language in users.map { $0.translated(to: language) } } + tools
        + domains + passkeyTool + mailbox + desk + console

    /// The pages for users, whose texts are in the catalogs, in English.
    static let users: [PageSample] = signedOut + signedIn + apple + secondFactors + passkeys + mail + messages

    static let rules = PasswordFieldRules(
        minLength: 12, maxLength: 1_024, passwordRules: "minlength: 12; maxlength: 1024; allowed: ascii-printable;")

    static let token = FormToken("dG9rZW4")

    private static let signedOut: [PageSample] = [
        PageSample("sign-up", SignUpPage(passwordRules: rules, formToken: token)),
        PageSample(
            "sign-up-rejected",
            SignUpPage(
                username: "mira@example.com",
                errors: [
                    FormError(field: .username, code: "username-taken", .errorUserNameTaken),
                    FormError(field: .password, code: "password-common", .errorPasswordCommon),
                ],
                passwordRules: rules, formToken: token)),
        PageSample("sign-in", SignInPage(formToken: token)),
        PageSample(
            "sign-in-languages", SignInPage(formToken: token),
            picker: LanguagePicker(
                languages: Language.offered, returnPath: "/sign-in?next=password&notice=x", formToken: token)),
        PageSample("sign-in-password-changed", SignInPage(next: .account, notice: .passwordChanged, formToken: token)),
        PageSample(
            "sign-in-rejected",
            SignInPage(
                username: "mira@example.com",
                errors: [FormError(field: nil, code: "sign-in-rejected", .errorCredentials)],
                next: .password, formToken: token)),
    ]

    private static let signedIn: [PageSample] = [
        PageSample("account", account(notice: nil), to: .signedIn(username: "mira@example.com")),
        PageSample("account-recent", account(notice: nil), to: .signedIn(username: "mira@example.com"), now: time(9)),
        PageSample("account-notice", account(notice: .sessionRevoked), to: .signedIn(username: "mira@example.com")),
        PageSample("account-password-changed", changed(hasOthers: true), to: .signedIn(username: "mira@example.com")),
        PageSample("account-password-changed-alone", changed(hasOthers: false), to: .signedIn(username: "mira@example.com")),
        PageSample("new-password", NewPasswordPage(.link, username: "mira@example.com", passwordRules: rules, formToken: token)),
        PageSample(
            "new-password-rejected",
            NewPasswordPage(
                .link, username: "mira@example.com", passwordRules: rules,
                errors: [
                    FormError(field: .newPassword, code: "password-weak", .errorPasswordWeak),
                    FormError(
                        field: .newPassword, code: "password-rules",
                        reason: .message(
                            .errorRuleMissing(
                                characters: [PageText.charactersUpper.argument, PageText.charactersDigit.argument, .code("! ?")],
                                rule: "required: upper, digit, [!?]"))),
                ],
                formToken: token)),
        PageSample(
            "account-new",
            AccountPage(username: "mira", sessions: [sessions[0]], events: [], notice: .accountCreated, formToken: token),
            to: .signedIn(username: "mira")),
        PageSample(
            "reauthenticate", ReauthenticationPage(username: "mira@example.com", next: .delete, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "reauthenticate-rejected",
            ReauthenticationPage(username: "mira@example.com", next: .password, errors: [wrongPassword], formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "change-password",
            ChangePasswordPage(username: "mira@example.com", passwordRules: rules, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "change-password-rejected",
            ChangePasswordPage(
                username: "mira@example.com", passwordRules: rules,
                errors: [
                    wrongPassword,
                    FormError(
                        field: .newPassword, code: "password-short", reason: .message(.errorPasswordShort(count: 12))),
                    FormError(field: .newPassword, code: "password-weak", .errorPasswordWeak),
                ], formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "delete-account", DeleteAccountPage(username: "mira@example.com", asksCurrentPassword: true, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "delete-account-recent", DeleteAccountPage(username: "mira@example.com", asksCurrentPassword: false, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "delete-account-rejected",
            DeleteAccountPage(username: "mira@example.com", asksCurrentPassword: true, errors: [wrongPassword], formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample("not-me", NotMePage(formToken: token), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-time-zone",
            AccountPage(
                username: "mira", timeZone: zones.first.map { ZoneAtTime($0, at: time(9)) }, sessions: [], events: [],
                notice: .timeZoneChanged, formToken: token),
            to: .signedIn(username: "mira")),
        PageSample(
            "time-zone", TimeZonePage(current: nil, zones: zones, now: time(9), formToken: token), to: .signedIn(username: "mira")),
        PageSample(
            "time-zone-of-app", TimeZonePage(current: ReaderZone("Etc/GMT+3"), zones: zones, now: time(9), formToken: token),
            to: .signedIn(username: "mira")),
    ]

    private static let zones = ["Europe/Vienna", "Asia/Tokyo", "America/St_Johns", "Etc/UTC"].compactMap { ReaderZone($0) }

    private static let messages: [PageSample] =
        MessagePage.allCases.map { PageSample("message-\($0)", $0) }
        + ErrorPage.Kind.allCases.map { kind in
            let retryAfter = kind == .tooManyRequests || kind == .unavailable ? 30 : nil
            return PageSample("error-\(kind.rawValue)", ErrorPage(kind, requestID: "01JQ3Z8T7V", retryAfter: retryAfter))
        }
        + [
            PageSample(
                "error-404-signed-in", ErrorPage(.notFound, requestID: "01JQ3Z8T7V"), to: .signedIn(username: "mira@example.com"))
        ]

    private static let wrongPassword = FormError(
        field: .currentPassword, code: "wrong-password", .errorPassword)

    private static func account(notice: AccountPage.Notice?) -> AccountPage {
        AccountPage(username: "mira@example.com", sessions: sessions, events: events, notice: notice, formToken: token)
    }

    /// Returns the page after a password change.
    private static func changed(hasOthers: Bool) -> AccountPage {
        let apple = LinkedApple.linked(
            id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", email: "mira@example.com", isPrivate: false, isDeliverable: true,
            canBeUnlinked: true, linked: time(2))
        return AccountPage(
            username: "mira@example.com", apple: [hasOthers ? apple : .none], hasSecondFactor: hasOthers,
            sessions: [sessions[0]], events: events, notice: .passwordChanged,
            review: hasOthers
                ? factors : SecondFactorsPage(hasAuthenticator: false, devices: [], recoveryCodes: 0, formToken: token),
            formToken: token)
    }

    private static let sessions = [
        AccountSession(
            id: "s1", device: .browser("Safari", system: "iPhone"), firstUse: time(1),
            lastUse: time(9),
            address: "203.0.113.7", isCurrent: true),
        AccountSession(
            id: "s2", device: .browser("Firefox", system: "Linux"), firstUse: time(2),
            lastUse: time(8),
            address: "2001:db8:85a3::8a2e:370:7334", isCurrent: false),
        AccountSession(
            id: "s3", device: .named("Latchkey for Mac"), firstUse: time(3),
            lastUse: time(3),
            address: "198.51.100.23", isCurrent: false),
    ]

    private static let events = [
        AccountEvent(summary: .eventSignedIn, time: time(9), address: "203.0.113.7"),
        AccountEvent(summary: .eventReauthenticationFailed, time: time(8), address: "192.0.2.99", needsAttention: true),
        AccountEvent(summary: .eventPasswordChanged, time: time(3), address: "198.51.100.23"),
        AccountEvent(summary: .eventAllSessionsRevoked, time: time(2), address: nil),
    ]

    /// 12:40 on a day of March 2026.
    static func time(_ day: Int64) -> DisplayTime { DisplayTime(seconds: 1_772_282_400 + day * 86_400) }

    static let secondFactors: [PageSample] = [
        PageSample("second-factor", SecondFactorPage(.signIn, method: .authenticator, other: .recoveryCode, formToken: token)),
        PageSample(
            "second-factor-rejected",
            SecondFactorPage(
                .signIn, method: .recoveryCode, other: .authenticator, next: .password,
                errors: [FormError(field: .code, code: "factor-rejected", .errorCode)],
                formToken: token)),
        PageSample(
            "confirm",
            SecondFactorPage(.confirmation, method: .recoveryCode, hasDevices: true, next: .delete, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "second-factors-off",
            SecondFactorsPage(hasAuthenticator: false, devices: [], recoveryCodes: 0, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "second-factors",
            factors,
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "authenticator",
            AuthenticatorPage(
                picture: QRPicture(rows: [[true, true, false], [false, true, false], [true, false, true]]),
                secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
                link: AuthenticatorURL("otpauth://totp/Latchkey:mira?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Latchkey"),
                formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "authenticator-key", AuthenticatorPage(picture: nil, secret: "JBSWY3DPEHPK3PXP", formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "recovery-codes",
            RecoveryCodesPage(
                codes: ["abcd-efgh-ijkl-mnop-qrst-uvwx", "2345-6722-aaaa-bbbb-cccc-dddd"], isFirst: true, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "upgrade", UpgradePage(.weak, apple: .linked, offersPasskey: true, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "upgrade-unlinked",
            UpgradePage(.basic, apple: .unlinked, offersPasskey: true, offersSecondFactor: true, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "upgrade-strong", UpgradePage(.strong, apple: .unavailable, lacksRecoveryCodes: true, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-weak-password",
            AccountPage(username: "mira", sessions: [], events: [], notice: .weakPassword, formToken: token),
            to: .signedIn(username: "mira")),
        PageSample(
            "account-second-factor",
            AccountPage(username: "mira", hasSecondFactor: true, sessions: [], events: [], formToken: token),
            to: .signedIn(username: "mira")),
    ]

    static let factors = SecondFactorsPage(
        hasAuthenticator: true,
        devices: [
            SecondFactorsPage.Device(
                id: "k1", name: "Mira's <phone>",
                added: time(1),
                lastUse: time(9), isAttested: false),
            SecondFactorsPage.Device(
                id: "k2", name: "Workstation",
                added: time(2), lastUse: nil,
                isAttested: true),
        ],
        recoveryCodes: 2, notice: .deviceRemoved, formToken: token)
}

/// The pages with Sign in with Apple.
extension PageSample {
    static let apple: [PageSample] = [
        PageSample("sign-in-apple", SignInPage(apple: AppleButton(.signIn), formToken: token)),
        PageSample(
            "sign-in-apple-rejected",
            SignInPage(
                next: .password, notice: .appleRejected,
                apple: AppleButton(.signIn, style: .whiteOutline, next: .password), formToken: token)),
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
                .linked(
                    id: identity, email: "mira@example.com", isPrivate: false, isDeliverable: true, canBeUnlinked: true,
                    linked: time(2)),
                notice: .appleLinked), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-apple-undeliverable",
            account(
                .linked(
                    id: identity, email: relay, isPrivate: true, isDeliverable: false, canBeUnlinked: true, linked: time(2))),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-apple-several",
            account(
                .linked(
                    id: identity, email: "mira@example.com", isPrivate: false, isDeliverable: true, canBeUnlinked: true,
                    linked: time(2)),
                .linked(
                    id: "6f9619ff-8b86-4d01-b42d-00cf4fc964fe", email: relay, isPrivate: true, isDeliverable: true,
                    canBeUnlinked: true, linked: time(2)),
                .another), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-apple-named",
            account(
                .linked(
                    id: identity, email: relay, isPrivate: true, isDeliverable: true, canBeUnlinked: true, name: "Mira <Koch>",
                    linked: time(2))), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "unlink-apple",
            UnlinkApplePage(id: identity, name: "Mira <Koch>", email: relay, isPrivate: true, linked: time(2), formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "unlink-apple-unnamed",
            UnlinkApplePage(id: identity, name: nil, email: nil, isPrivate: false, linked: time(2), formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "replace-account",
            ReplaceAccountPage(
                username: "mira@example.com", other: "mira.k", created: time(2), address: appleAddress, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "replace-account-unnamed",
            ReplaceAccountPage(username: "", other: "", created: time(2), address: appleAddress, formToken: token),
            to: .signedIn(username: nil)),
        PageSample(
            "account-apple-only",
            AccountPage(
                username: nil, hasPassword: false,
                apple: [
                    .linked(
                        id: identity, email: relay, isPrivate: true, isDeliverable: true, canBeUnlinked: false, linked: time(2))
                ],
                sessions: [],
                events: [], notice: .lastCredential, formToken: token), to: .signedIn(username: nil)),
        PageSample(
            "set-password", NewPasswordPage(.first, username: nil, passwordRules: rules, formToken: token),
            to: .signedIn(username: nil)),
        PageSample(
            "set-password-rejected",
            NewPasswordPage(
                .first, username: nil, typedUsername: "mira", passwordRules: rules,
                errors: [FormError(field: .username, code: "username-taken", .errorUserNameTaken)],
                formToken: token), to: .signedIn(username: nil)),
        PageSample(
            "set-password-named", NewPasswordPage(.first, username: "mira@example.com", passwordRules: rules, formToken: token),
            to: .signedIn(username: "mira@example.com")),
    ]

    private static let identity = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
    private static let relay = "k7m2x9q4tz@privaterelay.appleid.com"

    static let appleAddress: WebLink = {
        guard let address = WebLink("https://appleid.apple.com/auth/authorize?state=s&nonce=n") else {
            preconditionFailure("the fixed address is well-formed")
        }
        return address
    }()

    private static let reauthentication = AppleButton(.continue, to: PagePath.reauthenticateWithApple, next: .delete)

    private static func account(_ apple: LinkedApple..., notice: AccountPage.Notice? = nil) -> AccountPage {
        AccountPage(username: "mira@example.com", apple: apple, sessions: [], events: [], notice: notice, formToken: token)
    }
}
