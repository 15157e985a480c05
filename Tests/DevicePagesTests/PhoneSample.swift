import DeviceScreens
import DeviceServices
@testable import DeviceSimulator
import Foundation
import Texts

/// A phone in one state, for snapshots and rules for all pages.
struct PhoneSample: Sendable, CustomStringConvertible {
    let name: String
    let view: PhoneView
    var language = Language.english

    var description: String { name }

    /// Every sample in English, in Arabic, which is written from right to left, and in Simplified Chinese.
    static let all: [PhoneSample] =
        english
        + [Language.arabic, .simplifiedChinese].flatMap { language in
            english.map { PhoneSample(name: "\($0.name)-\(language.tag)", view: $0.view, language: language) }
        }

    static let english = screens + mail

    private static let screens: [PhoneSample] = [
        PhoneSample(name: "home", view: .sample(.home([.juice, .quotes]))),
        PhoneSample(
            name: "sign-in-with-keyboard",
            view: .sample(
                .app(.quotes, .signIn),
                keyboard: .init(
                    field: "username", suggestions: [.credential(user: "mira@example.com", site: "quotes.example.com")],
                    hasKey: true))),
        PhoneSample(
            name: "sign-in-with-provider",
            view: .sample(
                .app(.quotes, .signIn),
                keyboard: .init(
                    field: "username", suggestions: [.provided(user: "mira@example.com", provider: "Vault", isCode: false)],
                    hasKey: true))),
        PhoneSample(name: "juice", view: .sample(.app(.juice, .juiceLogin))),
        PhoneSample(name: "first-sheet", view: .sample(.app(.juice, .juiceLogin), overlays: [.sheet(.details)])),
        PhoneSample(name: "face-id", view: .sample(.app(.quotes, .signIn), overlays: [.prompt(.face(isRepeated: false))])),
        PhoneSample(name: "face-id-again", view: .sample(.app(.quotes, .signIn), overlays: [.prompt(.face(isRepeated: true))])),
        PhoneSample(
            name: "locked", view: .sample(.locked(.init(takesBiometry: true, takesPasscode: true)))),
        PhoneSample(name: "face-id-consent", view: .sample(.app(.quotes, .signIn), overlays: [.prompt(.faceConsent)])),
        PhoneSample(name: "app-password", view: .sample(.app(.quotes, .signIn), overlays: [.prompt(.newAppPassword)])),
        PhoneSample(name: "passcode", view: .sample(.app(.quotes, .signIn), overlays: [.prompt(.passcode)])),
        PhoneSample(name: "delete-password", view: .sample(.app(.quotes, .signIn), overlays: [.prompt(.deletion(.biometry))])),
        PhoneSample(name: "remarks", view: .remarked),
        PhoneSample(name: "settings", view: .sample(.settings(.sample(.root)))),
        PhoneSample(name: "settings-autofill", view: .sample(.settings(.sample(.autoFill)))),
        PhoneSample(name: "settings-face-id", view: .sample(.settings(.sample(.faceID)))),
        PhoneSample(name: "settings-language", view: .sample(.settings(.sample(.language)))),
        PhoneSample(name: "settings-watch", view: .sample(.settings(.watched))),
        PhoneSample(name: "settings-account", view: .sample(.settings(.sample(.account)))),
        PhoneSample(name: "settings-account-details", view: .sample(.settings(.detailed(isLocked: false)))),
        PhoneSample(name: "settings-account-locked", view: .sample(.settings(.detailed(isLocked: true)))),
        PhoneSample(name: "settings-account-code", view: .sample(.settings(.signingIn(.code(account: "mira"))))),
        PhoneSample(name: "settings-account-unlock", view: .sample(.settings(.signingIn(.locked(account: "mira"))))),
        PhoneSample(
            name: "account-code",
            view: .sample(.app(.juice, .juiceLogin), overlays: [.accountCode(.init(code: "481516", place: "Mira’s <iPad>"))])),
        PhoneSample(name: "first-sheet-addresses", view: .sample(.app(.juice, .juiceLogin), overlays: [.sheet(.addresses)])),
        PhoneSample(name: "settings-passwords", view: .sample(.settings(.sample(.passwords)))),
        PhoneSample(name: "settings-export", view: .sample(.settings(.sample(.exportCredentials)))),
        PhoneSample(name: "settings-export-confirmed", view: .sample(.settings(.exported))),
        PhoneSample(name: "settings-import", view: .sample(.settings(.sample(.importCredentials)))),
        PhoneSample(name: "security-key", view: .withSecurityKey),
        PhoneSample(name: "settings-passkey", view: .sample(.settings(.editedPasskey))),
        PhoneSample(name: "settings-recommendations", view: .sample(.settings(.recommended))),
        PhoneSample(name: "settings-recommendation", view: .sample(.settings(.recommended(nil)))),
        PhoneSample(name: "settings-recommendation-working", view: .sample(.settings(.recommended(.working)))),
        PhoneSample(name: "settings-recommendation-failed", view: .sample(.settings(.recommended(.failed)))),
        PhoneSample(name: "settings-recommendations-locked", view: .sample(.settings(.lockedRecommendations))),
        PhoneSample(
            name: "extension",
            view: .sample(
                .extensionSheet(.juice(.confirm)), keyboard: .init(field: "code", suggestions: [], hasKey: false))),
        PhoneSample(name: "extension-empty", view: .sample(.extensionSheet(.juice(nil)))),
        PhoneSample(
            name: "weak-password", view: .sample(.app(.quotes, .signedIn), overlays: [.upgradeQuestion(.sample(nil))])),
        PhoneSample(
            name: "weak-password-done",
            view: .sample(.app(.quotes, .signedIn), overlays: [.upgradeQuestion(.sample(.done))])),
        PhoneSample(name: "settings-signed-out", view: .sample(.settings(.signedOut))),
        PhoneSample(name: "messages", view: .sample(.messages([.code, .lunch]))),
        PhoneSample(
            name: "one-time-code",
            view: .sample(
                .app(.quotes, .code),
                keyboard: .init(
                    field: "code",
                    suggestions: [.code("481516", sender: "+1 555 0100", site: "quotes.example.com")], hasKey: false),
                banner: .code)),
        PhoneSample(
            name: "strong-password",
            view: .sample(
                .app(.quotes, .signUp),
                keyboard: .init(field: "password", suggestions: [.strongPassword("cuqwyf-9rahpo-Byzzub")], hasKey: true))),
        PhoneSample(
            name: "strong-password-filled",
            view: .sample(
                .app(.quotes, .strongSignUp), keyboard: .init(field: "password", suggestions: [.ownPassword], hasKey: false),
                strongPasswordFields: ["password"])),
        PhoneSample(
            name: "browser",
            view: .sample(
                .app(.browser, .page),
                keyboard: .init(
                    field: "username", suggestions: [.credential(user: "mira", site: "quotes.example.com")], hasKey: true))),
        PhoneSample(name: "browser-failed", view: .sample(.app(.browser, .unreachable))),
        PhoneSample(
            name: "save-question",
            view: .sample(
                .app(.quotes, .signedIn),
                overlays: [.saveQuestion(.init(user: "mira@example.com", site: "quotes.example.com", isUpdate: false))])),
        PhoneSample(name: "password-list", view: .sample(.app(.quotes, .signIn), overlays: [.passwordList(.sample)])),
        PhoneSample(name: "create-passkey", view: .sample(.app(.juice, .juiceLogin), overlays: [.sheet(.createPasskey)])),
        PhoneSample(name: "new-account", view: .sample(.app(.juice, .juiceLogin), overlays: [.sheet(.newAccount)])),
        PhoneSample(name: "passkey-saved", view: .notified),
        PhoneSample(name: "sign-in-with-passkey", view: .sample(.app(.quotes, .signIn), keyboard: .passkey)),
        PhoneSample(name: "account-choice", view: .sample(.app(.juice, .juiceLogin), overlays: [.sheet(.choice)])),
        PhoneSample(name: "alert", view: .sample(.app(.juice, .juiceAlert))),
        PhoneSample(
            name: "provider-alert",
            view: .failed(.init(.fill, "Vault", .noticed(.unknownCredential)))),
        PhoneSample(
            name: "provider-setup-alert", view: .failed(.init(.setUp, "Vault", .noticed(.noReason)))),
        PhoneSample(name: "provider-choice", view: .sample(.extensionSheet(.choice))),
        PhoneSample(name: "no-account", view: .sample(.app(.juice, .juiceLogin), overlays: [.sheet(.noAccount)])),
        PhoneSample(
            name: "web-sign-in",
            view: .sample(.app(.juice, .juiceLogin), overlays: [.browser(address: "http://127.0.0.1:8080/sign-in?next=/account")])),
        PhoneSample(name: "web-page", view: .sample(.extensionSheet(.webPage))),
        PhoneSample(
            name: "two-suggestions",
            view: .sample(
                .app(.quotes, .signIn),
                keyboard: .init(
                    field: "username",
                    suggestions: [
                        .credential(user: "mira.rao@example.com", site: "quotes.example.com"),
                        .credential(user: "mira.rao.at.work@example.com", site: "quotes.example.com"),
                    ], hasKey: true))),
        PhoneSample(name: "launching", view: .sample(.launching(.juice, failure: nil))),
        PhoneSample(name: "ended", view: .sample(.launching(.juice, failure: "it ended with the exit code 1"), isOnline: false)),
        PhoneSample(
            name: "custom-input",
            view: .sample(
                .app(.quotes, .customCode), keyboard: .init(field: "code", suggestions: [], hasKey: false))),
    ]
}

extension PhoneView {
    static func sample(
        _ content: Content, keyboard: Keyboard? = nil, overlays: [Overlay] = [], banner: Message? = nil, isOnline: Bool = true,
        strongPasswordFields: [String] = [], filledFields: [String] = [], mailBanner: MailBanner? = nil
    ) -> PhoneView {
        PhoneView(
            version: 7, device: "Mira’s iPhone", time: Date(timeIntervalSince1970: 1_778_319_660), biometry: .faceID,
            isOnline: isOnline, content: content, keyboard: keyboard, overlays: overlays, banner: banner,
            strongPasswordFields: strongPasswordFields, filledFields: filledFields, mailBanner: mailBanner)
    }
}

extension PhoneView.AppIcon {
    static let juice = PhoneView.AppIcon(id: "TEAM.com.example.juice", name: "Juice", isRunning: true)
    static let browser = PhoneView.AppIcon(id: PhoneView.browser, name: "Browser", isRunning: true)
    static let quotes = PhoneView.AppIcon(id: "TEAM.com.example.quotes", name: "Motivation", isRunning: false)
}

extension AppScreen {
    static let signIn = AppScreen(
        title: "Log In",
        elements: [
            .text(AppText("Welcome back", style: .title)),
            .field(
                AppTextField(
                    "username", label: "User name", placeholder: "you@example.com", textContentType: "username",
                    keyboard: .emailAddress)),
            .field(AppTextField("password", label: "Password", text: "hunter", isSecure: true, textContentType: "password")),
            .text(AppText("The user name or password is wrong.", style: .error)),
            .button(AppButton("log-in", title: "Log In", style: .prominent)),
            .button(AppButton("sign-up", title: "Sign Up")),
        ])

    static let page = AppScreen(
        title: "Sign in · Quotes",
        elements: [
            .field(AppTextField("address", label: "Address", text: "https://quotes.example.com/sign-in")),
            .button(AppButton("go", title: "Go")), .button(AppButton("back", title: "Back")),
            .button(AppButton("reload", title: "Reload")), .text(AppText("quotes.example.com", style: .caption)),
            .text(AppText("Sign in", style: .title)), .field(AppTextField("username", label: "User name")),
            .field(AppTextField("password", label: "Password", isSecure: true)),
            .button(AppButton("control-3", title: "☐ Remember me")),
            .button(AppButton("control-4", title: "Sign in", style: .prominent)), .text(AppText("New here?")),
            .button(AppButton("link-6", title: "Create an account")),
        ])

    static let unreachable = AppScreen(
        title: "Browser",
        elements: [
            .field(AppTextField("address", label: "Address", text: "shop.example.org")), .button(AppButton("go", title: "Go")),
            .text(AppText(.unreachable(host: "shop.example.org"), style: .error)),
        ])

    static let strongSignUp = AppScreen(
        title: "Sign Up",
        elements: [
            .field(
                AppTextField(
                    "password", label: "Password", text: "cuqwyf-9rahpo-Byzzub", isSecure: true, textContentType: "new-password")),
            .button(AppButton("sign-up", title: "Sign Up", style: .prominent)),
        ])

    static let signUp = AppScreen(
        title: "Sign Up",
        elements: [
            .field(AppTextField("username", label: "User name", text: "mira@example.com", textContentType: "username")),
            .field(
                AppTextField(
                    "password", label: "Password", isSecure: true, textContentType: "new-password",
                    passwordRules: "required: upper, lower, digit; minlength: 12;")),
            .text(AppText("At least twelve characters.", style: .caption)),
            .button(AppButton("sign-up", title: "Sign Up", style: .prominent, isEnabled: false)),
        ])

    static let code = AppScreen(
        title: "Security Code",
        elements: [
            .text(AppText("Enter the code that we have sent you.")),
            .field(AppTextField("code", label: "Code", textContentType: "one-time-code", keyboard: .numberPad)),
            .button(AppButton("continue", title: "Continue", style: .prominent)),
        ])

    static let customCode = AppScreen(
        title: "Security Code",
        elements: [
            .field(AppTextField("code", label: "Code", textContentType: "one-time-code", hasCustomInputView: true))
        ])

    static let signedIn = AppScreen(
        title: "Motivation",
        elements: [
            .text(AppText("“Well begun is half done.”", style: .title)), .text(AppText("Aristotle", style: .caption)),
            .button(AppButton("another", title: "Another Quote", style: .prominent)),
            .button(AppButton("log-out", title: "Log Out", style: .destructive)),
        ])

    static let juiceLogin = AppScreen(
        title: "Juice",
        elements: [
            .text(AppText("Fresh juice, delivered.", style: .title)),
            .text(AppText("Sign in to order.")),
            .button(AppButton("apple", title: "Sign in with Apple", style: .appleBlack)),
            .button(AppButton("apple-white", title: "Continue with Apple", style: .appleWhite, cornerRadius: 0)),
            .button(AppButton("apple-outline", title: "Sign up with Apple", style: .appleWhiteOutline, cornerRadius: 900)),
        ])

    static let juiceAlert: AppScreen = {
        var screen = juiceLogin
        screen.alert = AppAlert(
            title: "Keychain Credential Received",
            message: "The app has received your selected credential from the keychain.\n\nUsername: mira",
            buttons: ["Dismiss", "More"])
        return screen
    }()
}

extension PhoneView.SheetView {
    static let details = PhoneView.SheetView(
        number: 3, app: "Juice", subject: .details, title: "Create an account for Juice using your Apple Account",
        message: "Juice will receive only the information that you share.",
        parts: [.name(given: "Mira", family: "Rao"), .email(shared: "mira@example.com", isHiddenByDefault: false)],
        buttons: [.init(role: .proceed, title: "Continue"), .init(role: .cancel, title: "Cancel")])

    static let addresses = PhoneView.SheetView(
        number: 3, app: "Juice", subject: .details, title: "Create an account for Juice using your Apple Account",
        message: "Juice will receive only the information that you share.",
        parts: [
            .name(given: "Mira", family: "Rao"),
            .email(shared: "mira@example.com", isHiddenByDefault: false, others: ["rao@example.org"]),
        ],
        buttons: [.init(role: .proceed, title: "Continue"), .init(role: .cancel, title: "Cancel")])

    static let choice = PhoneView.SheetView(
        number: 4, app: "Juice", subject: .choice, title: "Sign In", message: "",
        parts: [
            .candidate(index: 0, title: "Mira Rao", detail: "Apple Account", kind: .appleAccount),
            .candidate(index: 1, title: "mira", detail: "juice.example.com", kind: .password),
            .candidate(
                index: 2, title: "mira <rao>", detail: "Passkey for example.com", kind: .passkey(site: "example.com")),
            .candidate(index: 3, title: "Vault", detail: "Choose in this app", kind: .listOfPasswordManager),
        ], buttons: [.init(role: .cancel, title: "Cancel")])

    static let noAccount = PhoneView.SheetView(
        number: 5, app: "Juice", subject: .noAccount, title: "Sign in to your Apple Account in Settings",
        message: "This device is signed in to no Apple account.", parts: [],
        buttons: [.init(role: .openSettings, title: "Settings"), .init(role: .cancel, title: "Close")])
}

extension PhoneView {
    /// The alert about a password manager.
    static func failed(_ failure: ProviderFailure) -> PhoneView {
        var view = sample(.app(.quotes, .signIn), overlays: [.alert(failure.alert)])
        view.providerFailure = failure
        return view
    }

    static var remarked: PhoneView {
        var view = sample(.app(.quotes, .signIn))
        view.remarks = [
            "The password rules of “New Password” (byte 9): the class is unknown. Write one of upper, lower, digit.",
            "webcredentials:example.com is not associated: the site has no file (status 404)",
        ]
        return view
    }
}

extension PhoneView.PromptView {
    static func face(isRepeated: Bool) -> PhoneView.PromptView {
        PhoneView.PromptView(
            number: 1, app: "Quotes", reason: "Fill in the password of mira@example.com for quotes.example.com",
            way: .biometry, cancelTitle: "Cancel", fallbackTitle: isRepeated ? "Enter Passcode" : nil, isRepeated: isRepeated,
            takesWatch: isRepeated, purpose: .fillPassword(user: "mira@example.com", site: "quotes.example.com"))
    }

    static func deletion(_ way: Method) -> PhoneView.PromptView {
        PhoneView.PromptView(
            number: 1, app: "Quotes", reason: "Delete a saved password", way: way, cancelTitle: "Cancel", isRepeated: false,
            purpose: .deletePassword, credential: .init(user: "mira <rao>", site: "quotes.example.com"))
    }

    static let faceConsent = PhoneView.PromptView(
        number: 2, app: "Quotes", reason: "Opens your drafts without a password.", way: .faceConsent, cancelTitle: "Don’t Allow",
        fallbackTitle: nil, isRepeated: false)

    static let newAppPassword = PhoneView.PromptView(
        number: 2, app: "Quotes", reason: "Lock the drafts", way: .newApplicationPassword,
        cancelTitle: "Cancel", fallbackTitle: nil, isRepeated: false)

    static let passcode = PhoneView.PromptView(
        number: 2, app: "Settings", reason: "View your passwords", way: .passcode, cancelTitle: "Cancel", fallbackTitle: nil,
        isRepeated: false, purpose: .viewPasswords, isOfSettings: true)
}

extension PhoneView.Message {
    static let code = PhoneView.Message(
        id: 2, sender: "+1 555 0100", text: "Your code is 481516.\n\n@quotes.example.com #481516",
        received: Date(timeIntervalSince1970: 1_778_319_600), code: .init(text: "481516", range: 13..<19))
    static let lunch = PhoneView.Message(
        id: 1, sender: "Ben", text: "Lunch at <noon> & coffee after?", received: Date(timeIntervalSince1970: 1_778_315_000))
}

extension PhoneView.PasswordList {
    static let sample = PhoneView.PasswordList(
        entries: [
            .init(user: "mira@example.com", site: "quotes.example.com", isPasskey: true, isForHere: true),
            .init(user: "mira@example.com", site: "quotes.example.com", isForHere: true, warning: nil),
            .init(
                user: "mira", site: "shop.example.org", isForHere: false,
                warning: "This password was saved for shop.example.org, not for this app."),
        ], providers: ["Vault"])
}

extension PhoneView.ExtensionSheet {
    /// The page of an app's sign-in, in the phone's browser.
    static let webPage = PhoneView.ExtensionSheet(
        number: 9, app: "Motivation", user: "", site: "quotes.example.com",
        screen: AppScreen(
            title: "Sign in",
            elements: [
                .button(AppButton("reload", title: "Reload")), .text(AppText("quotes.example.com", style: .caption)),
                .field(AppTextField("username", label: "User name")), .button(AppButton("link-2", title: "I am Mira")),
                .button(AppButton("elsewhere", title: "Open on This Computer")),
            ]), isWebPage: true)
}
