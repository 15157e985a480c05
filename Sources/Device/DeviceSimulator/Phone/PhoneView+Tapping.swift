package import DeviceScreens

extension PhoneView {
    /// What the app in front shows, or an extension over it, whatever else lies over it.
    package var appScreen: AppScreen? {
        switch content {
        case .app(_, let screen): screen
        case .extensionSheet(let sheet): sheet.screen
        case .locked, .home, .launching, .settings, .messages: nil
        }
    }

    /// What tapping on this title does; nil where it is nowhere to be seen.
    func action(tapping title: String) -> PhoneAction? {
        guard let overlay = overlays.last else { return keyboard?.action(tapping: title) ?? content.action(tapping: title) }
        switch overlay {
        case .prompt(let prompt):
            if title == prompt.cancelTitle { return .cancelPrompt }
            if title == "Confirm on Apple Watch", prompt.takesWatch { return .confirmOnWatch }
            if prompt.way == .faceConsent { return title == "OK" ? .allowFaceID : nil }
            return title == prompt.fallbackTitle ? .choosePasscodeInstead : nil
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
        }
    }
}

extension PhoneView.SheetView {
    fileprivate func action(tapping title: String) -> PhoneAction? {
        for case .candidate(let index, title, _) in parts { return .answerSheet(number: number, .choose(index)) }
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
            case .credential(let user, let site): title == user || title == "\(user) for \(site)"
            case .strongPassword: title == "Use Strong Password"
            case .ownPassword: title == "Choose My Own Password"
            case .code(let code, _, _): title == code
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
            case Browser.name: .open(app: Browser.id)
            default: nil
            }
        case .app(_, let screen): return screen.action(tapping: title)
        case .extensionSheet(let sheet):
            // An alert of the extension's is in the way of nothing of the system's.
            if title == "Cancel", sheet.screen?.alert?.buttons.contains(title) != true { return .cancelExtension }
            return sheet.screen?.action(tapping: title)
        case .settings(let settings): return settings.action(tapping: title)
        case .locked, .launching, .messages: return nil
        }
    }
}

extension AppScreen {
    fileprivate func action(tapping title: String) -> PhoneAction? {
        if let alert { return alert.buttons.firstIndex(of: title).map { .answerAlert(button: $0) } }
        if let button = buttons.first(where: { ($0.title == title || $0.id == title) && $0.isEnabled }) {
            return .press(button: button.id)
        }
        return field(called: title).map { .focus(field: $0.id) }
    }
}

extension [PhoneView.Remedy] {
    func action(tapping title: String) -> PhoneAction? {
        firstIndex { $0.title == title && $0.canBeChosen }.map { .chooseRemedy($0) }
    }
}

extension AppScreen {
    /// The field that a person or a programmer calls so.
    func field(called name: String) -> AppTextField? {
        fields.first { $0.label == name } ?? fields.first { $0.placeholder == name } ?? fields.first { $0.id == name }
    }
}
