package import DeviceScreens

extension PhoneView {
    /// The screen of the front-most app, or of an extension over it, even if something else covers it.
    package var appScreen: AppScreen? {
        switch content {
        case .app(_, let screen): screen
        case .extensionSheet(let sheet): sheet.screen
        case .locked, .home, .launching, .settings, .messages, .mail: nil
        }
    }

    /// Returns the action of tapping a title; nil if the title is not visible.
    func action(tapping title: String) -> PhoneAction? {
        guard let overlay = overlays.last else { return keyboard?.action(tapping: title) ?? content.action(tapping: title) }
        switch overlay {
        case .prompt(let prompt): return prompt.answer(tapping: title).map { .answerPrompt(number: prompt.number, $0) }
        case .sheet(let sheet): return sheet.action(tapping: title)
        case .saveQuestion(let question):
            switch title {
            case question.isUpdate ? "Update Password" : "Save Password": return .answerSaveQuestion(.save)
            case "Not Now": return .answerSaveQuestion(.notNow)
            case "Never for This Website": return .answerSaveQuestion(.never)
            default: return nil
            }
        case .passwordList(let list):
            if title == "Cancel" { return .closePasswordList }
            if let place = list.providers.firstIndex(where: { title == "\($0)…" || title == $0 }) {
                return .chooseFromList(list.entries.count + place)
            }
            return list.place(called: title).map { .chooseFromList($0) }
        case .upgradeQuestion(let question):
            if title == (question.progress == nil ? "Not Now" : "Done") { return .closeUpgradeQuestion }
            return question.remedies.action(tapping: title)
        case .browser: return title == "Cancel" ? .closeBrowser : nil
        case .accountCode: return title == "Done" ? .dismissAccountCode : nil
        case .alert(let alert): return alert.action(tapping: title)
        }
    }
}

extension PhoneView.PromptView {
    fileprivate func answer(tapping title: String) -> PhoneAction? {
        if title == cancelTitle { return .cancelPrompt }
        if title == "Confirm on Apple Watch", takesWatch { return .confirmOnWatch }
        if way == .faceConsent { return title == "OK" ? .allowFaceID : nil }
        return title == fallbackTitle ? .choosePasscodeInstead : nil
    }
}

extension PhoneView.SheetView {
    fileprivate func action(tapping title: String) -> PhoneAction? {
        for case .candidate(let index, title, _, _) in parts { return .answerSheet(number: number, .choose(index)) }
        guard let role = buttons.first(where: { $0.title == title })?.role else { return nil }
        let action: PhoneAction.SheetAction =
            switch role {
            case .proceed: .proceed
            case .cancel: .cancel
            case .openSettings: .openSettings
            case .tryAgain: .tryAgain
            }
        return .answerSheet(number: number, action)
    }
}

extension PhoneView.Keyboard {
    fileprivate func action(tapping title: String) -> PhoneAction? {
        if title == "Passwords", hasKey { return .openPasswordList }
        let place = suggestions.firstIndex { suggestion in
            switch suggestion {
            case .passkey(let user, let site): title == user || title == "Passkey of \(user) for \(site)"
            case .credential(let user, let site): title == user || title == "\(user) for \(site)"
            case .strongPassword: title == "Use Strong Password"
            case .ownPassword: title == "Choose My Own Password"
            case .code(let code, _, _), .mailedCode(let code, _): title == code
            case .provided(let user, let provider, _): title == user || title == "\(user) from \(provider)"
            }
        }
        return place.map { .chooseSuggestion($0) }
    }
}

extension PhoneView.Content {
    fileprivate func action(tapping title: String) -> PhoneAction? {
        switch self {
        case .home(let icons):
            if let icon = icons.first(where: { $0.name == title }) { return .open(app: icon.id) }
            return switch title {
            case "Settings": .openSettings(.root)
            case "Messages": .openMessages
            case "Mail": .openMail
            case Browser.name: .open(app: Browser.id)
            default: nil
            }
        case .app(_, let screen): return screen.action(tapping: title)
        case .extensionSheet(let sheet):
            // An alert of the extension does not block the system's controls.
            if title == "Cancel", sheet.screen?.alert?.buttons.contains(title) != true { return .cancelExtension }
            return sheet.screen?.action(tapping: title)
        case .settings(let settings): return settings.action(tapping: title)
        case .mail(let mail): return mail.action(tapping: title)
        case .locked, .launching, .messages: return nil
        }
    }
}

extension PhoneView.MailView {
    fileprivate func action(tapping title: String) -> PhoneAction? {
        guard open == nil else { return title == "Mail" ? .openMail : nil }
        if account == nil { return title == "Settings" ? .openSettings(.account) : nil }
        let found = mails.first { $0.subject == title } ?? mails.first { $0.sender == title }
        return found.map { .readMail(id: $0.id) }
    }
}

extension AppScreen {
    fileprivate func action(tapping title: String) -> PhoneAction? {
        if let alert { return alert.action(tapping: title) }
        if let button = buttons.first(where: { ($0.title == title || $0.id == title) && $0.isEnabled }) {
            return .press(button: button.id)
        }
        return field(called: title).map { .focus(field: $0.id) }
    }

    /// Returns the field with a label, placeholder or identifier.
    func field(called name: String) -> AppTextField? {
        fields.first { $0.label == name } ?? fields.first { $0.placeholder == name } ?? fields.first { $0.id == name }
    }
}

extension AppAlert {
    fileprivate func action(tapping title: String) -> PhoneAction? {
        buttons.firstIndex(of: title).map { .answerAlert(button: $0) }
    }
}

extension [PhoneView.Remedy] {
    func action(tapping title: String) -> PhoneAction? {
        firstIndex { $0.title == title && $0.canBeChosen }.map { .chooseRemedy($0) }
    }
}

extension PhoneView.SettingsView {
    /// Returns the action of tapping a title in Settings; nil if the title is not visible, or ambiguous.
    func action(tapping title: String) -> PhoneAction? {
        if let back = page.back, title == back.title { return .openSettings(back.page) }
        switch page {
        case .root: return rootAction(title)
        case .account: return accountAction(title)
        case .passwords: return passwordsAction(title)
        case .recommendations:
            let found =
                recommendations?.first { $0.id == title || "\($0.user) for \($0.site)" == title }
                ?? recommendations?.first { $0.user == title || $0.site == title }
            return found.map { .openRecommendation(id: $0.id) }
        case .recommendation: return recommendation?.remedies.action(tapping: title)
        case .passkey, .importCredentials: return nil
        case .exportCredentials: return title == "Continue" && !isExportConfirmed ? .openSettings(.exportCredentials) : nil
        case .autoFill: return autoFillAction(title)
        case .faceID:
            let apps = (appsUsingFaceID ?? []).filter { $0.name == title || $0.id == title }
            return apps.only.map { .setFaceID(app: $0.id, isAllowed: !$0.isAllowed) }
        case .language: return PhoneView.Language(rawValue: title).map { .setLanguage($0) }
        case .watch: return watchActions.first { $0.title == title }.map { .setWatch($0.next) }
        }
    }

    /// The controls of the Apple Watch page, and the state of the watch after each.
    package var watchActions: [(title: String, isOn: Bool?, next: SimulatedWatch?)] {
        guard let watch else { return [("Pair with Apple Watch", nil, SimulatedWatch())] }
        let switches: [(String, WritableKeyPath<SimulatedWatch, Bool>)] = [
            ("On Wrist", \.isOnWrist), ("Unlocked", \.isUnlocked), ("Nearby", \.isNearby),
        ]
        return switches.map { title, part in
            var next = watch
            next[keyPath: part].toggle()
            return (title, watch[keyPath: part], next)
        } + [("Unpair Apple Watch", nil, nil)]
    }

    private func rootAction(_ title: String) -> PhoneAction? {
        switch title {
        case "Apple Account", account: .openSettings(.account)
        case "Passwords": .openSettings(.passwords)
        case "Face ID" where appsUsingFaceID != nil: .openSettings(.faceID)
        case "Apple Watch": .openSettings(.watch)
        case "Language": .openSettings(.language)
        case "AutoFill & Passwords": .openSettings(.autoFill)
        default: nil
        }
    }

    private func autoFillAction(_ title: String) -> PhoneAction? {
        switch title {
        case "AutoFill Passwords": .setAutoFill(!isAutoFillOn)
        default:
            credentialProviders.filter { $0.name == title || $0.id == title }.only.map { .setProvider(app: $0.id, isOn: !$0.isOn) }
        }
    }

    private func accountAction(_ title: String) -> PhoneAction? {
        if accountSignIn != nil, title == "Cancel" { return .cancelAccountSignIn }
        guard account != nil else { return nil }
        if title == "Turn On Two-Factor Authentication", accountDetails?.hasTwoFactor == false { return .turnOnTwoFactor }
        if let address = accountDetails?.emails.dropFirst().first(where: { title == "Remove \($0)" }) {
            return .removeAddress(address)
        }
        if title == "Sign Out" { return .signOutOfAppleAccount }
        let apps = (appsUsingAccount ?? []).filter { title == "Stop Using" || title == "Stop using \($0.name)" }
        return apps.only.map { .stopUsing(app: $0.id) }
    }

    private func passwordsAction(_ title: String) -> PhoneAction? {
        guard arePasswordsShown else { return nil }
        if title == "Security Recommendations" { return .openSettings(.recommendations) }
        if title == "Export to Another App" { return .openSettings(.exportCredentials) }
        if title == "Import from Another App" { return .openSettings(.importCredentials) }
        let sites = neverSaved.filter { title == "Remove" || title == "Ask again for \($0)" }
        if let site = sites.only { return .askToSave(site: site) }
        let ends = passwords.flatMap { password in
            password.possibleEnds.enumerated().filter { _, end in
                end.title == title || "\(end.title) for \(password.user) at \(password.site)" == title || end.password == title
            }.map { place, _ in PhoneAction.settleChange(id: password.id, place) }
        }
        if let end = ends.only { return end }
        let deleted = passwords.filter { password in
            let words = "Delete the password of \(password.user)"
            return title == "Delete Password" || title == words || title == "\(words) for \(password.site)"
        }
        if let password = deleted.only { return .deletePassword(id: password.id) }
        let removed = passkeys.filter { passkey in
            let words = "Delete the passkey of \(passkey.user)"
            return title == "Delete Passkey" || title == words || title == "\(words) for \(passkey.site)"
        }
        if let passkey = removed.only { return .deletePasskey(id: passkey.id) }
        let edited = passkeys.filter { passkey in
            let words = "Edit the passkey of \(passkey.user)"
            return title == "Edit" || title == words || title == "\(words) for \(passkey.site)"
        }
        return edited.only.map { .openPasskey(id: $0.id) }
    }
}

extension PhoneView.SettingsView.Page {
    /// The page that this one was opened from, and the title of its back button; nil for the first page.
    package var back: (page: PhoneView.SettingsView.Page, title: String)? {
        switch self {
        case .root: nil
        case .account, .passwords, .autoFill, .faceID, .watch, .language: (.root, "Settings")
        case .recommendations, .passkey, .exportCredentials, .importCredentials: (.passwords, "Passwords")
        case .recommendation: (.recommendations, "Security Recommendations")
        }
    }
}

extension PhoneView.PasswordList {
    /// Returns the entry with this title: user and site, or only the user if that is unambiguous. Among several entries, the only
    /// one for this app or page is chosen.
    func place(called title: String) -> Int? {
        if let place = entries.firstIndex(where: { $0.title == title }) { return place }
        let places = entries.indices.filter { entries[$0].user == title }
        return places.only ?? places.filter { entries[$0].isForHere }.only
    }
}

extension PhoneView.PasswordList.Entry {
    /// The title, which is unique among the passkeys or the passwords of a site.
    package var title: String { isPasskey ? "Passkey of \(user) for \(site)" : "\(user) for \(site)" }
}

extension PhoneView.SettingsView.PossibleOutcome {
    fileprivate var password: String? {
        if case .newPassword(let password) = self { password } else { nil }
    }
}

extension Array {
    /// The element of an array with exactly one; otherwise nil.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
