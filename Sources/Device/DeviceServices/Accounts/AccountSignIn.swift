/// How far a sign-in of the device to an Apple account has come.
package enum AccountSignIn: Hashable, Sendable {
    case signedIn(AppleAccount)
    /// The password was right. The account's other devices show a code, or the service's page without other devices.
    case needsCode(AccountChallenge)
    case refused(AccountSignInRefusal)
}

/// Names a sign-in that waits for its code, as the service has it.
package struct AccountChallenge: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    /// Gives nothing for what an address would have to escape, and for more than 64 bytes.
    package init?(rawValue: String) {
        guard (1...64).contains(rawValue.utf8.count), AppleAccount(rawValue: rawValue) != nil else { return nil }
        self.rawValue = rawValue
    }
}

/// Why the device is not signed in.
package enum AccountSignInRefusal: String, Hashable, Sendable, CaseIterable {
    /// No account has this name, or another password: which of them is not said.
    case wrongCredentials
    case accountLocked
    case wrongCode
    /// Typed wrong too often, or too late: sign in again.
    case codeExpired
    case tooManyAttempts

    package var words: String {
        switch self {
        case .wrongCredentials: "Your Apple Account or password is incorrect."
        case .accountLocked: "This Apple Account has been locked for security reasons. Unlock it before you sign in."
        case .wrongCode: "Incorrect verification code."
        case .codeExpired: "The verification code is no longer accepted. Sign in again for a new one."
        case .tooManyAttempts: "Too many attempts. Try again in an hour."
        }
    }
}

/// A code that this device shows for a sign-in elsewhere.
package struct AccountCode: Decodable, Hashable, Sendable {
    package let code: String
    /// The device or the app that is signed in to there.
    package let appName: String

    package init(code: String, appName: String) {
        self.code = code
        self.appName = appName
    }
}

/// What Settings show of the account.
package struct AccountDetails: Decodable, Hashable, Sendable {
    package let givenName: String
    package let familyName: String
    package let email: String?
    package let otherEmails: [String]
    package let hasTwoFactor: Bool
    package let isLocked: Bool

    package init(
        givenName: String, familyName: String, email: String?, otherEmails: [String] = [], hasTwoFactor: Bool = true,
        isLocked: Bool = false
    ) {
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
        self.otherEmails = otherEmails
        self.hasTwoFactor = hasTwoFactor
        self.isLocked = isLocked
    }
}
