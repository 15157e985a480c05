import DevicePageCatalogs
import Markup
package import Texts

/// The texts of a phone's system and of the page around it. Each raw value is a key of the catalogs in `DevicePageCatalogs`; the
/// tests compare the two.
package enum PhoneText: String, CatalogText, CaseIterable {
    case titleOne
    case titleSeveral
    case introductionOne
    case introductionSeveral
    case desk
    case enterText
    case reload
    case connectionLost
    case pageNotLive
    case actionFailed
    case deviceSilent
    case people
    case fitScreen
    case keyboardShortcuts
    case shortcutEscape
    case shortcutPhone
    case erasePhone
    case erasePhoneLead
    case erasePhoneNow
    case startStoryOver
    case startStoryOverLead
    case startStoryOverNow
    case guidedTour
    case tourStepDone
    case tourHiddenAddress
    case tourStaysSignedIn
    case tourStopUsing
    case tourStrongPassword
    case tourAutoFill
    case tourSomeoneElse
    case tourMessageCode
    case tourOtherPhone
    case tourPasskey
    case tourPasskeyOnOtherPhone
    case tourPasskeyRemoved
    case tourStrongerPassword
    case tourSignInWithApple
    case openOnComputer
    case yourFinger
    case yourFace
    case someoneElse
    case insertSecurityKey
    case removeSecurityKey
    case securityKeyEmpty
    case pinNotSet
    case pinBlocked
    case setPIN
    case changePIN
    case currentPIN
    case newPIN
    case resetSecurityKey
    case resetSecurityKeyLead
    case resetSecurityKeyNow
    case lockDevice
    case network
    case online
    case offline
    case noNetwork
    case advanceBy
    case messageFrom
    case messageText
    case send
    case forDeveloper
    case home
    case settings
    case passwords
    case browser
    case messages
    case mail
    case openAgain
    case enterThePasscode
    case touchOrPasscode
    case lookOrPasscode
    case passcode
    case keyboard
    case suggestions
    case keySpace
    case keyReturn
    case hideKeyboard
    case customInput
    case useStrongPassword
    case chooseOwnPassword
    case removesStrongPassword
    case codeFromMail
    case strongPassword
    case done
    case cancel
    case continueButton
    case close
    case tryAgain
    case notNow
    case ok
    case dontAllow
    case enterPasscode
    case dismissMessage
    case passkeySaved
    case dismissNotification
    case verificationCode
    case savePasswordTitle
    case updatePasswordTitle
    case savePasswordLead
    case updatePasswordLead
    case savePassword
    case updatePassword
    case neverForSite
    case noPasswordSaved
    case forThisApp
    case otherPasswords
    case otherApps
    case unableToAutoFill
    case providerNotStarted
    case providerTooManyReports
    case providerEndedEarly
    case providerTimedOut
    case providerUnrequested
    case providerNeedsScreen
    case providerUnknownCredential
    case providerNoReason
    case providerTurnedOff
    case providerWrongKind
    case providerNoSetup
    case providerBusy
    case newPassword
    case confirmOnWatch
    case notRecognized
    case purposeReadItem
    case purposeUseKey
    case purposeUsePassword
    case purposeChangePassword
    case purposeDeletePassword
    case purposeCreatePasskey
    case purposeUsePasskey
    case purposeViewPasswords
    case purposeExport
    case purposeImport
    case purposeExportAll
    case purposeImportAll
    case touchID
    case opticID
    case signInWithApple
    case createAccount
    case signIn
    case createPasskeyTitle
    case saveInApp
    case chooseInApp
    case passkeyPlace
    case thisDevice
    case phoneNumber
    case emailOrPhoneNumber
    case otherContact
    case accountPasswordTitle
    case securityKeyTitle
    case securityKeyTouchLead
    case securityKeyPINTitle
    case securityKeyPINLead
    case pin
    case incorrectPIN
    case noAccountTitle
    case noAccountLead
    case twoFactorNeededTitle
    case twoFactorNeededLead
    case accountLockedTitle
    case accountLockedLead
    case notCompletedTitle
    case notCompletedLead
    case webSignInLead
    case turnOnProviderLead
    case name
    case firstName
    case lastName
    case email
    case shareEmail
    case hideEmail
    case addressBelow
    case forwardBelow
    case address
    case incorrectPassword
    case password
    case appleAccount
    case webSheetTitle
    case openPage
    case pasteAddress
    case language
    case autoFill
    case faceID
    case appleWatch
    case securityRecommendations
    case securityRecommendation
    case signInToUse
    case autoFillPasswords
    case autoFillNote
    case autoFillFrom
    case providersNote
    case apps
    case noFaceIDApps
    case faceIDNote
    case watchOnWrist
    case watchUnlocked
    case watchNearby
    case pairWatch
    case unpairWatch
    case watchNote
    case failureSettings
    case failurePasswords
    case failurePasskeys
    case failureImport
    case signOut
    case emailAddresses
    case addEmail
    case add
    case remove
    case signInSecurity
    case twoFactor
    case stateOn
    case turnOnTwoFactor
    case noAppsUseAccount
    case stopUsing
    case appsUnavailable
    case accountLead
    case account
    case emailOrName
    case required
    case code
    case unlockAccount
    case noPasswordOrPasskey
    case neverSaved
    case changeInterrupted
    case settleNewPassword
    case settleApple
    case settleSaved
    case settleNone
    case userName
    case website
    case lastUsed
    case earlierPasswords
    case changeUnfinished
    case deletePassword
    case deletePasskey
    case passkeyNotAccepted
    case passkeyNotAcceptedLead
    case passwordNotAcceptedLead
    case exportToApp
    case exportLead
    case exportLocked
    case saveFile
    case importFromApp
    case importFileLead
    case chooseFile
    case fileText
    case fileTooLarge
    case importFileTitle
    case passkey
    case created
    case edit
    case save
    case noRecommendations
    case highPriority
    case otherRecommendations
    case checkingPasswords
    case passwordsLocked
    case viewPasswords
    case whatYouCanDo
    case headlineLeaked
    case headlineEasilyGuessed
    case headlineWeak
    case headlineReused
    case findingCommon
    case findingWord
    case findingSubstitutions
    case findingPersonal
    case findingKeyboard
    case findingSequence
    case findingRepetition
    case findingDate
    case findingShort
    case findingCommonPIN
    case findingCountingPIN
    case findingRepeatingPIN
    case remedyApple
    case remedyOnSite
    case remedyByHand
    case effectStrongPassword
    case effectApple
    case obstacleNoAccount
    case doneStrongPassword
    case doneApple
    case cancelled
    case notChanged
    case keptStrongPassword
    case keptApple
    case noMessages
    case noMail
    case mailNeedsAccount
    case noSubject
    case mailWithoutText
    case copyCode
    case copied
    case notCopied
    case enterWebsite
    case go
    case back
    case formNotSecure
    case formNotSecureLead
    case sendAnyway
    case loading
    case pageIncomplete
    case linkUnsupported
    case formUnsupported
    case inputTooLong
    case webPage
    case lockedSpoken
    case homeScreen
}

/// The texts of a phone's system that have arguments.
package struct PhoneMessage: CatalogText, Hashable {
    package let key: String
    package let arguments: [String: TextArgument]

    private init(_ key: String, _ arguments: [String: TextArgument]) {
        self.key = key
        self.arguments = arguments
    }

    package static func titleWithError(title: String) -> Self { Self("titleWithError", ["title": .words(title)]) }
    package static func openApp(app: String) -> Self { Self("openApp", ["app": .name(app)]) }
    package static func appNotInstalled(app: String) -> Self { Self("appNotInstalled", ["app": .name(app)]) }
    package static func aroundDevice(device: String) -> Self { Self("aroundDevice", ["device": .name(device)]) }
    package static func minutes(count: Int) -> Self { Self("minutes", ["count": .number(count)]) }
    package static func hours(count: Int) -> Self { Self("hours", ["count": .number(count)]) }
    package static func days(count: Int) -> Self { Self("days", ["count": .number(count)]) }
    package static func quitApp(app: String) -> Self { Self("quitApp", ["app": .name(app)]) }
    package static func passcodeIs(code: String) -> Self { Self("passcodeIs", ["code": .code(code)]) }
    package static func suggestionFor(site: String) -> Self { Self("suggestionFor", ["site": .code(site)]) }
    package static func suggestionFrom(app: String) -> Self { Self("suggestionFrom", ["app": .name(app)]) }
    package static func codeFrom(sender: String) -> Self { Self("codeFrom", ["sender": .name(sender)]) }
    package static func codeFromFor(sender: String, site: String) -> Self {
        Self("codeFromFor", ["sender": .name(sender), "site": .code(site)])
    }
    package static func codeFromMailFor(site: String) -> Self { Self("codeFromMailFor", ["site": .code(site)]) }
    package static func mailTo(address: String) -> Self { Self("mailTo", ["address": .code(address)]) }
    package static func tapField(field: String) -> Self { Self("tapField", ["field": .name(field)]) }
    package static func verificationEnter(place: String) -> Self { Self("verificationEnter", ["place": .name(place)]) }
    package static func verificationSpoken(place: String, code: String) -> Self {
        Self("verificationSpoken", ["place": .name(place), "code": .code(code)])
    }
    package static func weakPasswordTitle(app: String) -> Self { Self("weakPasswordTitle", ["app": .name(app)]) }
    package static func accountAt(user: String, site: String) -> Self {
        Self("accountAt", ["user": .name(user), "site": .code(site)])
    }
    package static func providerEntry(app: String) -> Self { Self("providerEntry", ["app": .name(app)]) }
    package static func foreignPassword(site: String) -> Self { Self("foreignPassword", ["site": .code(site)]) }
    package static func unableToSetUp(app: String) -> Self { Self("unableToSetUp", ["app": .name(app)]) }
    package static func noCredential(app: String) -> Self { Self("noCredential", ["app": .name(app)]) }
    package static func promptFor(method: String, app: String) -> Self {
        Self("promptFor", ["method": .words(method), "app": .name(app)])
    }
    package static func promptNotRecognized(method: String, app: String) -> Self {
        Self("promptNotRecognized", ["method": .words(method), "app": .name(app)])
    }
    package static func promptEnterPasscode(app: String) -> Self { Self("promptEnterPasscode", ["app": .name(app)]) }
    package static func promptWrongPasscode(app: String) -> Self { Self("promptWrongPasscode", ["app": .name(app)]) }
    package static func promptPassword(app: String) -> Self { Self("promptPassword", ["app": .name(app)]) }
    package static func promptNewPassword(app: String) -> Self { Self("promptNewPassword", ["app": .name(app)]) }
    package static func faceConsent(app: String) -> Self { Self("faceConsent", ["app": .name(app)]) }
    package static func passkeySavedLead(user: String, site: String) -> Self {
        Self("passkeySavedLead", ["user": .name(user), "site": .code(site)])
    }
    package static func purposeFill(user: String, site: String) -> Self {
        Self("purposeFill", ["user": .name(user), "site": .code(site)])
    }
    package static func createAccountLead(app: String, account: String) -> Self {
        Self("createAccountLead", ["app": .name(app), "account": .name(account)])
    }
    package static func willReceive(app: String) -> Self { Self("willReceive", ["app": .name(app)]) }
    package static func signInLead(app: String, account: String) -> Self {
        Self("signInLead", ["app": .name(app), "account": .name(account)])
    }
    package static func createPasskeyLead(user: String, site: String, app: String) -> Self {
        Self("createPasskeyLead", ["user": .name(user), "site": .code(site), "app": .name(app)])
    }
    package static func newAccountLead(app: String, site: String) -> Self {
        Self("newAccountLead", ["app": .name(app), "site": .code(site)])
    }
    package static func chooseAccountLead(app: String) -> Self { Self("chooseAccountLead", ["app": .name(app)]) }
    package static func accountPasswordLead(account: String) -> Self { Self("accountPasswordLead", ["account": .name(account)]) }
    package static func securityKeyLead(app: String, site: String) -> Self {
        Self("securityKeyLead", ["app": .name(app), "site": .code(site)])
    }
    package static func webSignInTitle(app: String, host: String) -> Self {
        Self("webSignInTitle", ["app": .name(app), "host": .code(host)])
    }
    package static func importTitle(app: String) -> Self { Self("importTitle", ["app": .name(app)]) }
    package static func turnOnProviderTitle(app: String) -> Self { Self("turnOnProviderTitle", ["app": .name(app)]) }
    package static func importLead(new: Int, known: Int, different: Int, rejected: Int) -> Self {
        Self(
            "importLead",
            ["new": .number(new), "known": .number(known), "different": .number(different), "rejected": .number(rejected)])
    }
    package static func pinAttempts(count: Int) -> Self { Self("pinAttempts", ["count": .number(count)]) }
    package static func attemptsLeft(count: Int) -> Self { Self("attemptsLeft", ["count": .number(count)]) }
    package static func forwardTo(address: String) -> Self { Self("forwardTo", ["address": .code(address)]) }
    package static func passkeyFor(site: String) -> Self { Self("passkeyFor", ["site": .code(site)]) }
    package static func waitingForApp(app: String) -> Self { Self("waitingForApp", ["app": .name(app)]) }
    package static func removeAddress(address: String) -> Self { Self("removeAddress", ["address": .code(address)]) }
    package static func stopUsingApp(app: String) -> Self { Self("stopUsingApp", ["app": .name(app)]) }
    package static func accountCodeLead(account: String) -> Self { Self("accountCodeLead", ["account": .name(account)]) }
    package static func accountUnlockLead(account: String) -> Self { Self("accountUnlockLead", ["account": .name(account)]) }
    package static func askAgain(site: String) -> Self { Self("askAgain", ["site": .code(site)]) }
    package static func newPasswordIs(password: String) -> Self { Self("newPasswordIs", ["password": .code(password)]) }
    package static func settleFor(outcome: String, user: String, site: String) -> Self {
        Self("settleFor", ["outcome": .words(outcome), "user": .name(user), "site": .code(site)])
    }
    package static func passkeyOf(user: String) -> Self { Self("passkeyOf", ["user": .name(user)]) }
    package static func deletePasswordOf(user: String, site: String) -> Self {
        Self("deletePasswordOf", ["user": .name(user), "site": .code(site)])
    }
    package static func deletePasskeyOf(user: String, site: String) -> Self {
        Self("deletePasskeyOf", ["user": .name(user), "site": .code(site)])
    }
    package static func editPasskeyOf(user: String, site: String) -> Self {
        Self("editPasskeyOf", ["user": .name(user), "site": .code(site)])
    }
    package static func leakCheckFailed(count: Int) -> Self { Self("leakCheckFailed", ["count": .number(count)]) }
    package static func findingLeaked(times: Int) -> Self { Self("findingLeaked", ["times": .number(times)]) }
    package static func findingReusedOnce(user: String, site: String) -> Self {
        Self("findingReusedOnce", ["user": .name(user), "site": .code(site)])
    }
    package static func findingReused(count: Int) -> Self { Self("findingReused", ["count": .number(count)]) }
    package static func effectOnSite(site: String) -> Self { Self("effectOnSite", ["site": .code(site)]) }
    package static func effectByHand(site: String) -> Self { Self("effectByHand", ["site": .code(site)]) }
    package static func changingPassword(app: String) -> Self { Self("changingPassword", ["app": .name(app)]) }
    package static func movingToApple(app: String) -> Self { Self("movingToApple", ["app": .name(app)]) }
    package static func couldNotChange(app: String) -> Self { Self("couldNotChange", ["app": .name(app)]) }
    package static func couldNotChangeOffline(app: String) -> Self { Self("couldNotChangeOffline", ["app": .name(app)]) }
    package static func notConfirmed(app: String) -> Self { Self("notConfirmed", ["app": .name(app)]) }
    package static func notConfirmedOffline(app: String) -> Self { Self("notConfirmedOffline", ["app": .name(app)]) }
    package static func siteError(status: String) -> Self { Self("siteError", ["status": .code(status)]) }
    package static func notSecure(host: String) -> Self { Self("notSecure", ["host": .code(host)]) }
    package static func notAnAddress(text: String) -> Self { Self("notAnAddress", ["text": .name(text)]) }
    package static func notAPage(host: String) -> Self { Self("notAPage", ["host": .code(host)]) }
    package static func pageTooLarge(host: String) -> Self { Self("pageTooLarge", ["host": .code(host)]) }
    package static func redirectUnsupported(host: String) -> Self { Self("redirectUnsupported", ["host": .code(host)]) }
    package static func redirectInsecure(host: String) -> Self { Self("redirectInsecure", ["host": .code(host)]) }
    package static func tooManyRedirects(host: String) -> Self { Self("tooManyRedirects", ["host": .code(host)]) }
    package static func siteUnreachable(host: String) -> Self { Self("siteUnreachable", ["host": .code(host)]) }
    package static func passkeyNotUsed(host: String) -> Self { Self("passkeyNotUsed", ["host": .code(host)]) }
    package static func passkeyNotAllowed(host: String) -> Self { Self("passkeyNotAllowed", ["host": .code(host)]) }
    package static func appScreen(app: String, title: String) -> Self {
        Self("appScreen", ["app": .name(app), "title": .name(title)])
    }
    package static func appStopped(app: String) -> Self { Self("appStopped", ["app": .name(app)]) }
    package static func appStarting(app: String) -> Self { Self("appStarting", ["app": .name(app)]) }

    /// A sample of each message, once.
    package static let samples: [PhoneMessage] = [
        .titleWithError(title: "w"), .aroundDevice(device: "n"), .minutes(count: 2), .hours(count: 2), .days(count: 2),
        .quitApp(app: "n"), .passcodeIs(code: "c"), .suggestionFor(site: "c"), .suggestionFrom(app: "n"), .codeFrom(sender: "n"),
        .codeFromFor(sender: "n", site: "c"), .codeFromMailFor(site: "c"), .mailTo(address: "c"), .tapField(field: "n"),
        .verificationEnter(place: "n"),
        .verificationSpoken(place: "n", code: "c"), .weakPasswordTitle(app: "n"), .accountAt(user: "n", site: "c"),
        .providerEntry(app: "n"), .foreignPassword(site: "c"), .unableToSetUp(app: "n"), .noCredential(app: "n"),
        .promptFor(method: "w", app: "n"), .promptNotRecognized(method: "w", app: "n"), .promptEnterPasscode(app: "n"),
        .promptWrongPasscode(app: "n"), .promptPassword(app: "n"), .promptNewPassword(app: "n"), .faceConsent(app: "n"),
        .purposeFill(user: "n", site: "c"), .createAccountLead(app: "n", account: "n"), .willReceive(app: "n"),
        .signInLead(app: "n", account: "n"), .createPasskeyLead(user: "n", site: "c", app: "n"), .chooseAccountLead(app: "n"),
        .newAccountLead(app: "n", site: "c"), .securityKeyLead(app: "n", site: "c"), .accountPasswordLead(account: "n"),
        .webSignInTitle(app: "n", host: "c"),
        .importTitle(app: "n"), .turnOnProviderTitle(app: "n"), .importLead(new: 2, known: 2, different: 2, rejected: 2),
        .pinAttempts(count: 2), .attemptsLeft(count: 2),
        .forwardTo(address: "c"),
        .passkeyFor(site: "c"), .waitingForApp(app: "n"), .removeAddress(address: "c"), .stopUsingApp(app: "n"),
        .accountCodeLead(account: "n"), .accountUnlockLead(account: "n"), .askAgain(site: "c"), .newPasswordIs(password: "c"),
        .settleFor(outcome: "w", user: "n", site: "c"), .passkeyOf(user: "n"), .deletePasswordOf(user: "n", site: "c"),
        .deletePasskeyOf(user: "n", site: "c"), .editPasskeyOf(user: "n", site: "c"),
        .passkeySavedLead(user: "n", site: "c"), .leakCheckFailed(count: 2), .findingLeaked(times: 2),
        .findingReusedOnce(user: "n", site: "c"), .findingReused(count: 2), .effectOnSite(site: "c"), .effectByHand(site: "c"),
        .changingPassword(app: "n"), .movingToApple(app: "n"), .couldNotChange(app: "n"), .couldNotChangeOffline(app: "n"),
        .notConfirmed(app: "n"), .notConfirmedOffline(app: "n"), .siteError(status: "c"), .notSecure(host: "c"),
        .notAnAddress(text: "n"), .notAPage(host: "c"), .pageTooLarge(host: "c"), .redirectUnsupported(host: "c"),
        .redirectInsecure(host: "c"), .tooManyRedirects(host: "c"), .siteUnreachable(host: "c"), .passkeyNotUsed(host: "c"),
        .passkeyNotAllowed(host: "c"), .appScreen(app: "n", title: "n"),
        .appStopped(app: "n"), .appStarting(app: "n"), .openApp(app: "n"), .appNotInstalled(app: "n"),
    ]
}

extension Catalogs {
    /// The catalogs of the phones' pages.
    package static let devicePages = Catalogs(embedded: { device_page_catalog($0) })
}

extension ReaderFormat {
    /// Returns a text in the reader's language.
    func text(_ text: PhoneText) -> String { Catalogs.devicePages.string(text, for: self) }

    /// Returns a text with arguments, for an attribute. Names and codes are isolated by characters.
    func text(_ message: PhoneMessage) -> String { Catalogs.devicePages.string(message, for: self) }

    /// Returns a text with arguments. Names and codes are isolated by elements.
    func html(_ message: PhoneMessage) -> HTML {
        HTML {
            for piece in Catalogs.devicePages.pieces(of: message, for: self) {
                switch piece.argument {
                case .name, .code: bdi { piece.text }
                default: HTML(piece.text)
                }
            }
        }
    }
}
