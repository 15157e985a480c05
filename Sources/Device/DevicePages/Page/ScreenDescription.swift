import DeviceScreens
import DeviceSimulator

/// What a screen reader says when another screen comes up, or something lies over it.
struct ScreenDescription {
    let text: String

    init(_ view: PhoneView) {
        text =
            switch view.overlays.last {
            case .sheet(let sheet): sheet.title
            case .prompt(let prompt) where prompt.way == .faceConsent: "Allow \(prompt.app) to use Face ID? \(prompt.reason)"
            case .prompt(let prompt): prompt.isRepeated ? "Not recognised. \(prompt.reason)" : prompt.reason
            case .saveQuestion(let question): question.isUpdate ? "Update the password?" : "Save the password?"
            case .passwordList: "Passwords"
            case .upgradeQuestion(let question):
                question.progress?.text ?? "Your password for \(question.app) is weak. \(question.reason)"
            case .browser: "A web page"
            case .accountCode(let code): "Verification code for \(code.place): \(code.code)"
            case nil: Self.text(of: view.content)
            }
    }

    private static func text(of content: PhoneView.Content) -> String {
        switch content {
        case .locked: "Locked"
        case .home: "Home screen"
        case .app(let icon, let screen):
            screen.alert.map { "\($0.title). \($0.message)" } ?? "\(icon.name): \(screen.title)"
        case .launching(let icon, let failure): failure.map { "\(icon.name) has ended: \($0)" } ?? "\(icon.name) is starting"
        case .settings(let settings):
            switch settings.page {
            case .root: "Settings"
            case .account: "Apple Account"
            case .passwords: "Passwords"
            case .faceID: "Face ID"
            case .watch: "Apple Watch"
            case .recommendations: "Security Recommendations"
            case .recommendation: settings.recommendation?.progress?.text ?? "Security Recommendation"
            }
        case .extensionSheet(let sheet):
            sheet.screen.map { "\(sheet.app): \($0.title)" } ?? "\(sheet.app) is at it"
        case .messages: "Messages"
        }
    }
}
