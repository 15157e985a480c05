package import DeviceProtocol

/// What a request for a credential meets on the device when it begins.
package struct AuthorizationSituation: Hashable, Sendable {
    package var style: AuthorizationStyle
    /// What is asked of Sign in with Apple, if it is.
    package var appleID: AppleIDRequest?
    package var takesPasswords: Bool
    package var account: AppleAccount?
    /// As far as the device remembers: the account uses the app.
    package var usesApp: Bool
    /// As far as the device remembers: the account uses an app of the same team.
    package var usesTeam: Bool
    package var passwords: [SavedPassword]

    package init(
        style: AuthorizationStyle = .modal, appleID: AppleIDRequest? = nil, takesPasswords: Bool = false,
        account: AppleAccount? = nil, usesApp: Bool = false, usesTeam: Bool = false, passwords: [SavedPassword] = []
    ) {
        self.style = style
        self.appleID = appleID
        self.takesPasswords = takesPasswords
        self.account = account
        self.usesApp = usesApp
        self.usesTeam = usesTeam
        self.passwords = takesPasswords ? passwords : []
    }

    /// Whether the app asks for what is there already, and not for anything new: by the option, or by taking either kind.
    var isForExisting: Bool {
        style == .modalWhereAvailable || (appleID != nil && takesPasswords)
    }
}
