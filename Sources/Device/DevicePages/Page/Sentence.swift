import DeviceScreens
import DeviceSimulator
import Markup
import Texts

/// A sentence on a phone: the system's, or the words of an app.
enum Sentence: Hashable, Sendable {
    case text(PhoneText)
    case message(PhoneMessage)
    case ofApp(String)
}

extension ReaderFormat {
    /// Returns a sentence for an attribute or a screen reader.
    func text(_ sentence: Sentence) -> String {
        switch sentence {
        case .text(let text): self.text(text)
        case .message(let message): text(message)
        case .ofApp(let words): Isolation.isolated(words)
        }
    }

    /// Returns a sentence as markup.
    func html(_ sentence: Sentence) -> HTML {
        switch sentence {
        case .text(let text): HTML(self.text(text))
        case .message(let message): html(message)
        case .ofApp(let words): bdi { words }
        }
    }

    /// Returns sentences that follow one another.
    func html(_ sentences: [Sentence]) -> HTML {
        HTML {
            for (place, sentence) in sentences.enumerated() {
                if place > 0 { pause }
                html(sentence)
            }
        }
    }

    /// The space between two sentences, which Chinese and Japanese do not have.
    private var pause: String {
        switch language {
        case .simplifiedChinese, .traditionalChinese, .japanese: ""
        default: " "
        }
    }
}

/// The title and the text of sheets.
extension PhoneView.SheetView {
    var heading: Sentence {
        switch subject {
        case .explanation: .text(.signInWithApple)
        case .details, .newAccount: .text(.createAccount)
        case .confirmation, .choice: .text(.signIn)
        case .createPasskey: .text(.createPasskeyTitle)
        case .accountPassword: .text(.accountPasswordTitle)
        case .noAccount: .text(.noAccountTitle)
        case .twoFactorNeeded: .text(.twoFactorNeededTitle)
        case .accountLocked: .text(.accountLockedTitle)
        case .notCompleted: .text(.notCompletedTitle)
        case .webSignIn(let host): .message(.webSignInTitle(app: app, host: host))
        case .securityKey, .securityKeyTouch: .text(.securityKeyTitle)
        case .securityKeyPIN: .text(.securityKeyPINTitle)
        case .importCredentials: .message(.importTitle(app: app))
        case .importFile: .text(.importFileTitle)
        case .turnOnProvider: .message(.turnOnProviderTitle(app: app))
        }
    }

    var lead: Sentence {
        switch subject {
        case .explanation(let account): .message(.createAccountLead(app: app, account: account))
        case .details: .message(.willReceive(app: app))
        case .confirmation(let account): .message(.signInLead(app: app, account: account))
        case .createPasskey(let user, let site): .message(.createPasskeyLead(user: user, site: site, app: app))
        case .newAccount(let site): .message(.newAccountLead(app: app, site: site))
        case .choice: .message(.chooseAccountLead(app: app))
        case .accountPassword(let account, _): .message(.accountPasswordLead(account: account))
        case .noAccount: .text(.noAccountLead)
        case .twoFactorNeeded: .text(.twoFactorNeededLead)
        case .accountLocked: .text(.accountLockedLead)
        case .notCompleted: .text(.notCompletedLead)
        case .webSignIn: .text(.webSignInLead)
        case .securityKey(let site): .message(.securityKeyLead(app: app, site: site))
        case .securityKeyTouch: .text(.securityKeyTouchLead)
        case .securityKeyPIN: .text(.securityKeyPINLead)
        case .importCredentials(let new, let known, let different, let rejected),
            .importFile(let new, let known, let different, let rejected):
            .message(.importLead(new: new, known: known, different: different, rejected: rejected))
        case .turnOnProvider: .text(.turnOnProviderLead)
        }
    }

    /// Returns the title of a button of the sheet.
    func title(of role: Button.Role) -> PhoneText {
        switch (role, subject) {
        case (.proceed, _): .continueButton
        case (.cancel, .noAccount), (.cancel, .twoFactorNeeded), (.cancel, .accountLocked), (.cancel, .notCompleted): .close
        case (.cancel, _): .cancel
        case (.openSettings, _): .settings
        case (.tryAgain, _): .tryAgain
        }
    }
}

/// The words of prompts, which an app can replace.
extension PhoneView.PromptView {
    var why: Sentence { purpose?.sentence ?? .ofApp(reason) }

    var cancel: Sentence {
        hasCancelTitleOfApp ? .ofApp(cancelTitle) : .text(way == .faceConsent ? .dontAllow : .cancel)
    }

    /// The title of the fallback button; nil without the button.
    var fallback: Sentence? {
        guard let fallbackTitle, !fallbackTitle.isEmpty else { return nil }
        return hasFallbackTitleOfApp ? .ofApp(fallbackTitle) : .text(.enterPasscode)
    }

    /// Returns the name of the app, or of Settings.
    func asker(in reader: ReaderFormat) -> String { isOfSettings ? reader.text(.settings) : app }
}

extension PhoneView.PromptView.Purpose {
    fileprivate var sentence: Sentence {
        switch self {
        case .proceed: .text(.continueButton)
        case .readItem: .text(.purposeReadItem)
        case .useKey: .text(.purposeUseKey)
        case .signInWithApple: .text(.signInWithApple)
        case .usePassword: .text(.purposeUsePassword)
        case .changePassword: .text(.purposeChangePassword)
        case .deletePassword: .text(.purposeDeletePassword)
        case .createPasskey: .text(.purposeCreatePasskey)
        case .usePasskey: .text(.purposeUsePasskey)
        case .viewPasswords: .text(.purposeViewPasswords)
        case .exportPasswords: .text(.purposeExport)
        case .importPasswords: .text(.purposeImport)
        case .exportCredentials: .text(.purposeExportAll)
        case .importCredentials: .text(.purposeImportAll)
        case .fillPassword(let user, let site): .message(.purposeFill(user: user, site: site))
        }
    }
}

extension PhoneView.ProviderFailure {
    var heading: Sentence {
        switch request {
        case .fill: .text(.unableToAutoFill)
        case .setUp: .message(.unableToSetUp(app: app))
        }
    }

    /// The sentences with the reason.
    var lead: [Sentence] {
        let reason = cause.map { Sentence.text($0.text) } ?? .ofApp(reason)
        return switch request {
        case .fill: [.message(.noCredential(app: app)), reason]
        case .setUp: [reason]
        }
    }
}

extension PhoneView.ProviderFailure.Cause {
    var text: PhoneText {
        switch self {
        case .notStarted: .providerNotStarted
        case .tooManyReports: .providerTooManyReports
        case .endedEarly: .providerEndedEarly
        case .timedOut: .providerTimedOut
        case .unrequested: .providerUnrequested
        case .needsScreen: .providerNeedsScreen
        case .unknownCredential: .providerUnknownCredential
        case .noReason: .providerNoReason
        case .turnedOff: .providerTurnedOff
        case .wrongKind: .providerWrongKind
        case .noSetup: .providerNoSetup
        case .busy: .providerBusy
        }
    }
}

extension BrowserNote {
    var sentence: Sentence {
        switch self {
        case .loading: .text(.loading)
        case .incomplete: .text(.pageIncomplete)
        case .siteError(let status): .message(.siteError(status: String(status)))
        case .notSecure(let host): .message(.notSecure(host: host))
        case .notAnAddress(let text): .message(.notAnAddress(text: text))
        case .linkUnsupported: .text(.linkUnsupported)
        case .notAPage(let host, _): .message(.notAPage(host: host))
        case .tooLarge(let host): .message(.pageTooLarge(host: host))
        case .redirectUnsupported(let host): .message(.redirectUnsupported(host: host))
        case .redirectInsecure(let host): .message(.redirectInsecure(host: host))
        case .tooManyRedirects(let host): .message(.tooManyRedirects(host: host))
        case .unreachable(let host): .message(.siteUnreachable(host: host))
        case .passkeyNotUsed(let host): .message(.passkeyNotUsed(host: host))
        case .passkeyNotAllowed(let host): .message(.passkeyNotAllowed(host: host))
        case .formUnsupported: .text(.formUnsupported)
        case .inputTooLong: .text(.inputTooLong)
        }
    }
}

/// The findings about passwords.
extension PhoneView.SettingsView.Finding {
    var headline: PhoneText {
        switch self {
        case .leaked: .headlineLeaked
        case .weak(_, let isVeryWeak): isVeryWeak ? .headlineEasilyGuessed : .headlineWeak
        case .reusedOnce, .reused: .headlineReused
        }
    }

    var sentence: Sentence {
        switch self {
        case .leaked(let times): .message(.findingLeaked(times: times))
        case .weak(let weakness, _): .text(weakness.text)
        case .reusedOnce(let user, let site): .message(.findingReusedOnce(user: user, site: site))
        case .reused(let count): .message(.findingReused(count: count))
        }
    }
}

extension PhoneView.SettingsView.Weakness {
    fileprivate var text: PhoneText {
        switch self {
        case .common: .findingCommon
        case .word: .findingWord
        case .substitutions: .findingSubstitutions
        case .personal: .findingPersonal
        case .keyboard: .findingKeyboard
        case .sequence: .findingSequence
        case .repetition: .findingRepetition
        case .date: .findingDate
        case .short: .findingShort
        case .commonPIN: .findingCommonPIN
        case .countingPIN: .findingCountingPIN
        case .repeatingPIN: .findingRepeatingPIN
        }
    }
}

/// The remedies for passwords, and their progress.
extension PhoneView.Remedy {
    var heading: PhoneText {
        switch kind {
        case .strongPassword: .useStrongPassword
        case .signInWithApple: .remedyApple
        case .changeOnSite: .remedyOnSite
        case .byHand: .remedyByHand
        }
    }

    var effect: Sentence {
        switch kind {
        case .strongPassword: .text(.effectStrongPassword)
        case .signInWithApple: .text(.effectApple)
        case .changeOnSite: .message(.effectOnSite(site: site ?? ""))
        case .byHand: .message(.effectByHand(site: site ?? ""))
        }
    }
}

extension PhoneView.UpgradeProgress {
    var sentences: [Sentence] {
        let usesApple = remedy == .signInWithApple
        switch (stage, cause) {
        case (.working, _): return [.message(usesApple ? .movingToApple(app: app) : .changingPassword(app: app))]
        case (.done, _): return [.text(usesApple ? .doneApple : .doneStrongPassword)]
        case (_, let cause):
            return [why(cause ?? .unknown), .text(isSettled ? .notChanged : usesApple ? .keptApple : .keptStrongPassword)]
        }
    }

    private func why(_ cause: Cause) -> Sentence {
        switch cause {
        case .cancelled: .text(.cancelled)
        case .offline: .message(isSettled ? .couldNotChangeOffline(app: app) : .notConfirmedOffline(app: app))
        case .unknown: .message(isSettled ? .couldNotChange(app: app) : .notConfirmed(app: app))
        case .stated(let reason): .ofApp(reason)
        }
    }
}

/// The pages of Settings.
extension PhoneView.SettingsView.Page {
    var title: PhoneText {
        switch self {
        case .root: .settings
        case .account: .appleAccount
        case .passwords: .passwords
        case .autoFill: .autoFill
        case .faceID: .faceID
        case .watch: .appleWatch
        case .language: .language
        case .recommendations, .recommendation: .securityRecommendations
        case .passkey: .passkey
        case .exportCredentials: .exportToApp
        case .importCredentials: .importFromApp
        }
    }
}

extension PhoneView.SettingsView.FailedTask {
    var text: PhoneText {
        switch self {
        case .saveSettings: .failureSettings
        case .readPasswords: .failurePasswords
        case .readPasskeys: .failurePasskeys
        case .importCredentials: .failureImport
        }
    }
}

extension PhoneView.SettingsView.PossibleOutcome {
    var text: PhoneText {
        switch self {
        case .newPassword: .settleNewPassword
        case .signInWithApple: .settleApple
        case .asSaved: .settleSaved
        case .unknown: .settleNone
        }
    }
}
