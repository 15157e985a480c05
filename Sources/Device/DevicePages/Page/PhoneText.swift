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
package enum PhoneMessage: CatalogText, Hashable {
    case titleWithError(title: String)
    case openApp(app: String)
    case appNotInstalled(app: String)
    case aroundDevice(device: String)
    case minutes(count: Int)
    case hours(count: Int)
    case days(count: Int)
    case quitApp(app: String)
    case passcodeIs(code: String)
    case suggestionFor(site: String)
    case suggestionFrom(app: String)
    case codeFrom(sender: String)
    case codeFromFor(sender: String, site: String)
    case codeFromMailFor(site: String)
    case mailTo(address: String)
    case tapField(field: String)
    case verificationEnter(place: String)
    case verificationSpoken(place: String, code: String)
    case weakPasswordTitle(app: String)
    case accountAt(user: String, site: String)
    case providerEntry(app: String)
    case foreignPassword(site: String)
    case unableToSetUp(app: String)
    case noCredential(app: String)
    case promptFor(method: String, app: String)
    case promptNotRecognized(method: String, app: String)
    case promptEnterPasscode(app: String)
    case promptWrongPasscode(app: String)
    case promptPassword(app: String)
    case promptNewPassword(app: String)
    case faceConsent(app: String)
    case passkeySavedLead(user: String, site: String)
    case purposeFill(user: String, site: String)
    case createAccountLead(app: String, account: String)
    case willReceive(app: String)
    case signInLead(app: String, account: String)
    case createPasskeyLead(user: String, site: String, app: String)
    case newAccountLead(app: String, site: String)
    case chooseAccountLead(app: String)
    case accountPasswordLead(account: String)
    case securityKeyLead(app: String, site: String)
    case webSignInTitle(app: String, host: String)
    case importTitle(app: String)
    case turnOnProviderTitle(app: String)
    case importLead(new: Int, known: Int, different: Int, rejected: Int)
    case pinAttempts(count: Int)
    case attemptsLeft(count: Int)
    case forwardTo(address: String)
    case passkeyFor(site: String)
    case waitingForApp(app: String)
    case removeAddress(address: String)
    case stopUsingApp(app: String)
    case accountCodeLead(account: String)
    case accountUnlockLead(account: String)
    case askAgain(site: String)
    case newPasswordIs(password: String)
    case settleFor(outcome: String, user: String, site: String)
    case passkeyOf(user: String)
    case deletePasswordOf(user: String, site: String)
    case deletePasskeyOf(user: String, site: String)
    case editPasskeyOf(user: String, site: String)
    case leakCheckFailed(count: Int)
    case findingLeaked(times: Int)
    case findingReusedOnce(user: String, site: String)
    case findingReused(count: Int)
    case effectOnSite(site: String)
    case effectByHand(site: String)
    case changingPassword(app: String)
    case movingToApple(app: String)
    case couldNotChange(app: String)
    case couldNotChangeOffline(app: String)
    case notConfirmed(app: String)
    case notConfirmedOffline(app: String)
    case siteError(status: String)
    case notSecure(host: String)
    case notAnAddress(text: String)
    case notAPage(host: String)
    case pageTooLarge(host: String)
    case redirectUnsupported(host: String)
    case redirectInsecure(host: String)
    case tooManyRedirects(host: String)
    case siteUnreachable(host: String)
    case passkeyNotUsed(host: String)
    case passkeyNotAllowed(host: String)
    case appScreen(app: String, title: String)
    case appStopped(app: String)
    case appStarting(app: String)

    package var key: String {
        switch self {
        case .titleWithError: "titleWithError"
        case .openApp: "openApp"
        case .appNotInstalled: "appNotInstalled"
        case .aroundDevice: "aroundDevice"
        case .minutes: "minutes"
        case .hours: "hours"
        case .days: "days"
        case .quitApp: "quitApp"
        case .passcodeIs: "passcodeIs"
        case .suggestionFor: "suggestionFor"
        case .suggestionFrom: "suggestionFrom"
        case .codeFrom: "codeFrom"
        case .codeFromFor: "codeFromFor"
        case .codeFromMailFor: "codeFromMailFor"
        case .mailTo: "mailTo"
        case .tapField: "tapField"
        case .verificationEnter: "verificationEnter"
        case .verificationSpoken: "verificationSpoken"
        case .weakPasswordTitle: "weakPasswordTitle"
        case .accountAt: "accountAt"
        case .providerEntry: "providerEntry"
        case .foreignPassword: "foreignPassword"
        case .unableToSetUp: "unableToSetUp"
        case .noCredential: "noCredential"
        case .promptFor: "promptFor"
        case .promptNotRecognized: "promptNotRecognized"
        case .promptEnterPasscode: "promptEnterPasscode"
        case .promptWrongPasscode: "promptWrongPasscode"
        case .promptPassword: "promptPassword"
        case .promptNewPassword: "promptNewPassword"
        case .faceConsent: "faceConsent"
        case .purposeFill: "purposeFill"
        case .createAccountLead: "createAccountLead"
        case .willReceive: "willReceive"
        case .signInLead: "signInLead"
        case .createPasskeyLead: "createPasskeyLead"
        case .newAccountLead: "newAccountLead"
        case .chooseAccountLead: "chooseAccountLead"
        case .accountPasswordLead: "accountPasswordLead"
        case .securityKeyLead: "securityKeyLead"
        case .webSignInTitle: "webSignInTitle"
        case .importTitle: "importTitle"
        case .turnOnProviderTitle: "turnOnProviderTitle"
        case .importLead: "importLead"
        case .pinAttempts: "pinAttempts"
        case .attemptsLeft: "attemptsLeft"
        case .forwardTo: "forwardTo"
        case .passkeyFor: "passkeyFor"
        case .waitingForApp: "waitingForApp"
        case .removeAddress: "removeAddress"
        case .stopUsingApp: "stopUsingApp"
        case .accountCodeLead: "accountCodeLead"
        case .accountUnlockLead: "accountUnlockLead"
        case .askAgain: "askAgain"
        case .newPasswordIs: "newPasswordIs"
        case .settleFor: "settleFor"
        case .passkeyOf: "passkeyOf"
        case .deletePasswordOf: "deletePasswordOf"
        case .deletePasskeyOf: "deletePasskeyOf"
        case .editPasskeyOf: "editPasskeyOf"
        case .passkeySavedLead: "passkeySavedLead"
        case .leakCheckFailed: "leakCheckFailed"
        case .findingLeaked: "findingLeaked"
        case .findingReusedOnce: "findingReusedOnce"
        case .findingReused: "findingReused"
        case .effectOnSite: "effectOnSite"
        case .effectByHand: "effectByHand"
        case .changingPassword: "changingPassword"
        case .movingToApple: "movingToApple"
        case .couldNotChange: "couldNotChange"
        case .couldNotChangeOffline: "couldNotChangeOffline"
        case .notConfirmed: "notConfirmed"
        case .notConfirmedOffline: "notConfirmedOffline"
        case .siteError: "siteError"
        case .notSecure: "notSecure"
        case .notAnAddress: "notAnAddress"
        case .notAPage: "notAPage"
        case .pageTooLarge: "pageTooLarge"
        case .redirectUnsupported: "redirectUnsupported"
        case .redirectInsecure: "redirectInsecure"
        case .tooManyRedirects: "tooManyRedirects"
        case .siteUnreachable: "siteUnreachable"
        case .passkeyNotUsed: "passkeyNotUsed"
        case .passkeyNotAllowed: "passkeyNotAllowed"
        case .appScreen: "appScreen"
        case .appStopped: "appStopped"
        case .appStarting: "appStarting"
        }
    }

    package var arguments: [String: TextArgument] {
        switch self {
        case .titleWithError(let title): ["title": .words(title)]
        case .aroundDevice(let device): ["device": .name(device)]
        case .minutes(let count), .hours(let count), .days(let count), .leakCheckFailed(let count), .findingReused(let count),
            .pinAttempts(let count), .attemptsLeft(let count):
            ["count": .number(count)]
        case .quitApp(let app), .suggestionFrom(let app), .weakPasswordTitle(let app), .providerEntry(let app),
            .unableToSetUp(let app), .noCredential(let app), .promptEnterPasscode(let app), .promptWrongPasscode(let app),
            .promptPassword(let app), .promptNewPassword(let app), .faceConsent(let app), .willReceive(let app),
            .chooseAccountLead(let app), .waitingForApp(let app), .stopUsingApp(let app), .changingPassword(let app),
            .movingToApple(let app), .couldNotChange(let app), .couldNotChangeOffline(let app), .notConfirmed(let app),
            .notConfirmedOffline(let app), .appStopped(let app), .appStarting(let app), .openApp(let app),
            .appNotInstalled(let app), .importTitle(let app), .turnOnProviderTitle(let app):
            ["app": .name(app)]
        case .passcodeIs(let code): ["code": .code(code)]
        case .suggestionFor(let site), .foreignPassword(let site), .passkeyFor(let site), .askAgain(let site),
            .effectOnSite(let site), .effectByHand(let site), .codeFromMailFor(let site):
            ["site": .code(site)]
        case .codeFrom(let sender): ["sender": .name(sender)]
        case .codeFromFor(let sender, let site): ["sender": .name(sender), "site": .code(site)]
        case .tapField(let field): ["field": .name(field)]
        case .verificationEnter(let place): ["place": .name(place)]
        case .verificationSpoken(let place, let code): ["place": .name(place), "code": .code(code)]
        case .accountAt(let user, let site), .purposeFill(let user, let site), .deletePasswordOf(let user, let site),
            .deletePasskeyOf(let user, let site), .editPasskeyOf(let user, let site), .passkeySavedLead(let user, let site),
            .findingReusedOnce(let user, let site):
            ["user": .name(user), "site": .code(site)]
        case .promptFor(let method, let app), .promptNotRecognized(let method, let app):
            ["method": .words(method), "app": .name(app)]
        case .createAccountLead(let app, let account), .signInLead(let app, let account):
            ["app": .name(app), "account": .name(account)]
        case .createPasskeyLead(let user, let site, let app): ["user": .name(user), "site": .code(site), "app": .name(app)]
        case .newAccountLead(let app, let site), .securityKeyLead(let app, let site): ["app": .name(app), "site": .code(site)]
        case .accountPasswordLead(let account), .accountCodeLead(let account), .accountUnlockLead(let account):
            ["account": .name(account)]
        case .webSignInTitle(let app, let host): ["app": .name(app), "host": .code(host)]
        case .importLead(let new, let known, let different, let rejected):
            [
                "new": .number(new), "known": .number(known), "different": .number(different), "rejected": .number(rejected),
            ]
        case .forwardTo(let address), .removeAddress(let address), .mailTo(let address): ["address": .code(address)]
        case .newPasswordIs(let password): ["password": .code(password)]
        case .settleFor(let outcome, let user, let site): ["outcome": .words(outcome), "user": .name(user), "site": .code(site)]
        case .passkeyOf(let user): ["user": .name(user)]
        case .findingLeaked(let times): ["times": .number(times)]
        case .siteError(let status): ["status": .code(status)]
        case .notSecure(let host), .notAPage(let host), .pageTooLarge(let host), .redirectUnsupported(let host),
            .redirectInsecure(let host), .tooManyRedirects(let host), .siteUnreachable(let host), .passkeyNotUsed(let host),
            .passkeyNotAllowed(let host):
            ["host": .code(host)]
        case .notAnAddress(let text): ["text": .name(text)]
        case .appScreen(let app, let title): ["app": .name(app), "title": .name(title)]
        }
    }

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
