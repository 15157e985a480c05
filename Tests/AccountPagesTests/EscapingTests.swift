import AccountPages
import Markup
import Testing

/// A field of a page, filled with text that must not become markup.
struct HostileField: Sendable, CustomTestStringConvertible {
    static let text = "<script>\"'&"
    static let escaped = "&lt;script&gt;&quot;&#39;&amp;"

    let name: String
    let page: any Page
    let site: Site

    init(_ name: String, _ page: any Page, site: Site = Site(serviceName: "S")) {
        self.name = name
        self.page = page
        self.site = site
    }

    var testDescription: String { name }

    static let all: [HostileField] =
        forms + account + passkeys + frame + tools + domains + passkeyTool + mailbox + desk
        + console

    private static let rules = PasswordFieldRules(minLength: 1, maxLength: 2, passwordRules: text)
    private static let plainRules = PasswordFieldRules(minLength: 1, maxLength: 2, passwordRules: "r")
    private static let plain = FormToken("t")
    private static let hostile = FormToken(text)
    private static let noField = [FormError(field: nil, code: "c", reason: .english(text))]
    private static let code = [FormError(field: nil, code: text, .errorPassword)]

    private static func error(_ field: FormField) -> [FormError] {
        [FormError(field: field, code: "c", reason: .message(.errorRuleShort(rule: text)))]
    }

    private static let forms: [HostileField] = [
        .init("sign-up username", SignUpPage(username: text, passwordRules: plainRules, formToken: plain)),
        .init("sign-up rules", SignUpPage(passwordRules: rules, formToken: plain)),
        .init("sign-up token", SignUpPage(passwordRules: plainRules, formToken: hostile)),
        .init("sign-up error", SignUpPage(errors: error(.username), passwordRules: plainRules, formToken: plain)),
        .init("sign-up error code", SignUpPage(errors: code, passwordRules: plainRules, formToken: plain)),
        .init("sign-in username", SignInPage(username: text, formToken: plain)),
        .init("sign-in token", SignInPage(formToken: hostile)),
        .init("sign-in error", SignInPage(errors: error(.password), formToken: plain)),
        .init("sign-in error of the form", SignInPage(errors: noField, formToken: plain)),
        .init("reauthentication username", ReauthenticationPage(username: text, next: .account, formToken: plain)),
        .init("reauthentication token", ReauthenticationPage(username: "u", next: .account, formToken: hostile)),
        .init(
            "reauthentication error",
            ReauthenticationPage(username: "u", next: .account, errors: error(.currentPassword), formToken: plain)),
        .init(
            "change username",
            ChangePasswordPage(username: text, passwordRules: plainRules, formToken: plain)),
        .init("change rules", ChangePasswordPage(username: "u", passwordRules: rules, formToken: plain)),
        .init(
            "change token",
            ChangePasswordPage(username: "u", passwordRules: plainRules, formToken: hostile)),
        .init(
            "change error",
            ChangePasswordPage(
                username: "u", passwordRules: plainRules, errors: error(.newPassword), formToken: plain)),
        .init("new password username", NewPasswordPage(.link, username: text, passwordRules: plainRules, formToken: plain)),
        .init("new password rules", NewPasswordPage(.link, username: "u", passwordRules: rules, formToken: plain)),
        .init("new password token", NewPasswordPage(.link, username: "u", passwordRules: plainRules, formToken: hostile)),
        .init(
            "new password error",
            NewPasswordPage(.link, username: "u", passwordRules: plainRules, errors: error(.newPassword), formToken: plain)),
        .init("set username", NewPasswordPage(.first, username: text, passwordRules: plainRules, formToken: plain)),
        .init(
            "set typed username",
            NewPasswordPage(.first, username: nil, typedUsername: text, passwordRules: plainRules, formToken: plain)),
        .init("set token", NewPasswordPage(.first, username: nil, passwordRules: plainRules, formToken: hostile)),
        .init("delete username", DeleteAccountPage(username: text, asksCurrentPassword: false, formToken: plain)),
        .init("not me token", NotMePage(formToken: hostile)),
        .init("delete token", DeleteAccountPage(username: "u", asksCurrentPassword: false, formToken: hostile)),
        .init(
            "delete error",
            DeleteAccountPage(username: "u", asksCurrentPassword: true, errors: error(.currentPassword), formToken: plain)),
    ]

    private static let time = DisplayTime(seconds: 0)

    private static func session(
        id: String = "i", device: ShownDevice = .unknown, address: String = "a"
    ) -> AccountPage {
        let session = AccountSession(id: id, device: device, firstUse: time, lastUse: time, address: address, isCurrent: false)
        return AccountPage(username: "u", sessions: [session], events: [], formToken: plain)
    }

    private static func unlinking(
        name: String? = nil, email: String? = nil, token: FormToken = plain
    ) -> UnlinkApplePage {
        UnlinkApplePage(id: "i", name: name, email: email, isPrivate: false, linked: time, formToken: token)
    }

    private static func replacing(_ username: String = "u", other: String = "o") -> ReplaceAccountPage {
        ReplaceAccountPage(username: username, other: other, created: time, address: PageSample.appleAddress, formToken: plain)
    }

    private static func event(address: String) -> AccountPage {
        let event = AccountEvent(summary: .eventSignedIn, time: time, address: address)
        return AccountPage(username: "u", sessions: [], events: [event], formToken: plain)
    }

    private static let account: [HostileField] = [
        .init("account username", AccountPage(username: text, sessions: [], events: [], formToken: plain)),
        .init(
            "account token", AccountPage(username: "u", sessions: [], events: [], formToken: hostile),
            site: Site(serviceName: "S", visitor: .signedIn(username: "u"))),
        .init(
            "Apple's address",
            AccountPage(
                username: "u",
                apple: [
                    .linked(id: text, email: text, isPrivate: true, isDeliverable: true, canBeUnlinked: true, linked: time)
                ],
                sessions: [], events: [], formToken: plain)),
        .init(
            "name of an Apple Account",
            AccountPage(
                username: "u",
                apple: [
                    .linked(
                        id: "i", email: nil, isPrivate: false, isDeliverable: true, canBeUnlinked: true, name: text, linked: time)
                ],
                sessions: [], events: [], formToken: plain)),
        .init("removed Apple Account's name", unlinking(name: text)),
        .init("removed Apple Account's address", unlinking(email: text)),
        .init("removed Apple Account's token", unlinking(token: hostile)),
        .init("kept account", replacing(text)),
        .init("replaced account", replacing(other: text)),
        .init("session id", session(id: text)),
        .init("session device", session(device: .named(text))),
        .init("session browser", session(device: .browser(text, system: "s"))),
        .init("session system", session(device: .browser("b", system: text))),
        .init("session address", session(address: text)),
        .init("event address", event(address: text)),
    ]

    private static func shown(name: String = "n", provider: String = "p") -> PasskeyPage {
        let passkey = ShownPasskey(id: "p1", name: name, provider: provider, isSynced: true, added: time, lastUse: nil)
        return PasskeyPage(passkey, formToken: plain)
    }

    private static let passkeys: [HostileField] = [
        .init("passkey name", shown(name: text)), .init("passkey provider", shown(provider: text)),
        .init("passkey options", SignInPage(passkey: PasskeyPrompt(.get, options: text), formToken: plain)),
        .init(
            "passkey sign-up name",
            CreatePasskeyPage(.signUp(username: text), prompt: PasskeyPrompt(.create, options: "{}"), formToken: plain)),
        .init("passkey signals", SignInPage(formToken: plain), site: Site(serviceName: "S", passkeySignals: text)),
    ]

    private static let frame: [HostileField] =
        PageSample.all.map { .init("service name on \($0.name)", $0.page, site: Site(serviceName: text)) }
        + PageSample.all.filter { !($0.page is AccountPage) }.map {
            .init("signed-in name on \($0.name)", $0.page, site: Site(serviceName: "S", visitor: .signedIn(username: text)))
        }
        + [
            .init("request id", ErrorPage(.notFound, requestID: text))
        ]
}

@Suite("Untrusted text in pages")
struct EscapingTests {
    @Test("untrusted text is shown and never becomes markup", arguments: HostileField.all)
    func foreignText(_ field: HostileField) {
        // The only scripts may be the project's own.
        let scripts = [
            PagePath.passwordRulesScript, PagePath.passkeysScript, PagePath.mailboxScript, PagePath.zoneScript, PagePath.deskScript,
            PagePath.deskTimelineScript, PagePath.passwordFieldsScript, PagePath.codesScript,
        ]
        let text = scripts.reduce(field.page.document(on: field.site).text) {
            $0.replacing("<script src=\"\($1)\" defer></script>", with: "")
        }
        #expect(!text.lowercased().contains("<script"))
        #expect(!text.contains(HostileField.text))
        #expect(!text.contains("'"))
        #expect(text.contains(HostileField.escaped))
    }

    @Test("a session's id cannot break out of its path segment")
    func sessionID() {
        #expect(PagePath.revokeSession("../x?y#z").text == "/account/sessions/..%2Fx%3Fy%23z/revoke")
        #expect(PagePath.revokeSession("..").text == "/account/sessions/~../revoke")
    }

    @Test("the description of a form token is redacted")
    func formToken() {
        var printed = "\(PageSample.token) \(String(reflecting: PageSample.token))"
        dump(PageSample.token, to: &printed)
        #expect(!printed.contains("dG9rZW4"))
    }
}
