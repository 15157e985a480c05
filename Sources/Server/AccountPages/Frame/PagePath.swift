package import Markup

/// The paths of pages and forms.
package enum PagePath {
    /// Sign up: GET and POST.
    package static let signUp: LocalPath = "/sign-up"
    /// Sign in: GET and POST.
    package static let signIn: LocalPath = "/sign-in"
    /// The second factor of a sign-in: GET and POST.
    package static let secondFactor: LocalPath = "/sign-in/second-factor"
    /// Sign in with a passkey: POST.
    package static let signInWithPasskey: LocalPath = "/sign-in/passkey"
    /// Choose a user name for an account with a passkey: POST.
    package static let signUpWithPasskey: LocalPath = "/sign-up/passkey"
    /// Create the account with its passkey: POST.
    package static let finishPasskeySignUp: LocalPath = "/sign-up/passkey/finish"
    /// Reauthenticate with a passkey: POST.
    package static let reauthenticateWithPasskey: LocalPath = "/account/reauthenticate/passkey"
    /// Add the passkey that the browser made: POST.
    package static let passkeys: LocalPath = "/account/passkeys"
    /// Add a passkey: GET.
    package static let newPasskey: LocalPath = "/account/passkeys/new"
    /// Redirect to Apple for sign-in: GET.
    package static let signInWithApple: LocalPath = "/sign-in/apple"
    /// Return from Apple, in the browser that started the attempt: GET.
    package static let finishApple: LocalPath = "/sign-in/apple/finish"
    /// Redirect to Apple for linking an Apple Account: GET.
    package static let linkApple: LocalPath = "/account/apple/link"
    /// Redirect to Apple for reauthentication: GET.
    package static let reauthenticateWithApple: LocalPath = "/account/apple/reauthenticate"
    /// Sign out: POST.
    package static let signOut: LocalPath = "/sign-out"
    /// Reports that the session has ended: GET.
    package static let signedOut: LocalPath = "/signed-out"
    /// Reports that all sessions have ended: GET.
    package static let signedOutEverywhere: LocalPath = "/signed-out-everywhere"
    /// Reports that the account was deleted: GET.
    package static let accountDeleted: LocalPath = "/account-deleted"
    /// Reports that the account was deleted, and what its owner must do at Apple: GET.
    package static let accountDeletedRevokeByHand: LocalPath = "/account-deleted-stop-at-apple"
    /// Set a new password after opening a link: GET and POST.
    package static let newPassword: LocalPath = "/new-password"
    /// Reports that a new password was set: GET.
    package static let newPasswordSet: LocalPath = "/new-password-set"
    /// Reports that a link for a new password is not valid: GET.
    package static let passwordLinkInvalid: LocalPath = "/password-link-expired"
    /// Reset a forgotten password: GET and POST.
    package static let recovery: LocalPath = "/recovery"
    /// Enter the mailed code of a recovery: GET and POST.
    package static let recoveryEmailCode: LocalPath = "/recovery/code"
    /// Prove a second factor in a recovery: GET and POST.
    package static let recoveryFactor: LocalPath = "/recovery/second-factor"
    /// Begin the waiting time of a recovery: POST.
    package static let recoveryWait: LocalPath = "/recovery/wait"
    /// Set the new password of a recovery: GET and POST.
    package static let recoveryPassword: LocalPath = "/recovery/password"
    /// Create a passkey in a recovery: GET and POST.
    package static let recoveryPasskey: LocalPath = "/recovery/passkey"
    /// Reports that a recovery added a passkey: GET.
    package static let passkeyRecovered: LocalPath = "/account-recovered"
    /// Cancel the waiting time of a recovery: POST.
    package static let cancelRecovery: LocalPath = "/account/recovery/cancel"
    /// Claim an e-mail address: POST.
    package static let addresses: LocalPath = "/account/addresses"
    /// Add an e-mail address: GET.
    package static let newAddress: LocalPath = "/account/addresses/new"
    /// Enter the mailed code of an e-mail address: GET and POST.
    package static let addressCode: LocalPath = "/account/addresses/code"
    /// Restore a removed e-mail address by the code from its mail: GET and POST.
    package static let addressUndo: LocalPath = "/address-undo"
    /// Reports that an e-mail address was restored: GET.
    package static let addressRestored: LocalPath = "/address-restored"
    /// The account: GET.
    package static let account: LocalPath = "/account"
    /// Change the password: GET and POST.
    package static let password: LocalPath = "/account/password"
    /// Choose the time zone: GET and POST.
    package static let timeZone: LocalPath = "/account/time-zone"
    /// Delete the account: GET and POST.
    package static let delete: LocalPath = "/account/delete"
    /// End all sessions, for an owner who does not recognize what a mail reports: GET and POST.
    package static let notMe: LocalPath = "/account/not-me"
    /// Reauthenticate: GET and POST.
    package static let reauthenticate: LocalPath = "/account/reauthenticate"
    /// Replace a weak password: GET.
    package static let upgrade: LocalPath = "/account/upgrade"
    /// Redirect to Apple for linking an Apple Account and removing the password: GET. Remove the password of an account with a
    /// linked one: POST.
    package static let upgradeToApple: LocalPath = "/account/upgrade/apple"
    /// Prove a second factor before a sensitive operation: GET and POST.
    package static let confirm: LocalPath = "/account/confirm"
    /// The second factors of the account: GET.
    package static let secondFactors: LocalPath = "/account/second-factors"
    /// Start to set up an authenticator app: POST.
    package static let beginAuthenticator: LocalPath = "/account/second-factors/authenticator/begin"
    /// Show the secret for an authenticator app, and confirm its first code: GET and POST.
    package static let authenticator: LocalPath = "/account/second-factors/authenticator"
    /// Remove the authenticator app: POST.
    package static let removeAuthenticator: LocalPath = "/account/second-factors/authenticator/remove"
    /// Generate new recovery codes: POST.
    package static let recoveryCodes: LocalPath = "/account/second-factors/recovery-codes"
    /// Sign out all other sessions: POST.
    package static let revokeOtherSessions: LocalPath = "/account/sessions/revoke-others"
    /// The tool for password rules: GET and POST.
    package static let passwordRules: LocalPath = "/tools/password-rules"
    /// The script of the tool for password rules: GET. The path changes with the content, so it may be cached indefinitely.
    package static let passwordRulesScript =
        LocalPath("/assets").appending(segment: "password-rules.\(Script.passwordRules.fingerprint).js")
    /// The script of the pages with passkeys: GET. The path changes with the content, so it may be cached indefinitely.
    package static let passkeysScript = LocalPath("/assets").appending(segment: "passkeys.\(Script.passkeys.fingerprint).js")
    /// Change the language: POST.
    package static let language: LocalPath = "/language"
    /// The script of the pages that learn the time zone: GET. The path changes with the content, so it may be cached indefinitely.
    package static let zoneScript = LocalPath("/assets").appending(segment: "zone.\(Script.zone.fingerprint).js")
    /// The tool for associated domains: GET and POST.
    package static let associatedDomains: LocalPath = "/tools/associated-domains"
    /// The tool for passkeys: GET and POST.
    package static let passkeyTool: LocalPath = "/tools/passkeys"
    /// The mailbox of development: GET.
    package static let mailbox: LocalPath = "/dev/mail"
    /// The templates of mail with sample values: GET.
    package static let mailTemplates: LocalPath = "/dev/mail/templates"
    /// The script of the mailbox: GET. The path changes with the content, so it may be cached indefinitely.
    package static let mailboxScript = LocalPath("/assets").appending(segment: "mailbox.\(Script.mailbox.fingerprint).js")
    /// The reference of the API: GET.
    package static let apiReference: LocalPath = "/docs/api"
    /// The stylesheet: GET. The path changes with the content, so it may be cached indefinitely.
    package static let stylesheet = LocalPath("/assets").appending(segment: "latchkey.\(Stylesheet.accountPages.fingerprint).css")
    /// The icon: GET. The path changes with the content, so it may be cached indefinitely.
    package static let icon = LocalPath("/assets").appending(segment: "latchkey.\(VectorImage.accountPages.fingerprint).svg")

    /// Returns the path of one passkey, with the form that renames it: GET and POST.
    package static func passkey(_ id: String) -> LocalPath { passkeys.appending(segment: id) }

    /// Returns the path that removes a passkey: POST.
    package static func removePasskey(_ id: String) -> LocalPath { passkey(id).appending(segment: "remove") }

    /// Returns the path that confirms a passkey that a recovery suspended: POST.
    package static func confirmPasskey(_ id: String) -> LocalPath { passkey(id).appending(segment: "confirm") }

    /// Returns the path that removes a device's key: POST.
    package static func removeDeviceKey(_ id: String) -> LocalPath {
        LocalPath("/account/second-factors/devices").appending(segment: id).appending(segment: "remove")
    }

    /// Returns the path that removes an e-mail address: POST.
    package static func removeAddress(_ id: String) -> LocalPath {
        addresses.appending(segment: id).appending(segment: "remove")
    }

    /// Returns the path of a link for a new password: GET.
    package static func passwordLink(_ secret: String) -> LocalPath {
        LocalPath("/password-link").appending(segment: secret)
    }

    /// Returns the path that unlinks an Apple Account: POST.
    package static func unlinkApple(_ id: String) -> LocalPath {
        LocalPath("/account/apple").appending(segment: id).appending(segment: "unlink")
    }

    /// Returns the path that confirms an Apple Account that a recovery suspended: POST.
    package static func confirmApple(_ id: String) -> LocalPath {
        LocalPath("/account/apple").appending(segment: id).appending(segment: "confirm")
    }

    /// Returns the path that signs out one session: POST.
    package static func revokeSession(_ id: String) -> LocalPath {
        LocalPath("/account/sessions").appending(segment: id).appending(segment: "revoke")
    }
}

/// The page after a sign-in or a reauthentication. The set is closed, so that no form can redirect to another site.
package enum PageDestination: String, Sendable, CaseIterable {
    case account
    case password
    case delete
    case secondFactors = "second-factors"
    case upgrade
    case newPasskey = "new-passkey"
    case newAddress = "new-address"
    case notMe = "not-me"
    /// The account, with a notice about the weak password. It is kept through the second factor of a sign-in.
    case weakPassword = "weak-password"

    /// The path of the page.
    package var path: LocalPath {
        switch self {
        case .account: PagePath.account
        case .password: PagePath.password
        case .delete: PagePath.delete
        case .secondFactors: PagePath.secondFactors
        case .upgrade: PagePath.upgrade
        case .newPasskey: PagePath.newPasskey
        case .newAddress: PagePath.newAddress
        case .notMe: PagePath.notMe
        case .weakPassword: PagePath.account.appending(query: "notice", AccountPage.Notice.weakPassword.rawValue)
        }
    }
}
