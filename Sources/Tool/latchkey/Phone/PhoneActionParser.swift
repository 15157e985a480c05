import DeviceSimulator
import Foundation
import JSONText

/// The actions of a phone's user, as words of a command line.
enum PhoneActionParser {
    /// The list of actions with their arguments.
    static var help: String { known.map { "  " + $0.usage }.joined(separator: "\n") }

    /// Returns the action for these words, as the HTTP API accepts it; nil if the words are unknown.
    ///
    /// - Parameters:
    ///   - sheet: the number of the frontmost sheet, if there is one.
    ///   - prompt: the number of the frontmost prompt, if there is one.
    static func action(_ words: [String], sheet: UInt64?, prompt: UInt64?) -> JSONValue? {
        if words.count == 1, words[0].hasPrefix("{") { return try? JSONText.parse(Array(words[0].utf8)).root.value }
        let matching = known.filter { $0.words == Array(words.prefix($0.words.count)) && words.count == $0.words.count + $0.count }
        return matching.lazy.compactMap { $0.action(words.dropFirst($0.words.count) + [sheet.map(String.init) ?? ""]) }.first
            .flatMap { json($0.bound(toPrompt: prompt)) }
    }

    static func focus(_ field: String) -> JSONValue? { json(.focus(field: field)) }

    static func type(_ text: String, into field: String) -> JSONValue? { json(.type(field: field, text: text)) }

    private static func json(_ action: PhoneAction) -> JSONValue? {
        (try? JSONEncoder().encode(action)).flatMap { try? JSONText.parse(Array($0)).root.value }
    }

    private struct Known: Sendable {
        let words: [String]
        /// The number of words that follow.
        let count: Int
        let usage: String
        let action: @Sendable ([String]) -> PhoneAction?

        init(_ usage: String, _ action: @escaping @Sendable ([String]) -> PhoneAction?) {
            let parts = usage.split(separator: " ").map(String.init)
            words = parts.filter { $0.first?.isLowercase == true }
            count = parts.count - words.count
            self.usage = usage
            self.action = action
        }
    }

    private static let known: [Known] = [
        Known("home") { _ in .home }, Known("lock") { _ in .lock },
        Known("face") { _ in .present(isOwner: true) }, Known("non-matching-face") { _ in .present(isOwner: false) },
        Known("passcode CODE") { .enterPasscode($0[0]) }, Known("app-password TEXT") { .enterAppPassword($0[0]) },
        Known("use-passcode") { _ in .choosePasscodeInstead }, Known("cancel-prompt") { _ in .cancelPrompt },
        Known("allow-face-id") { _ in .allowFaceID }, Known("settings face-id") { _ in .openSettings(.faceID) },
        Known("settings autofill") { _ in .openSettings(.autoFill) },
        Known("face-id on APP") { .setFaceID(app: $0[0], isAllowed: true) },
        Known("face-id off APP") { .setFaceID(app: $0[0], isAllowed: false) },
        Known("confirm-on-watch") { _ in .confirmOnWatch }, Known("settings watch") { _ in .openSettings(.watch) },
        Known("settings language") { _ in .openSettings(.language) },
        Known("language TAG") { PhoneView.Language(rawValue: $0[0]).map { .setLanguage($0) } },
        Known("insert-security-key") { _ in .insertSecurityKey(pin: nil) },
        Known("insert-security-key PIN") { .insertSecurityKey(pin: $0[0]) },
        Known("set-security-key-pin NEW") { .setSecurityKeyPIN(to: $0[0], current: nil) },
        Known("set-security-key-pin NEW CURRENT") { .setSecurityKeyPIN(to: $0[0], current: $0[1]) },
        Known("reset-security-key") { _ in .resetSecurityKey },
        Known("remove-security-key") { _ in .removeSecurityKey }, Known("security-key-pin TEXT") { sheet($0, .password($0[0])) },
        Known("pair-watch") { _ in .setWatch(SimulatedWatch()) }, Known("unpair-watch") { _ in .setWatch(nil) },
        Known("watch WRIST LOCK DISTANCE") { words in
            guard let wrist = ["on": true, "off": false][words[0]], let lock = ["unlocked": true, "locked": false][words[1]],
                let distance = ["near": true, "far": false][words[2]]
            else { return nil }
            return .setWatch(SimulatedWatch(isOnWrist: wrist, isUnlocked: lock, isNearby: distance))
        },
        Known("open APP") { .open(app: $0[0]) }, Known("quit APP") { .quit(app: $0[0]) },
        Known("browser") { _ in .open(app: PhoneView.browser) }, Known("browse ADDRESS") { .browse(address: $0[0]) },
        Known("press BUTTON") { .press(button: $0[0]) }, Known("alert NUMBER") { Int($0[0]).map { .answerAlert(button: $0) } },
        Known("focus FIELD") { .focus(field: $0[0]) }, Known("hide-keyboard") { _ in .focus(field: nil) },
        Known("type FIELD TEXT") { .type(field: $0[0], text: $0[1]) }, Known("return FIELD") { .submit(field: $0[0]) },
        Known("suggestion NUMBER") { Int($0[0]).map { .chooseSuggestion($0) } },
        Known("passwords") { _ in .openPasswordList }, Known("choose NUMBER") { Int($0[0]).map { .chooseFromList($0) } },
        Known("close-passwords") { _ in .closePasswordList },
        Known("save") { _ in .answerSaveQuestion(.save) }, Known("not-now") { _ in .answerSaveQuestion(.notNow) },
        Known("never") { _ in .answerSaveQuestion(.never) }, Known("ask-to-save SITE") { .askToSave(site: $0[0]) },
        Known("close-page") { _ in .closeBrowser }, Known("lead-page ADDRESS") { .leadPage(to: $0[0]) },
        Known("settings") { _ in .openSettings(.root) }, Known("settings account") { _ in .openSettings(.account) },
        Known("settings passwords") { _ in .openSettings(.passwords) },
        Known("settings export") { _ in .openSettings(.exportCredentials) },
        Known("settings import") { _ in .openSettings(.importCredentials) },
        Known("settings recommendations") { _ in .openSettings(.recommendations) },
        Known("recommendation ID") { .openRecommendation(id: $0[0]) },
        Known("remedy NUMBER") { Int($0[0]).map { .chooseRemedy($0) } },
        Known("close-question") { _ in .closeUpgradeQuestion }, Known("cancel-extension") { _ in .cancelExtension },
        Known("sign-in ACCOUNT PASSWORD") { .signInToAppleAccount($0[0], password: $0[1]) },
        Known("account-code CODE") { .enterAccountCode($0[0]) }, Known("cancel-sign-in") { _ in .cancelAccountSignIn },
        Known("unlock-account PASSWORD") { .unlockAppleAccount(password: $0[0]) },
        Known("turn-on-two-factor") { _ in .turnOnTwoFactor }, Known("dismiss-code") { _ in .dismissAccountCode },
        Known("add-address EMAIL") { .addAddress($0[0]) }, Known("remove-address EMAIL") { .removeAddress($0[0]) },
        Known("sign-out") { _ in .signOutOfAppleAccount },
        Known("stop-using APP") { .stopUsing(app: $0[0]) },
        Known("autofill on") { _ in .setAutoFill(true) }, Known("autofill off") { _ in .setAutoFill(false) },
        Known("provider on APP") { .setProvider(app: $0[0], isOn: true) },
        Known("provider off APP") { .setProvider(app: $0[0], isOn: false) },
        Known("messages") { _ in .openMessages }, Known("dismiss-banner") { _ in .dismissBanner },
        Known("mail") { _ in .openMail }, Known("mail NUMBER") { Int($0[0]).map { .readMail(id: $0) } },
        Known("continue") { sheet($0, .proceed) }, Known("cancel") { sheet($0, .cancel) },
        Known("try-again") { sheet($0, .tryAgain) }, Known("to-settings") { sheet($0, .openSettings) },
        Known("credential NUMBER") { words in Int(words[0]).flatMap { sheet(words, .choose($0)) } },
        Known("hide-email FIRST LAST") { sheet($0, .details(givenName: $0[0], familyName: $0[1], hidesEmail: true)) },
        Known("hide-address EMAIL FIRST LAST") {
            sheet($0, .details(givenName: $0[1], familyName: $0[2], hidesEmail: true, address: $0[0]))
        },
        Known("share-address EMAIL FIRST LAST") {
            sheet($0, .details(givenName: $0[1], familyName: $0[2], hidesEmail: false, address: $0[0]))
        },
        Known("create-account FIRST LAST") { sheet($0, .account(givenName: $0[0], familyName: $0[1])) },
        Known("create-account-with CONTACT FIRST LAST") {
            sheet($0, .account(givenName: $0[1], familyName: $0[2], contact: $0[0]))
        },
        Known("create-account-in NUMBER FIRST LAST") { words in
            Int(words[0]).flatMap { sheet(words, .account(givenName: words[1], familyName: words[2], passwordManager: $0)) }
        },
        Known("account-password TEXT") { sheet($0, .password($0[0])) },
        Known("share-email FIRST LAST") { sheet($0, .details(givenName: $0[0], familyName: $0[1], hidesEmail: false)) },
    ]

    /// Returns an action on the sheet, whose number is the last word.
    private static func sheet(_ words: [String], _ action: PhoneAction.SheetAction) -> PhoneAction? {
        words.last.flatMap(UInt64.init).map { .answerSheet(number: $0, action) }
    }
}
