import AccountPageCatalogs
import Markup
package import Texts

/// The texts of pages and messages, by the keys of the catalogs in `AccountPageCatalogs`. The tests compare both.
package enum PageText: String, CatalogText, CaseIterable {
    case signIn
    case signInAgain
    case createNewAccount
    case goToAccount
    case signOut
    case continueButton
    case cancel
    case notNow
    case done
    case manage
    case remove
    case rename
    case upgrade
    case turnOn
    case turnOff
    case stateOn
    case stateOff
    case notSet
    case notSetUp
    case setUp
    case alternative
    case backToAccount
    case languageLabel
    case changeLanguage
    case timeZone
    case timeZoneLead
    case timeZoneAutomatic
    case changeTimeZone
    case noticeTimeZoneChanged
    case noticesTitle
    case noticesLead
    case noticesNewDevices
    case noticesNewDevicesOn
    case noticesNewDevicesOff
    case noticeNoticesChanged
    case deviceUnknown
    case password
    case currentPassword
    case newPassword
    case userName
    case showPassword
    case strengthWeak
    case strengthFair
    case strengthStrong
    case userNameOrEmail
    case code
    case signInWithPasskey
    case newHere
    case createAnAccount
    case signInAppleRejected
    case signInAppleUnavailable
    case signInAppleExpired
    case signInSecondFactorExpired
    case signInPasskeyRemoved
    case signInPasswordChanged
    case forgotPassword
    case emailMeACode
    case codeSignInTitle
    case codeSignInExpired
    case resetPasswordTitle
    case resetPasswordLead
    case sendCode
    case emailCodeTitle
    case resetCodeLead
    case emailCodeHint
    case errorEmailCode
    case sendAnotherCode
    case resetExpired
    case resetPasskeyLead
    case waitLead
    case waitBegin
    case emailAddresses
    case emailAddressesNone
    case addEmailAddress
    case emailAddress
    case addEmailAddressLead
    case addressVerified
    case addressUnverified
    case addressUnreachable
    case addressCodeLead
    case verify
    case noticeAddressVerified
    case noticeAddressAlreadyVerified
    case noticeAddressRemoved
    case noticeAddressTaken
    case noticeTooManyAddresses
    case noticeAddressCodeExpired
    case destinationNewAddress
    case waitCancel
    case noticeResetCancelled
    case noticeRecoveryEnded
    case noticeCredentialConfirmed
    case createAccount
    case haveAccount
    case signUpWithPasskey
    case passkeyReplacesPassword
    case confirmTitle
    case reauthenticatePassword
    case reauthenticateApple
    case reauthenticatePasskey
    case destinationPassword
    case destinationDelete
    case destinationSecondFactors
    case destinationUpgrade
    case destinationNewPasskey
    case destinationNotMe
    case usePasskey
    case passkeyUnusable
    case twoFactor
    case secondFactorCodeLead
    case secondFactorCodeHint
    case secondFactorRecoveryLead
    case secondFactorRecoveryCode
    case secondFactorRecoveryHint
    case secondFactorUseRecoveryCode
    case secondFactorUseAuthenticator
    case secondFactorUseDevice
    case startOver
    case twoFactorOnLead
    case twoFactorOffLead
    case verificationMethods
    case authenticatorApp
    case authenticatorDetail
    case codesName
    case codesNone
    case codesLow
    case codesGenerate
    case noticeAuthenticatorRemoved
    case noticeDeviceRemoved
    case noticeTwoFactorRequired
    case authenticatorTitle
    case authenticatorScanLead
    case authenticatorKeyLead
    case authenticatorPicture
    case authenticatorOpen
    case copy
    case copied
    case copyFailed
    case download
    case print
    case authenticatorCodeHint
    case codesTitle
    case codesTwoFactorOn
    case codesLeadFirst
    case codesLeadReplaced
    case deleteYourAccount
    case deleteLead
    case deleteSignsOut
    case deleteCredentials
    case deleteFinal
    case deleteAccount
    case deleteDetail
    case notMeTitle
    case notMeLead
    case signOutEverywhere
    case changePassword
    case otherDevicesSignOut
    case setAPassword
    case setAPasswordLead
    case setPassword
    case chooseNewPassword
    case setNewPassword
    case upgradeTitle
    case upgradeLead
    case upgradeWeakLead
    case upgradeStrongLead
    case upgradeOptions
    case upgradePassword
    case upgradePasswordDetail
    case upgradeToApple
    case upgradeToAppleLinks
    case upgradeToAppleRemoves
    case continueWithApple
    case removePassword
    case accountTitle
    case signInAndSecurity
    case passwordDetail
    case accountSecurity
    case accountSecurityPassword
    case accountSecurityApple
    case accountSecurityStrong
    case upgradeNow
    case otherWays
    case otherWaysLead
    case otherWaysNone
    case passkeysTitle
    case passkeysNone
    case addPasskey
    case sessionsTitle
    case sessionsSignOutOthers
    case thisDevice
    case activityTitle
    case activityNone
    case appleAccount
    case appleLink
    case appleNone
    case appleAnother
    case appleUndeliverable
    case appleOnlyWay
    case removeAppleTitle
    case removeAppleLead
    case removeAppleAccount
    case replaceAccountTitle
    case unnamedAccount
    case replaceAccountLead
    case replaceAccountData
    case replaceAccount
    case noticeAccountCreated
    case noticePasswordChanged
    case noticeSessionRevoked
    case noticeOtherSessionsRevoked
    case noticePasswordSet
    case noticeAppleLinked
    case noticeAppleTaken
    case noticeAppleAlreadyLinked
    case noticeAppleNotYours
    case noticeAppleNotRecent
    case noticeAppleUnlinked
    case noticeAppleUnlinkedByHand
    case noticePasswordRemoved
    case noticePasskeyAdded
    case noticePasskeyNotAdded
    case noticePasskeyRenamed
    case noticePasskeyRemoved
    case noticeTooManyPasskeys
    case noticeWeakPassword
    case noticeLastCredential
    case createPasskeyTitle
    case createPasskeyLead
    case createPasskeyReplaces
    case createPasskeyRecoveryLead
    case createPasskey
    case signUpWithPassword
    case passkeyUncreatable
    case passkeyOffer
    case passkeySynced
    case passkeySingle
    case passkeyTitle
    case credentialSuspended
    case confirmCredential
    case passkeyName
    case passkeyRemoval
    case passkeyRemovalDetail
    case removePasskey
    case passkeyExists
    case passkeyUnused
    case passkeyElsewhere
    case errorCredentials
    case errorPassword
    case errorCode
    case errorPasskeyExpired
    case errorPasskeyRejected
    case errorCredentialSuspended
    case errorPasskeyTaken
    case errorPasskeyNotRegistered
    case errorPasskeyUnnamed
    case errorUserNameTaken
    case errorUserNameReserved
    case errorPasswordNull
    case errorPasswordCommon
    case errorPasswordUserName
    case errorPasswordContext
    case errorPasswordWeak
    case errorPasswordLeaked
    case errorPasswordUnchanged
    case charactersUpper
    case charactersLower
    case charactersDigit
    case charactersSpecial
    case charactersASCII
    case charactersAny
    case charactersSpace
    case eventAccountCreated
    case eventAccountImported
    case eventUserNameChanged
    case eventSignedIn
    case eventSignedInByApple
    case eventSignedInByPasskey
    case eventSignInFailed
    case eventSignedOut
    case eventReauthenticated
    case eventReauthenticationFailed
    case eventPasswordChanged
    case eventSessionRevoked
    case eventOtherSessionsRevoked
    case eventAllSessionsRevoked
    case eventAccountDeleted
    case eventAppleLinked
    case eventAppleUnlinked
    case eventAppleConsentRevoked
    case eventAppleAccountDeleted
    case eventAppleEmailDisabled
    case eventAppleEmailEnabled
    case eventAppleIdentityTransferred
    case eventPasswordSet
    case eventPasswordRemoved
    case eventAppleReauthenticated
    case eventAppleReauthenticationFailed
    case eventTotpAdded
    case eventTotpRemoved
    case eventDeviceKeyAdded
    case eventDeviceKeyRemoved
    case eventRecoveryCodesMade
    case eventRecoveryCodeUsed
    case eventFactorShown
    case eventFactorFailed
    case eventSecondFactorsRemoved
    case eventPasswordUpgraded
    case eventUpgradedToApple
    case eventPasswordLinkMade
    case eventPasswordSetByLink
    case eventPasskeyAdded
    case eventPasskeyRemoved
    case eventPasskeyRenamed
    case eventPasskeyReauthenticated
    case eventPasskeyReauthenticationFailed
    case eventPasskeyBackupChanged
    case eventPasskeyCounterRegressed
    case eventPasskeySignInFailed
    case eventEmailAddressClaimed
    case eventEmailAddressVerified
    case eventEmailAddressRemoved
    case eventEmailAddressUndeliverable
    case eventRecoveryOpened
    case eventPasswordRecovered
    case eventPasskeyRecovered
    case eventCredentialsSuspended
    case eventCredentialConfirmed
    case eventSuspendedCredentialFailed
    case eventEmailAddressRestored
    case eventSignedInByMail
    case eventRecoveryWaitBegun
    case eventRecoveryCancelled
    case eventAccountLocked
    case eventAccountUnlocked
    case eventRecoveryStarted
    case eventNoticesChanged
    case signedOutTitle
    case signedOutLead
    case signedOutEverywhereLead
    case accountDeletedTitle
    case accountDeletedLead
    case accountDeletedRevokeLead
    case newPasswordSetTitle
    case newPasswordSetLead
    case passkeyRecoveredTitle
    case passkeyRecoveredLead
    case addressUndoTitle
    case addressUndoLead
    case restoreAddress
    case errorUndoCode
    case addressRestoredTitle
    case addressRestoredLead
    case recoveryCancelTitle
    case recoveryCancelLead
    case cancelRecovery
    case recoveryCancelledLead
    case recoveredKept
    case recoveredSuspended
    case recoveredSuspendedDetail
    case invalidLinkTitle
    case invalidLinkLead
    case badRequestTitle
    case badRequestAdvice
    case forbiddenTitle
    case forbiddenAdvice
    case notFoundTitle
    case notFoundAdvice
    case methodNotAllowedTitle
    case methodNotAllowedAdvice
    case contentTooLargeTitle
    case contentTooLargeAdvice
    case unsupportedMediaTypeTitle
    case unsupportedMediaTypeAdvice
    case tooManyRequestsTitle
    case tooManyRequestsAdvice
    case internalErrorTitle
    case internalErrorAdvice
    case unavailableTitle
    case unavailableAdvice
    case problemChallengeExpired
    case problemAppleUnavailable
    case problemReauthentication
    case problemSessionExpired
    case problemSuperseded
    case problemNoPassword
    case problemHasPassword
    case problemGone
    case problemPasskeysFull
    case problemRecoveryUnavailable
    case problemAccountLocked
    case mailColon
    case mailTime
    case mailPossibleFrom
    case mailDevice
    case mailNetworkAddress
    case mailNotMe
    case mailAdvice
    case mailCodeValidity
    case mailCodeSecret
    case mailAddressCodeUnwanted
    case mailResetCodeUnwanted
    case mailSignInCodeUnwanted
    case mailNewDevice
    case mailSecondFactorAdded
    case mailSecondFactorRemoved
    case mailAddressAdded
    case mailPasswordReset
    case mailPasswordResetAdvice
    case mailPasswordResetKept
    case mailPasswordResetAddresses
    case mailCredentialsSuspended
    case mailAddressUndoLink
    case mailPasskeyRecovery
    case mailPasskeyRecoveryAdvice
    case mailRecoveryBegun
    case mailRecoveryBegunAdvice
    case mailRecoveryUndoAdvice
    case mailRecoveryCancelledAdvice
}

extension PageText {
    /// The text as part of another one.
    package var argument: TextArgument { .text(key: rawValue) }
}

/// The sentences of messages that name the service.
package enum MailSentence: String, Sendable, CaseIterable {
    case mailCodeSubject
    case mailAddressCodeLead
    case mailResetCodeLead
    case mailSignInCodeLead
    case mailAddressAddedLead
    case mailAddressRemovedLead
    case mailAddressUndoLead
    case mailAddressRestoredLead
    case mailPasswordResetLead
    case mailPasskeyRecoveryLead
    case mailRecoveryBegunLead
    case mailRecoveryCancelledLead
    case mailNewDeviceLead
    case mailSignedInByMailLead
    case mailPasswordChangedLead
    case mailPasswordSetLead
    case mailPasswordRemovedLead
    case mailPasswordReplacedLead
    case mailPasskeyAddedLead
    case mailPasskeyRemovedLead
    case mailPasskeyCounterLead
    case mailSecondFactorAddedLead
    case mailSecondFactorRemovedLead
    case mailRecoveryCodesLead
    case mailRecoveryCodeUsedLead
    case mailAppleLinkedLead
    case mailAppleUnlinkedLead
    case mailCredentialConfirmedLead
    case mailAccountLockedLead
    case mailRecoveryStartedLead
    case mailPasswordLinkLead
    case mailRecoveryOpenedLead
    case mailNoticesOffLead
    case mailAccountDeletedLead
    case mailAccountDeletedAdvice
}

/// The texts of pages and messages that have arguments.
package struct PageMessage: CatalogText, Hashable {
    package let key: String
    package let arguments: [String: TextArgument]

    private init(_ key: String, _ arguments: [String: TextArgument]) {
        self.key = key
        self.arguments = arguments
    }

    package static func titleWithError(title: String) -> Self { Self("titleWithError", ["title": .words(title)]) }
    package static func problemCount(count: Int) -> Self { Self("problemCount", ["count": .number(count)]) }
    package static func browserOnSystem(browser: String, system: String) -> Self {
        Self("browserOnSystem", ["browser": .words(browser), "system": .words(system)])
    }
    package static func userNameHint(count: Int) -> Self { Self("userNameHint", ["count": .number(count)]) }
    package static func passwordHint(count: Int) -> Self { Self("passwordHint", ["count": .number(count)]) }
    package static func reauthenticatePasswordFor(page: PageText) -> Self {
        Self("reauthenticatePasswordFor", ["page": page.argument])
    }
    package static func reauthenticateAppleFor(page: PageText) -> Self { Self("reauthenticateAppleFor", ["page": page.argument]) }
    package static func reauthenticatePasskeyFor(page: PageText) -> Self {
        Self("reauthenticatePasskeyFor", ["page": page.argument])
    }
    package static func attestedDeviceAdded(time: DisplayTime) -> Self { Self("attestedDeviceAdded", ["time": time.argument]) }
    package static func deviceAdded(time: DisplayTime) -> Self { Self("deviceAdded", ["time": time.argument]) }
    package static func lastUsed(time: DisplayTime) -> Self { Self("lastUsed", ["time": time.argument]) }
    package static func codesLeft(count: Int) -> Self { Self("codesLeft", ["count": .number(count)]) }
    package static func deleteNamedLead(name: String) -> Self { Self("deleteNamedLead", ["name": .name(name)]) }
    package static func chooseNewPasswordLead(name: String) -> Self { Self("chooseNewPasswordLead", ["name": .name(name)]) }
    package static func sessionLastUse(time: DisplayTime, address: String) -> Self {
        Self("sessionLastUse", ["time": time.argument, "address": .code(address)])
    }
    package static func sessionFirstUse(time: DisplayTime) -> Self { Self("sessionFirstUse", ["time": time.argument]) }
    package static func activityAddress(address: String) -> Self { Self("activityAddress", ["address": .code(address)]) }
    package static func appleHiddenEmail(address: String) -> Self { Self("appleHiddenEmail", ["address": .name(address)]) }
    package static func appleLinkedAt(time: DisplayTime) -> Self { Self("appleLinkedAt", ["time": time.argument]) }
    package static func accountCreatedAt(time: DisplayTime) -> Self { Self("accountCreatedAt", ["time": time.argument]) }
    package static func replaceAccountKeeps(name: String) -> Self { Self("replaceAccountKeeps", ["name": .name(name)]) }
    package static func createPasskeyNamedLead(name: String) -> Self { Self("createPasskeyNamedLead", ["name": .name(name)]) }
    package static func passkeySyncedBy(provider: String) -> Self { Self("passkeySyncedBy", ["provider": .name(provider)]) }
    package static func passkeySingleBy(provider: String) -> Self { Self("passkeySingleBy", ["provider": .name(provider)]) }
    package static func passkeyAddedAndUsed(added: DisplayTime, used: DisplayTime) -> Self {
        Self("passkeyAddedAndUsed", ["added": added.argument, "used": used.argument])
    }
    package static func passkeyAdded(added: DisplayTime) -> Self { Self("passkeyAdded", ["added": added.argument]) }
    package static func passkeyProblem(name: String) -> Self { Self("passkeyProblem", ["name": .words(name)]) }
    package static func errorUserNameShort(count: Int) -> Self { Self("errorUserNameShort", ["count": .number(count)]) }
    package static func errorUserNameLong(count: Int) -> Self { Self("errorUserNameLong", ["count": .number(count)]) }
    package static func errorUserNameCharacter(position: Int, signs: String) -> Self {
        Self("errorUserNameCharacter", ["position": .number(position), "signs": .code(signs)])
    }
    package static func errorUserNameAddress(example: String) -> Self { Self("errorUserNameAddress", ["example": .code(example)]) }
    package static func errorPasswordShort(count: Int) -> Self { Self("errorPasswordShort", ["count": .number(count)]) }
    package static func errorPasswordLong(count: Int) -> Self { Self("errorPasswordLong", ["count": .number(count)]) }
    package static func errorRuleShort(rule: String) -> Self { Self("errorRuleShort", ["rule": .code(rule)]) }
    package static func errorRuleLong(rule: String) -> Self { Self("errorRuleLong", ["rule": .code(rule)]) }
    package static func errorRuleRepeated(count: Int, rule: String) -> Self {
        Self("errorRuleRepeated", ["count": .number(count), "rule": .code(rule)])
    }
    package static func errorRuleMissing(characters: [TextArgument], rule: String) -> Self {
        Self("errorRuleMissing", ["characters": .anyOf(characters), "rule": .code(rule)])
    }
    package static func errorRuleNotAllowed(position: Int, characters: [TextArgument], rule: String) -> Self {
        Self("errorRuleNotAllowed", ["position": .number(position), "characters": .anyOf(characters), "rule": .code(rule)])
    }
    package static func retryInSeconds(count: Int) -> Self { Self("retryInSeconds", ["count": .number(count)]) }
    package static func retryInMinutes(count: Int) -> Self { Self("retryInMinutes", ["count": .number(count)]) }
    package static func retryInHours(count: Int) -> Self { Self("retryInHours", ["count": .number(count)]) }
    /// The number of the error; the identifier of the request follows.
    package static func errorReference(status: Int) -> Self {
        // The status is the name of the error, with the digits of the standard in every language.
        Self("errorReference", ["status": .words(String(status))])
    }
    package static func waiting(time: DisplayTime) -> Self { Self("waiting", ["time": time.argument]) }
    package static func waitBanner(time: DisplayTime) -> Self { Self("waitBanner", ["time": time.argument]) }
    package static func problemAttemptsLeft(count: Int) -> Self { Self("problemAttemptsLeft", ["count": .number(count)]) }
    package static func mail(_ sentence: MailSentence, service: String) -> Self {
        // The name is the operator's, and a subject has no characters that isolate it.
        Self(sentence.rawValue, ["service": .words(service)])
    }

    private static let moment = DisplayTime(seconds: 1_800_000_000)

    /// Each message once.
    package static let samples: [PageMessage] = messages + MailSentence.allCases.map { PageMessage.mail($0, service: "w") }

    private static let messages: [PageMessage] = [
        .titleWithError(title: "w"), .problemCount(count: 2), .browserOnSystem(browser: "n", system: "n"), .userNameHint(count: 2),
        .passwordHint(count: 2), .reauthenticatePasswordFor(page: .destinationDelete),
        .reauthenticateAppleFor(page: .destinationDelete), .reauthenticatePasskeyFor(page: .destinationDelete),
        .attestedDeviceAdded(time: moment), .deviceAdded(time: moment), .lastUsed(time: moment), .codesLeft(count: 2),
        .deleteNamedLead(name: "n"), .chooseNewPasswordLead(name: "n"), .sessionLastUse(time: moment, address: "c"),
        .sessionFirstUse(time: moment), .activityAddress(address: "c"), .appleHiddenEmail(address: "n"),
        .appleLinkedAt(time: moment), .accountCreatedAt(time: moment), .replaceAccountKeeps(name: "n"),
        .createPasskeyNamedLead(name: "n"), .passkeySyncedBy(provider: "n"), .passkeySingleBy(provider: "n"),
        .passkeyAddedAndUsed(added: moment, used: moment), .passkeyAdded(added: moment), .passkeyProblem(name: "w"),
        .errorUserNameShort(count: 2), .errorUserNameLong(count: 2), .errorUserNameCharacter(position: 2, signs: "c"),
        .errorUserNameAddress(example: "c"), .errorPasswordShort(count: 2), .errorPasswordLong(count: 2),
        .errorRuleShort(rule: "c"), .errorRuleLong(rule: "c"), .errorRuleRepeated(count: 2, rule: "c"),
        .errorRuleMissing(characters: [.code("c")], rule: "c"),
        .errorRuleNotAllowed(position: 2, characters: [.code("c")], rule: "c"),
        .retryInSeconds(count: 1), .retryInMinutes(count: 1), .retryInHours(count: 1), .errorReference(status: 404),
        .waiting(time: moment), .waitBanner(time: moment), .problemAttemptsLeft(count: 2),
    ]
}

extension Catalogs {
    /// The catalogs of the pages and messages.
    package static let accountPages = Catalogs(embedded: { account_page_catalog($0) })
}

extension Site {
    /// Returns a text in the reader's language.
    func text(_ text: PageText) -> String { Catalogs.accountPages.string(text, for: format) }

    /// Returns a text with arguments, for an attribute or the title. Names and codes are isolated by characters.
    func text(_ message: PageMessage) -> String { Catalogs.accountPages.string(message, for: format) }

    /// Returns a text with arguments. Names and codes are isolated by elements, and times are also in a form for programs.
    ///
    /// - Parameter emphasis: Marks names up.
    func html(_ message: PageMessage, emphasis: (HTML) -> HTML = { $0 }) -> HTML {
        HTML {
            for piece in Catalogs.accountPages.pieces(of: message, for: format) {
                switch piece.argument {
                case .name: emphasis(bdi { piece.text })
                case .code: bdi { piece.text }
                case .moment(let seconds): DisplayTime(seconds: seconds).html(on: self)
                default: HTML(piece.text)
                }
            }
        }
    }
}
