import DeviceServices

extension StandingSheet {
    /// The sheet in words. The app is named by the device; nothing of it is the app's own words.
    func view(appName: String) -> PhoneView.SheetView {
        let (title, message) = words(appName)
        return PhoneView.SheetView(number: number, app: appName, title: title, message: message, parts: parts, buttons: buttons)
    }

    private func words(_ app: String) -> (title: String, message: String) {
        switch content {
        case .explanation(let account):
            (
                "Sign in with Apple",
                "Create an account for \(app) with your Apple Account \(account.rawValue). It is told who you are, and only what you let "
                    + "it be told. It never sees your password."
            )
        case .details: ("Create Account", "\(app) will be told:")
        case .confirmation(let account): ("Sign In", "Sign in to \(app) with your Apple Account \(account.rawValue).")
        case .choice: ("Sign In", "Choose what to sign in to \(app) with.")
        case .accountPassword(let account, let isRepeated):
            (
                "Apple Account Password",
                (isRepeated ? "That was not the password. " : "") + "Enter the password of \(account.rawValue)."
            )
        case .alert(.noAccount):
            ("Sign in to your Apple Account", "To use Sign in with Apple, sign in to an Apple Account in Settings.")
        case .alert(.twoFactorNeeded):
            ("Two-Factor Authentication Needed", "Sign in with Apple needs an account with two-factor authentication.")
        case .alert(.accountLocked): ("Apple Account Locked", "Your Apple Account is locked. Unlock it in Settings.")
        case .alert(.notCompleted): ("Sign Up Not Completed", "Apple's service gave no answer.")
        case .webSignIn(let host):
            ("“\(app)” Wants to Use “\(host)” to Sign In", "The app and the website may share information about you.")
        }
    }

    private var parts: [PhoneView.SheetView.Part] {
        switch content {
        case .details(let form):
            (form.asksName ? [.name(given: form.givenName, family: form.familyName)] : [])
                + (form.asksEmail
                    ? [
                        .email(shared: form.email ?? "", isHiddenByDefault: false, others: Array(form.emails.dropFirst()))
                    ] : [])
        case .choice(let candidates):
            candidates.enumerated().map { index, candidate in
                switch candidate {
                case .appleID(let account): .candidate(index: index, title: account.rawValue, detail: "Apple Account")
                case .password(let password): .candidate(index: index, title: password.user, detail: password.site)
                }
            }
        case .accountPassword(_, let isRepeated): [.password(isRepeated: isRepeated)]
        case .explanation, .confirmation, .alert, .webSignIn: []
        }
    }

    private var buttons: [PhoneView.SheetView.Button] {
        typealias Button = PhoneView.SheetView.Button
        return switch content {
        case .explanation, .details, .confirmation, .webSignIn, .accountPassword:
            [Button(role: .proceed, title: "Continue"), Button(role: .cancel, title: "Cancel")]
        case .choice: [Button(role: .cancel, title: "Cancel")]
        case .alert(.notCompleted): [Button(role: .tryAgain, title: "Try Again"), Button(role: .cancel, title: "Close")]
        case .alert: [Button(role: .openSettings, title: "Settings"), Button(role: .cancel, title: "Close")]
        }
    }
}
