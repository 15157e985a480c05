import DeviceScreens

extension PhoneView {
    /// In few words, for whoever waited for something else. Nothing of it is secret: of fields it says only which are empty.
    var summary: String {
        let content =
            switch content {
            case .locked: "the lock screen"
            case .home(let icons): "the home screen with \(icons.map(\.name))"
            case .app(let icon, let screen): "\(icon.name) with \(screen.summary)"
            case .launching(let icon, let failure): "\(icon.name), launching" + (failure.map { ": \($0)" } ?? "")
            case .settings(let settings):
                "Settings, \(settings.page.rawValue)"
                    + (settings.recommendation?.progress.map { ": \($0.stage.rawValue), \($0.text)" } ?? "")
            case .extensionSheet(let sheet):
                "the extension of \(sheet.app)" + (sheet.screen.map { " with \($0.summary)" } ?? "")
            case .messages: "Messages"
            }
        let covers = overlays.map { overlay in
            switch overlay {
            case .sheet(let sheet): "the sheet “\(sheet.title)”"
            case .prompt(let prompt): "a prompt of \(prompt.app)"
            case .saveQuestion: "the question whether to save"
            case .passwordList(let list): "the list of passwords \(list.entries.map { "\($0.user) for \($0.site)" })"
            case .upgradeQuestion: "the question whether to change a weak password"
            case .browser(let address): "the page \(address)"
            case .accountCode: "a code of the Apple account"
            }
        }
        return ([content] + covers).joined(separator: ", under ")
    }
}

extension AppScreen {
    fileprivate var summary: String {
        let errors = elements.compactMap { element in
            if case .text(let text) = element, text.style == .error { "“\(text.text)”" } else { nil }
        }
        return [
            "“\(title)”", "buttons \(buttons.map { $0.isEnabled ? $0.title : "\($0.title) (disabled)" })",
            "fields \(fields.map { $0.text.isEmpty ? "\($0.label) (empty)" : $0.label })",
            errors.isEmpty ? nil : "errors \(errors.joined(separator: ", "))", alert.map { "alert “\($0.title)”" },
        ].compactMap(\.self).joined(separator: ", ")
    }
}
