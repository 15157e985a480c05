import DeviceBroker
import DeviceProtocol
import Secrets

/// A sheet in words, for a terminal: what it says, and what may be typed under it.
package struct SheetText: Sendable {
    /// What the sheet says, line by line. The app is named by the device; nothing of it is the app's own words.
    package let lines: [String]
    /// Whether what is typed must not be shown.
    package let isSecret: Bool
    private let content: Sheet.Content

    package init(_ sheet: Sheet) {
        content = sheet.content
        isSecret = if case .accountPassword = sheet.content { true } else { false }
        lines = sheet.content.words(for: sheet.app.identifier.rawValue)
    }

    /// What a typed line means; nothing where it is none of the answers that the sheet has.
    package func answer(to line: String) -> SheetAnswer? {
        if case .accountPassword = content {
            return line.isEmpty ? .cancel : .password(SecretBytes(utf8: line))
        }
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, content) {
        case ("cancel", _), ("close", .alert): return .cancel
        case ("settings", .alert(let alert)) where alert != .notCompleted: return .openSettings
        case ("again", .alert(.notCompleted)): return .tryAgain
        case ("continue", .explanation), ("continue", .confirmation), ("continue", .webSignIn), ("continue", .details):
            return .proceed
        case ("share", .details(let form)): return Self.details(.share, words.dropFirst().first, form)
        case ("hide", .details(let form)): return Self.details(.hide, words.dropFirst().first, form)
        case (let number?, .choice(let candidates)):
            guard let index = Int(number), (1...candidates.count).contains(index) else { return nil }
            return .choose(index - 1)
        default: return nil
        }
    }

    /// A name is given as first name, a slash, and last name, another address before it; what is left out stays as it is.
    private static func details(_ email: SignInChoices.Email, _ typed: String?, _ form: SignInForm) -> SheetAnswer? {
        let words = typed?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
        let address = words.first.flatMap { form.emails.contains($0) ? $0 : nil }
        let name = address == nil ? typed : words.dropFirst().first
        let parts = name?.split(separator: "/", omittingEmptySubsequences: false).map(String.init) ?? []
        guard parts.isEmpty || parts.count == 2 else { return nil }
        return SignInChoices(givenName: parts.first, familyName: parts.last, email: email, address: address).map(
            SheetAnswer.details)
    }
}

extension Sheet.Content {
    fileprivate func words(for app: String) -> [String] {
        switch self {
        case .explanation(let account):
            [
                "Sign in to \(app) with Apple, as \(account.rawValue).",
                "The app is told who you are, and only what you let it be told. It never sees your password.",
                "continue, or cancel",
            ]
        case .details(let form):
            ["\(app) will be told:"] + (form.asksName ? ["  name     \(form.givenName) \(form.familyName)"] : [])
                + (form.asksEmail ? ["  address  \(form.email ?? "none")"] : [])
                + (form.asksEmail ? form.emails.dropFirst().map { "  or       \($0)" } : [])
                + [
                    form.asksEmail
                        ? "share or hide, \(form.emails.count > 1 ? "another address, " : "")and a name as FIRST/LAST to change it; continue to share all; or cancel"
                        : "continue, or cancel"
                ]
        case .confirmation(let account): ["Continue to \(app) as \(account.rawValue)?", "continue, or cancel"]
        case .choice(let candidates):
            ["Sign in to \(app) with:"]
                + candidates.enumerated().map { "  \($0.offset + 1)  \($0.element.words)" } + ["a number, or cancel"]
        case .accountPassword(let account, let isRepeated):
            (isRepeated ? ["That was not the password."] : []) + [
                "The password of the Apple account \(account.rawValue); nothing to cancel"
            ]
        case .alert(.noAccount): ["The device is signed in to no Apple account.", "settings, or close"]
        case .alert(.twoFactorNeeded):
            ["Sign in with Apple needs an account with two-factor authentication.", "settings, or close"]
        case .alert(.accountLocked): ["The Apple account is locked.", "settings, or close"]
        case .alert(.notCompleted): ["Not completed: Apple's service gave no answer.", "again, or close"]
        case .webSignIn(let host): ["\(app) wants to sign you in by \(host), which learns of it.", "continue, or cancel"]
        }
    }
}

extension Sheet.Candidate {
    fileprivate var words: String {
        switch self {
        case .appleID(let account): "your Apple account \(account.rawValue)"
        case .password(let password): "\(password.user) for \(password.site)"
        }
    }
}
