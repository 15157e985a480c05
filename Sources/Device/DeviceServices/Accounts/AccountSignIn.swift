/// The state of the device's sign-in to an Apple Account.
package enum AccountSignIn: Hashable, Sendable {
    case signedIn(AppleAccount)
    /// The password is correct. The account's other devices show a code. Without other devices, the service's page of the account
    /// shows it.
    case needsCode(AccountChallenge)
    case rejected(AccountSignInRejection)
}

/// The identifier of a sign-in that waits for a code.
package struct AccountChallenge: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    /// Checks an identifier. Returns nil if it contains characters that a URL would escape, or has more than 64 bytes.
    package init?(rawValue: String) {
        guard (1...64).contains(rawValue.utf8.count), AppleAccount(rawValue: rawValue) != nil else { return nil }
        self.rawValue = rawValue
    }
}

/// The reason why a sign-in of the device failed.
package enum AccountSignInRejection: String, Hashable, Sendable, CaseIterable {
    /// No account has this name, or the password is wrong. The service does not report which one applies.
    case wrongCredentials
    case accountLocked
    case wrongCode
    /// The code was entered wrong too often, or too late. Sign in again.
    case codeExpired
    case tooManyAttempts

    package var words: String {
        switch self {
        case .wrongCredentials: "Your Apple Account or password is incorrect."
        case .accountLocked: "This Apple Account has been locked for security reasons. Unlock it before you sign in."
        case .wrongCode: "Incorrect verification code."
        case .codeExpired: "The verification code has expired. Sign in again for a new one."
        case .tooManyAttempts: "Too many attempts. Try again in an hour."
        }
    }
}

/// A code that this device shows for a sign-in elsewhere.
package struct AccountCode: Decodable, Hashable, Sendable {
    package let code: String
    /// The device or app that signs in.
    package let appName: String

    package init(code: String, appName: String) {
        self.code = code
        self.appName = appName
    }
}

/// The details of the account in Settings.
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
