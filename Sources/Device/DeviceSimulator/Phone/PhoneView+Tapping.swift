import DeviceScreens

extension PhoneView {
    /// What the app in front shows, whatever lies over it.
    var appScreen: AppScreen? {
        if case .app(_, let screen) = content { screen } else { nil }
    }

    /// What tapping on this title does; nil where it is nowhere to be seen.
    func action(tapping title: String) -> PhoneAction? {
        guard let overlay = overlays.last else { return keyboard?.action(tapping: title) ?? content.action(tapping: title) }
        switch overlay {
        case .prompt(let prompt):
            if title == prompt.cancelTitle { return .cancelPrompt }
            return title == prompt.fallbackTitle ? .choosePasscodeInstead : nil
        case .sheet(let sheet): return sheet.action(tapping: title)
        case .saveQuestion(let question):
            switch title {
            case question.isUpdate ? "Update Password" : "Save Password": return .answerSaveQuestion(.save)
            case "Not Now": return .answerSaveQuestion(.notNow)
            default: return nil
            }
        case .passwordList(let list):
            if title == "Cancel" { return .closePasswordList }
            return list.entries.firstIndex { $0.user == title }.map { .chooseFromList($0) }
        case .browser: return title == "Cancel" ? .closeBrowser : nil
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
            case .credential(let user, _): title == user
            case .strongPassword: title == "Use Strong Password"
            case .code(let code, _, _): title == code
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
            default: nil
            }
        case .app(_, let screen):
            if let alert = screen.alert { return alert.buttons.firstIndex(of: title).map { .answerAlert(button: $0) } }
            if let button = screen.buttons.first(where: { ($0.title == title || $0.id == title) && $0.isEnabled }) {
                return .press(button: button.id)
            }
            return screen.field(called: title).map { .focus(field: $0.id) }
        case .settings(let settings) where settings.page == .root:
            return switch title {
            case "Apple Account": .openSettings(.account)
            case "Passwords": .openSettings(.passwords)
            default: nil
            }
        case .locked, .launching, .settings, .messages: return nil
        }
    }
}

extension AppScreen {
    /// The field that a person or a programmer calls so.
    func field(called name: String) -> AppTextField? {
        fields.first { $0.label == name } ?? fields.first { $0.placeholder == name } ?? fields.first { $0.id == name }
    }
}
