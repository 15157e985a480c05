package import Markup

/// The paths that pages link to and forms are sent to.
package enum PagePath {
    /// Sign up: GET and POST.
    package static let signUp: LocalPath = "/sign-up"
    /// Sign in: GET and POST.
    package static let signIn: LocalPath = "/sign-in"
    /// The second step of a sign-in: GET and POST.
    package static let secondStep: LocalPath = "/sign-in/second-step"
    /// Off to Apple, to sign in: GET.
    package static let signInWithApple: LocalPath = "/sign-in/apple"
    /// Back from Apple, in the browser that set out: GET.
    package static let finishApple: LocalPath = "/sign-in/apple/finish"
    /// Off to Apple, to link an Apple Account: GET.
    package static let linkApple: LocalPath = "/account/apple/link"
    /// Off to Apple, to confirm who it is: GET.
    package static let reauthenticateWithApple: LocalPath = "/account/apple/reauthenticate"
    /// Sign out: POST.
    package static let signOut: LocalPath = "/sign-out"
    /// Says that the session in use has ended: GET.
    package static let signedOut: LocalPath = "/signed-out"
    /// Says that the account is deleted: GET.
    package static let accountDeleted: LocalPath = "/account-deleted"
    /// Says that the account is deleted, and what its owner has to do at Apple: GET.
    package static let accountDeletedRevokeByHand: LocalPath = "/account-deleted-stop-at-apple"
    /// Set a new password by a link that was opened before: GET and POST.
    package static let newPassword: LocalPath = "/new-password"
    /// Says that a new password is set: GET.
    package static let newPasswordSet: LocalPath = "/new-password-set"
    /// Says that a link for a new password does not work: GET.
    package static let passwordLinkDead: LocalPath = "/password-link-expired"
    /// The account: GET.
    package static let account: LocalPath = "/account"
    /// Change the password: GET and POST.
    package static let password: LocalPath = "/account/password"
    /// Delete the account: GET and POST.
    package static let delete: LocalPath = "/account/delete"
    /// Give the password once more: GET and POST.
    package static let reauthenticate: LocalPath = "/account/reauthenticate"
    /// Ways out of a weak password: GET.
    package static let upgrade: LocalPath = "/account/upgrade"
    /// Off to Apple, to link an Apple Account and remove the password: GET. Remove the password of an account that has one: POST.
    package static let upgradeToApple: LocalPath = "/account/upgrade/apple"
    /// Show a second factor before a sensitive step: GET and POST.
    package static let confirm: LocalPath = "/account/confirm"
    /// The second factors of the account: GET.
    package static let secondSteps: LocalPath = "/account/second-steps"
    /// Begin to set up an authenticator app: POST.
    package static let beginAuthenticator: LocalPath = "/account/second-steps/authenticator/begin"
    /// Show what an authenticator app must learn, and take its first code: GET and POST.
    package static let authenticator: LocalPath = "/account/second-steps/authenticator"
    /// Remove the authenticator app: POST.
    package static let removeAuthenticator: LocalPath = "/account/second-steps/authenticator/remove"
    /// Make new recovery codes: POST.
    package static let recoveryCodes: LocalPath = "/account/second-steps/recovery-codes"
    /// Sign out every session but the one in use: POST.
    package static let revokeOtherSessions: LocalPath = "/account/sessions/revoke-others"
    /// The tool for password rules: GET and POST.
    package static let passwordRules: LocalPath = "/tools/password-rules"
    /// The script of the tool for password rules: GET. The path changes with the text, so it may be cached for ever.
    package static let passwordRulesScript =
        LocalPath("/assets").appending(segment: "password-rules.\(Script.passwordRules.fingerprint).js")
    /// The tool for associated domains: GET and POST.
    package static let associatedDomains: LocalPath = "/tools/associated-domains"
    /// The stylesheet: GET. The path changes with the text, so it may be cached for ever.
    package static let stylesheet = LocalPath("/assets").appending(segment: "latchkey.\(Stylesheet.accountPages.fingerprint).css")
    /// The icon: GET. The path changes with the image, so it may be cached for ever.
    package static let icon = LocalPath("/assets").appending(segment: "latchkey.\(VectorImage.accountPages.fingerprint).svg")

    /// Remove a device's key: POST.
    package static func removeDeviceKey(_ id: String) -> LocalPath {
        LocalPath("/account/second-steps/devices").appending(segment: id).appending(segment: "remove")
    }

    /// Open a link for a new password: GET.
    package static func passwordLink(_ secret: String) -> LocalPath {
        LocalPath("/password-link").appending(segment: secret)
    }

    /// Take one Apple Account from the account: POST.
    package static func unlinkApple(_ id: String) -> LocalPath {
        LocalPath("/account/apple").appending(segment: id).appending(segment: "unlink")
    }

    /// Sign out one session: POST.
    package static func revokeSession(_ id: String) -> LocalPath {
        LocalPath("/account/sessions").appending(segment: id).appending(segment: "revoke")
    }
}

/// Where a sign-in or a re-authentication may lead afterwards. The set is closed, so that no form can send anybody elsewhere.
package enum PageDestination: String, Sendable, CaseIterable {
    case account
    case password
    case delete
    case secondSteps = "second-steps"
    case upgrade
    /// The account, with a word on the password that was just typed: so that it outlives the second step of a sign-in.
    case weakPassword = "weak-password"

    /// The path of the page.
    package var path: LocalPath {
        switch self {
        case .account: PagePath.account
        case .password: PagePath.password
        case .delete: PagePath.delete
        case .secondSteps: PagePath.secondSteps
        case .upgrade: PagePath.upgrade
        case .weakPassword: PagePath.account.appending(query: "notice", AccountPage.Notice.weakPassword.rawValue)
        }
    }
}
