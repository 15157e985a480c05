import DeviceScreens
import DeviceSimulator

/// The state of a phone as lines of text. Brackets mark what can be tapped.
struct PhoneListing {
    let lines: [String]

    init(_ view: PhoneView) {
        var lines = Self.content(view.content)
        if let keyboard = view.keyboard {
            let offered = keyboard.suggestions.map { "[\(Self.words($0))]" } + (keyboard.hasKey ? ["[Passwords]"] : [])
            lines.append(
                "keyboard for \(keyboard.field): " + (offered.isEmpty ? "no suggestions" : offered.joined(separator: " ")))
        }
        if let banner = view.mailBanner { lines.append("mail from \(banner.sender): \(banner.subject)") }
        if let banner = view.banner { lines.append("message from \(banner.sender): \(banner.text)") }
        if case .passkeySaved(let user, let site) = view.notification {
            lines.append("notification: passkey saved for \(user) at \(site)")
        }
        for overlay in view.overlays { lines += Self.overlay(overlay) }
        lines += view.remarks.map { "for the app's developer: \($0)" }
        self.lines = lines.map { $0.split(separator: "\n").joined(separator: " / ") }
    }

    private static func content(_ content: PhoneView.Content) -> [String] {
        switch content {
        case .locked: ["locked"]
        case .home(let apps): ["home"] + apps.map { "[\($0.name)]\($0.isRunning ? " running" : "")  \($0.id)" }
        case .app(let icon, let screen): ["\(icon.name): \(screen.title)"] + screen.elements.map(element) + alert(screen.alert)
        case .launching(let icon, let failure): ["\(icon.name): \(failure ?? "starting")"]
        case .settings(let settings): Self.settings(settings)
        case .extensionSheet(let sheet):
            [
                sheet.app + (sheet.user.isEmpty ? "" : ", for \(sheet.user) at \(sheet.site)") + ": \(sheet.screen?.title ?? "")",
                "[Cancel]",
            ]
                + (sheet.screen?.elements.map(element) ?? []) + alert(sheet.screen?.alert)
        case .messages(let messages): ["Messages"] + messages.map { "\($0.sender): \($0.text)" }
        case .mail(let mail): Self.mail(mail)
        }
    }

    private static func mail(_ mail: PhoneView.MailView) -> [String] {
        if let open = mail.open {
            return [
                "Mail: \(open.mail.subject)", "[Mail]", "from \(open.mail.sender) <\(open.from)>", "to \(open.to)", open.text,
            ]
        }
        guard mail.account != nil else { return ["Mail: not signed in to an Apple Account", "[Settings]"] }
        return ["Mail"] + mail.mails.map { "\($0.id)  \($0.sender): [\($0.subject)] \($0.preview)" }
    }

    private static func element(_ element: AppElement) -> String {
        switch element {
        case .text(let text): text.style == .error ? "! \(text.text)" : text.text
        case .button(let button): "[\(button.title)]\(button.isEnabled ? "" : " disabled")  \(button.id)"
        case .field(let field):
            "\(field.label): \(field.isSecure ? String(repeating: "*", count: field.text.count) : field.text)  \(field.id)"
        }
    }

    private static func alert(_ alert: AppAlert?) -> [String] {
        guard let alert else { return [] }
        return ["alert: \(alert.title)", alert.message, alert.buttons.map { "[\($0)]" }.joined(separator: " ")]
    }

    private static func settings(_ settings: PhoneView.SettingsView) -> [String] {
        let failure = settings.failure.map { ["! \($0)"] } ?? []
        switch settings.page {
        case .root:
            return [
                "Settings", "[Apple Account] \(settings.account ?? "none")", "[Passwords]",
                "[AutoFill & Passwords] \(settings.isAutoFillOn ? "on" : "off")",
                "[Apple Watch] \(settings.watch == nil ? "not paired" : "paired")",
            ] + (settings.appsUsingFaceID == nil ? [] : ["[Face ID]"])
                + failure
        case .account:
            return ["Settings: Apple Account \(settings.account ?? "none")"] + account(settings)
                + (settings.appsUsingAccount ?? []).map {
                    "\($0.name)\($0.email.map { " as \($0)" } ?? "") [Stop using \($0.name)]  \($0.id)"
                } + (settings.account == nil ? [] : ["[Sign Out]"]) + failure
        case .autoFill:
            return ["Settings: AutoFill & Passwords", "[AutoFill Passwords] \(settings.isAutoFillOn ? "on" : "off")"]
                + settings.credentialProviders.map { "AutoFill from [\($0.name)] \($0.isOn ? "on" : "off")  \($0.id)" }
                + failure
        case .faceID:
            return ["Settings: Face ID"]
                + (settings.appsUsingFaceID ?? []).map { "[\($0.name)] \($0.isAllowed ? "on" : "off")  \($0.id)" }
                + failure
        case .language:
            return ["Settings: Language"] + PhoneView.Language.allCases.filter { $0 != .pseudo }.map { "[\($0.rawValue)]" }
                + failure
        case .watch:
            return ["Settings: Apple Watch"]
                + settings.watchActions.map { "[\($0.title)]" + ($0.isOn.map { $0 ? " on" : " off" } ?? "") } + failure
        case .passwords:
            let passwords = settings.passwords.map { password -> String in
                let note = password.isUnused ? ", not accepted by the website" : ""
                let words = "\(password.user) for \(password.site)"
                return "\(words)\(note) [Delete the password of \(words)]"
            }
            return ["Settings: Passwords\(settings.arePasswordsShown ? "" : ", locked")"]
                + (settings.arePasswordsShown
                    ? ["[Security Recommendations]", "[Export to Another App]", "[Import from Another App]"] : [])
                + passwords
                + settings.passkeys.map { passkey in
                    let words = "the passkey of \(passkey.user) for \(passkey.site)"
                    let note = passkey.isHidden ? ", not accepted by the website" : ""
                    return "passkey of \(passkey.user) for \(passkey.site)\(note) [Edit \(words)] [Delete \(words)]"
                }
                + settings.neverSaved.map { "never saved: \($0) [Ask again for \($0)]" }
                + failure
        case .passkey:
            return [settings.passkey.map { "Settings: Passkey of \($0.user) for \($0.site)" } ?? "Settings: Passkey, locked"]
                + failure
        case .exportCredentials:
            return ["Settings: Export to Another App\(settings.isExportConfirmed ? ", confirmed" : "")"]
                + (settings.isExportConfirmed ? [] : ["[Continue]"]) + failure
        case .importCredentials: return ["Settings: Import from Another App"] + failure
        case .recommendations:
            let all = settings.recommendations ?? []
            return ["Settings: Security Recommendations\(settings.arePasswordsShown ? "" : ", locked")"]
                + all.map { "[\($0.user)] for \($0.site): \($0.headline). \($0.reason)  \($0.id)" } + failure
        case .recommendation:
            return (settings.recommendation.map(recommendation) ?? ["Settings: Security Recommendations, locked"]) + failure
        }
    }

    private static func account(_ settings: PhoneView.SettingsView) -> [String] {
        let waiting: [String] =
            switch settings.accountSignIn {
            case .code(let account)?: ["code for \(account), shown on its other devices", "[Cancel]"]
            case .locked(let account)?: ["\(account) is locked: enter its password to unlock it", "[Cancel]"]
            case nil: []
            }
        guard let details = settings.accountDetails else { return waiting }
        return waiting + ["\(details.name)\(details.isLocked ? ", locked" : "")"]
            + details.emails.enumerated().map { $0.offset == 0 ? $0.element : "\($0.element) [Remove \($0.element)]" }
            + [details.hasTwoFactor ? "two-factor authentication on" : "[Turn On Two-Factor Authentication]"]
    }

    private static func recommendation(_ page: PhoneView.SettingsView.RecommendationPage) -> [String] {
        let about = page.recommendation
        return ["\(about.user) for \(about.site): \(about.reason)"] + remedies(page.remedies) + progress(page.progress)
    }

    private static func remedies(_ remedies: [PhoneView.Remedy]) -> [String] {
        remedies.map { remedy in
            let title = remedy.canBeChosen ? "[\(remedy.title)]" : remedy.title
            return "\(title)  \(remedy.whatHappens)" + (remedy.obstacle.map { " ! \($0)" } ?? "")
        }
    }

    private static func progress(_ progress: PhoneView.UpgradeProgress?) -> [String] {
        progress.map { ["\($0.stage.rawValue): \($0.text)"] } ?? []
    }

    private static func words(_ suggestion: PhoneView.Suggestion) -> String {
        switch suggestion {
        case .passkey(let user, let site): "Passkey of \(user) for \(site)"
        case .credential(let user, let site): "\(user) for \(site)"
        case .strongPassword: "Use Strong Password"
        case .ownPassword: "Choose My Own Password"
        case .code(let code, let sender, _): "\(code) from \(sender)"
        case .mailedCode(let code, _): "\(code) from Mail"
        case .provided(let user, let provider, _): "\(user) from \(provider)"
        }
    }

    private static func words(_ way: PhoneView.PromptView.Method) -> String {
        switch way {
        case .biometry: "biometry"
        case .passcode: "the passcode"
        case .applicationPassword: "the app's password"
        case .newApplicationPassword: "a new app password"
        case .faceConsent: "permission to use Face ID"
        case .watch: "the watch"
        }
    }

    private static func lines(of prompt: PhoneView.PromptView) -> [String] {
        let buttons: [String?] =
            [prompt.cancelTitle, prompt.fallbackTitle] + (prompt.way == .faceConsent ? ["OK"] : [])
            + (prompt.takesWatch ? ["Confirm on Apple Watch"] : [])
        var lines = ["prompt for \(words(prompt.way)): \(prompt.reason)"]
        if let credential = prompt.credential { lines.append("site \(credential.site), account \(credential.user)") }
        return lines + [buttons.compactMap(\.self).map { "[\($0)]" }.joined(separator: " ")]
    }

    private static func overlay(_ overlay: PhoneView.Overlay) -> [String] {
        switch overlay {
        case .sheet(let sheet):
            ["sheet \(sheet.number): \(sheet.title)", sheet.message] + sheet.parts.map(part)
                + [sheet.buttons.map { "[\($0.title)]" }.joined(separator: " ")]
        case .prompt(let prompt): lines(of: prompt)
        case .saveQuestion(let question):
            [
                "\(question.isUpdate ? "update" : "save") the password of \(question.user) for \(question.site)?",
                "[\(question.isUpdate ? "Update" : "Save") Password] [Never for This Website] [Not Now]",
            ]
        case .passwordList(let list):
            ["passwords"] + list.entries.enumerated().map { "\($0.offset)  [\($0.element.title)]" }
                + list.providers.enumerated().map { "\($0.offset + list.entries.count)  [\($0.element)…]" } + ["[Cancel]"]
        case .upgradeQuestion(let question):
            ["weak password of \(question.user) for \(question.site): \(question.reason)"] + remedies(question.remedies)
                + progress(question.progress) + [question.progress == nil ? "[Not Now]" : "[Done]"]
        case .browser(let address): ["web page \(address)"]
        case .accountCode(let code): ["verification code for \(code.place): \(code.code)", "[Done]"]
        case .alert(let alert): self.alert(alert)
        }
    }

    private static func word(_ kind: PhoneView.SheetView.ContactKind) -> String {
        switch kind {
        case .email: "e-mail address"
        case .phoneNumber: "phone number"
        }
    }

    private static func part(_ part: PhoneView.SheetView.Part) -> String {
        switch part {
        case .text(let text): text
        case .name(let given, let family): "name: \(given) \(family)"
        case .email(let shared, let isHidden, let others):
            "e-mail: \(isHidden ? "hidden" : "shared"), \(([shared] + others).joined(separator: " or "))"
        case .contact(let known, let kinds):
            "contact: \((known + ["another \(kinds.map(Self.word).joined(separator: " or "))"]).joined(separator: " or "))"
        case .passwordManagers(let names):
            "passkey: on the device\(names.enumerated().map { " or in \($0.offset)  \($0.element)" }.joined())"
        case .candidate(let index, let title, let detail, _): "\(index)  \(title), \(detail)"
        case .password: "password of the Apple Account:"
        case .pin: "PIN of the security key:"
        }
    }
}

extension PhoneView {
    /// The frontmost sheet.
    var sheet: SheetView? {
        if case .sheet(let sheet) = overlays.last { sheet } else { nil }
    }

    /// The frontmost prompt.
    var prompt: PromptView? {
        if case .prompt(let prompt) = overlays.last { prompt } else { nil }
    }
}
