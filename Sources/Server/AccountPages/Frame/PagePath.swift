package import Markup

/// The paths of pages and forms.
package enum PagePath {
    /// The path of the page and form that create an account: GET and POST.
    package static let signUp: LocalPath = "/sign-up"
    /// The path of the page and form for signing in: GET and POST.
    package static let signIn: LocalPath = "/sign-in"
    /// The path of the page and form for the second factor of a sign-in: GET and POST.
    package static let secondFactor: LocalPath = "/sign-in/second-factor"
    /// The path of the page and form that send a code for signing in: GET and POST.
    package static let emailSignIn: LocalPath = "/sign-in/email"
    /// The path of the page and form for the mailed code of a sign-in: GET and POST.
    package static let signInCode: LocalPath = "/sign-in/email/code"
    /// The path of the form that signs in with a passkey: POST.
    package static let signInWithPasskey: LocalPath = "/sign-in/passkey"
    /// The path of the form that accepts a user name for an account with a passkey: POST.
    package static let signUpWithPasskey: LocalPath = "/sign-up/passkey"
    /// The path of the form that creates the account with its passkey: POST.
    package static let finishPasskeySignUp: LocalPath = "/sign-up/passkey/finish"
    /// The path of the form that reauthenticates with a passkey: POST.
    package static let reauthenticateWithPasskey: LocalPath = "/account/reauthenticate/passkey"
    /// The path of the form that adds the passkey that the browser made: POST.
    package static let passkeys: LocalPath = "/account/passkeys"
    /// The path of the page for a new passkey: GET.
    package static let newPasskey: LocalPath = "/account/passkeys/new"
    /// The path that redirects to Apple for sign-in: GET.
    package static let signInWithApple: LocalPath = "/sign-in/apple"
    /// The path of the return from Apple, in the browser that started the attempt: GET.
    package static let finishApple: LocalPath = "/sign-in/apple/finish"
    /// The path that redirects to Apple for linking an Apple Account: GET.
    package static let linkApple: LocalPath = "/account/apple/link"
    /// The path that redirects to Apple for reauthentication: GET.
    package static let reauthenticateWithApple: LocalPath = "/account/apple/reauthenticate"
    /// The path of the form that signs out: POST.
    package static let signOut: LocalPath = "/sign-out"
    /// The path of the page that reports the end of the session: GET.
    package static let signedOut: LocalPath = "/signed-out"
    /// The path of the page that reports the end of all sessions: GET.
    package static let signedOutEverywhere: LocalPath = "/signed-out-everywhere"
    /// The path of the page that reports the deletion of the account: GET.
    package static let accountDeleted: LocalPath = "/account-deleted"
    /// The path of the page that reports the deletion, and what the owner must do at Apple: GET.
    package static let accountDeletedRevokeByHand: LocalPath = "/account-deleted-stop-at-apple"
    /// The path of the page and form for a new password, after a link was opened: GET and POST.
    package static let newPassword: LocalPath = "/new-password"
    /// The path of the page that reports a new password: GET.
    package static let newPasswordSet: LocalPath = "/new-password-set"
    /// The path of the page that reports an invalid link for a new password: GET.
    package static let passwordLinkInvalid: LocalPath = "/password-link-expired"
    /// The path of the page and form for a forgotten password: GET and POST.
    package static let recovery: LocalPath = "/recovery"
    /// The path of the page and form for the mailed code of a recovery: GET and POST.
    package static let recoveryEmailCode: LocalPath = "/recovery/code"
    /// The path of the page and form for the second factor in a recovery: GET and POST.
    package static let recoveryFactor: LocalPath = "/recovery/second-factor"
    /// The path of the form that begins the waiting time of a recovery: POST.
    package static let recoveryWait: LocalPath = "/recovery/wait"
    /// The path of the page and form for the new password of a recovery: GET and POST.
    package static let recoveryPassword: LocalPath = "/recovery/password"
    /// The path of the page and form for a passkey in a recovery: GET and POST.
    package static let recoveryPasskey: LocalPath = "/recovery/passkey"
    /// The path of the page and form that cancel the waiting time of a recovery by the code from its mail: GET and POST.
    package static let recoveryCancel: LocalPath = "/recovery/cancel"
    /// The path of the page that reports a cancelled recovery: GET.
    package static let recoveryCancelled: LocalPath = "/recovery-cancelled"
    /// The path of the page that reports a recovery by a new passkey: GET.
    package static let passkeyRecovered: LocalPath = "/account-recovered"
    /// The path of the form that cancels the waiting time of a recovery: POST.
    package static let cancelRecovery: LocalPath = "/account/recovery/cancel"
    /// The path of the form that claims an e-mail address: POST.
    package static let addresses: LocalPath = "/account/addresses"
    /// The path of the page for a new e-mail address: GET.
    package static let newAddress: LocalPath = "/account/addresses/new"
    /// The path of the page and form for the mailed code of an e-mail address: GET and POST.
    package static let addressCode: LocalPath = "/account/addresses/code"
    /// The path of the page and form that restore a removed e-mail address by the code from its mail: GET and POST.
    package static let addressUndo: LocalPath = "/address-undo"
    /// The path of the page that reports a restored e-mail address: GET.
    package static let addressRestored: LocalPath = "/address-restored"
    /// The path of the account page: GET.
    package static let account: LocalPath = "/account"
    /// The path of the page and form that change the password: GET and POST.
    package static let password: LocalPath = "/account/password"
    /// The path of the page and form for the time zone: GET and POST.
    package static let timeZone: LocalPath = "/account/time-zone"
    /// The path of the page and form that delete the account: GET and POST.
    package static let delete: LocalPath = "/account/delete"
    /// The path of the page and form that end all sessions, for an owner who does not recognize what a mail reports: GET and
    /// POST.
    package static let notMe: LocalPath = "/account/not-me"
    /// The path of the page and form for reauthentication: GET and POST.
    package static let reauthenticate: LocalPath = "/account/reauthenticate"
    /// The path of the page that replaces a weak password: GET.
    package static let upgrade: LocalPath = "/account/upgrade"
    /// The path that redirects to Apple for linking an Apple Account and removing the password: GET. Also the path of the form
    /// that removes the password of an account with a linked Apple Account: POST.
    package static let upgradeToApple: LocalPath = "/account/upgrade/apple"
    /// The path of the page and form for a second factor before a sensitive operation: GET and POST.
    package static let confirm: LocalPath = "/account/confirm"
    /// The path of the page of the account's second factors: GET.
    package static let secondFactors: LocalPath = "/account/second-factors"
    /// The path of the form that starts the set-up of an authenticator app: POST.
    package static let beginAuthenticator: LocalPath = "/account/second-factors/authenticator/begin"
    /// The path of the page that shows the secret for an authenticator app, and of the form for its first code: GET and POST.
    package static let authenticator: LocalPath = "/account/second-factors/authenticator"
    /// The path of the form that removes the authenticator app: POST.
    package static let removeAuthenticator: LocalPath = "/account/second-factors/authenticator/remove"
    /// The path of the form that generates new recovery codes: POST.
    package static let recoveryCodes: LocalPath = "/account/second-factors/recovery-codes"
    /// The path of the form that signs out all other sessions: POST.
    package static let revokeOtherSessions: LocalPath = "/account/sessions/revoke-others"
    /// The path of the page and form of the tool for password rules: GET and POST.
    package static let passwordRules: LocalPath = "/tools/password-rules"
    /// The path of the form that changes the language: POST.
    package static let language: LocalPath = "/language"
    /// The path of the page and form of the tool for associated domains: GET and POST.
    package static let associatedDomains: LocalPath = "/tools/associated-domains"
    /// The path of the page and form of the tool for passkeys: GET and POST.
    package static let passkeyTool: LocalPath = "/tools/passkeys"
    /// The path of the mailbox of development: GET.
    package static let mailbox: LocalPath = "/dev/mail"
    /// The path of the templates of mail with sample values: GET.
    package static let mailTemplates: LocalPath = "/dev/mail/templates"
    /// The path of the first page of the desk, which `latchkey dev` has in place of the home of production: GET.
    package static let desk: LocalPath = "/"
    /// The path of the accounts on the desk: GET.
    package static let deskAccounts: LocalPath = "/dev/accounts"
    /// The path of the log on the desk: GET.
    package static let deskLog: LocalPath = "/dev/log"
    /// The path of the timeline on the desk: GET.
    package static let deskTimeline: LocalPath = "/dev/timeline"
    /// The path of the file with all traces of the timeline: GET.
    package static let deskTimelineFile: LocalPath = "/dev/timeline/file"
    /// The path of the traces of an opened file: GET, and POST of the file.
    package static let deskOpenedTraces: LocalPath = "/dev/timeline/opened"
    /// The path of the server-sent events of the timeline: GET.
    package static let deskTimelineEvents: LocalPath = "/dev/timeline/events"
    /// The path of the form that deletes all data of `latchkey dev` and starts again: POST.
    package static let deskStartOver: LocalPath = "/dev/start-over"
    /// The path of the snapshots of `latchkey dev`: GET and POST, both with JSON.
    package static let deskSnapshots: LocalPath = "/dev/snapshots"
    /// The path of the form that saves a snapshot: POST.
    package static let deskSaveSnapshot: LocalPath = "/dev/snapshots/save"
    /// The path of the console of operators, with the search among all accounts: GET.
    package static let operators: LocalPath = "/operators"
    /// The path of the acts that wait for an approval: GET.
    package static let approvals: LocalPath = "/operators/approvals"
    /// The path of the operators' audit trail: GET.
    package static let operatorRecords: LocalPath = "/operators/records"
    /// The path of figures, queue and keys: GET.
    package static let serviceState: LocalPath = "/operators/state"
    /// The path of the API reference: GET.
    package static let apiReference: LocalPath = "/docs/api"

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

    /// Returns the path that turns an optional notice on or off: POST.
    package static func turnNotice(_ id: String, on isOn: Bool) -> LocalPath {
        LocalPath("/account/notices").appending(segment: id).appending(segment: isOn ? "turn-on" : "turn-off")
    }

    /// Returns the path of a link for a new password: GET.
    package static func passwordLink(_ secret: String) -> LocalPath {
        LocalPath("/password-link").appending(segment: secret)
    }

    /// Returns the path of the page and form that unlink an Apple Account: GET and POST.
    package static func unlinkApple(_ id: String) -> LocalPath {
        LocalPath("/account/apple").appending(segment: id).appending(segment: "unlink")
    }

    /// Returns the path that confirms an Apple Account that a recovery suspended: POST.
    package static func confirmApple(_ id: String) -> LocalPath {
        LocalPath("/account/apple").appending(segment: id).appending(segment: "confirm")
    }

    /// Returns the path that redirects to another service of the desk, with a new one-time token: GET.
    package static func deskOpening(_ service: String) -> LocalPath {
        LocalPath("/dev/open").appending(segment: service)
    }

    /// Returns the path of one trace of the timeline: GET.
    package static func deskTrace(_ id: String) -> LocalPath { deskTimeline.appending(segment: id) }

    /// Returns the path of the file with one trace of the timeline: GET.
    package static func deskTraceFile(_ id: String) -> LocalPath { deskTrace(id).appending(segment: "file") }

    /// Returns the path of one trace of an opened file: GET.
    package static func deskOpenedTrace(_ id: String) -> LocalPath { deskOpenedTraces.appending(segment: id) }

    /// Returns the path of one account on the desk: GET.
    package static func deskAccount(_ id: String) -> LocalPath { deskAccounts.appending(segment: id) }

    /// Returns the path that ends all sessions of an account on the desk: POST.
    package static func endSessions(ofDeskAccount id: String) -> LocalPath {
        deskAccount(id).appending(segment: "end-sessions")
    }

    /// Returns the path that restores a snapshot: POST.
    package static func restoreDeskSnapshot(_ name: String) -> LocalPath {
        deskSnapshots.appending(segment: name).appending(segment: "restore")
    }

    /// Returns the path that deletes a snapshot: POST.
    package static func deleteDeskSnapshot(_ name: String) -> LocalPath {
        deskSnapshots.appending(segment: name).appending(segment: "delete")
    }

    /// Returns the path of one account in the console of operators: GET.
    package static func operatedAccount(_ id: String) -> LocalPath {
        LocalPath("/operators/accounts").appending(segment: id)
    }

    /// Returns the path that orders an act for an account: POST.
    package static func orderAct(_ id: String) -> LocalPath { operatedAccount(id).appending(segment: "acts") }

    /// Returns the path that approves a request of another operator: POST.
    package static func approve(_ id: String) -> LocalPath { approvals.appending(segment: id).appending(segment: "approve") }

    /// Returns the path that cancels or declines a request: POST.
    package static func decline(_ id: String) -> LocalPath { approvals.appending(segment: id).appending(segment: "decline") }

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
    /// The page for a passkey that replaces the password.
    case passkeyUpgrade = "passkey-upgrade"
    case newAddress = "new-address"
    case notMe = "not-me"
    /// The account, with a notice about the weak password. It is kept through the second factor of a sign-in.
    case weakPassword = "weak-password"
    /// The console of operators.
    case operators

    /// The path of the page.
    package var path: LocalPath {
        switch self {
        case .account: PagePath.account
        case .password: PagePath.password
        case .delete: PagePath.delete
        case .secondFactors: PagePath.secondFactors
        case .upgrade: PagePath.upgrade
        case .newPasskey: PagePath.newPasskey
        case .passkeyUpgrade: PagePath.newPasskey.appending(query: FormField.replaces.rawValue, CreatePasskeyPage.password)
        case .newAddress: PagePath.newAddress
        case .notMe: PagePath.notMe
        case .weakPassword: PagePath.account.appending(query: "notice", AccountPage.Notice.weakPassword.rawValue)
        case .operators: PagePath.operators
        }
    }
}

/// The files that pages load: GET. Each path changes with the content, so the response may be cached indefinitely.
extension PagePath {
    private static let assets: LocalPath = "/assets"
    /// The path of the script of the tool for password rules.
    package static let passwordRulesScript = Script.passwordRules.path(in: assets, name: "password-rules")
    /// The path of the script of the pages with passkeys.
    package static let passkeysScript = Script.passkeys.path(in: assets, name: "passkeys")
    /// The path of the script of fields for passwords.
    package static let passwordFieldsScript = Script.passwordFields.path(in: assets, name: "password-fields")
    /// The path of the script that copies, saves and prints codes.
    package static let codesScript = Script.codes.path(in: assets, name: "codes")
    /// The path of the script that reports the browser's time zone.
    package static let zoneScript = Script.zone.path(in: assets, name: "zone")
    /// The path of the script of the mailbox.
    package static let mailboxScript = Script.mailbox.path(in: assets, name: "mailbox")
    /// The path of the script of the timeline.
    package static let deskTimelineScript = Script.timeline.path(in: assets, name: "timeline")
    /// The path of the script of the desk.
    package static let deskScript = Script.desk.path(in: assets, name: "desk")
    /// The path of the stylesheet.
    package static let stylesheet = Stylesheet.accountPages.path(in: assets, name: "latchkey")
    /// The path of the icon.
    package static let icon = VectorImage.latchkey.path(in: assets, name: "latchkey")
}
