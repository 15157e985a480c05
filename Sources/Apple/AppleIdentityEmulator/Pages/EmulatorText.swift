import AppleEmulatorCatalogs
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Markup
import Texts

/// The texts of the pages that play Apple toward a user. Each raw value is a key of the catalogs in `AppleEmulatorCatalogs`; the tests
/// compare the two.
enum EmulatorText: String, CatalogText, CaseIterable {
    case cancel
    case continueButton
    case twoFactor
    case name
    case firstName
    case lastName
    case email
    case shareEmail
    case hideEmail
    case service
    case notApple
    case clockBack
    case askDeleteText
    case askDeleteButton
    case askStopText
    case askStopButton
    case askRemoveText
    case askRemoveButton
    case signInTitle
    case otherAccount
    case noAccounts
    case enterEmail
    case verificationCode
    case trustedDevice
    case nameHint
    case hideDetail
    case addressChoice
    case returning
    case returningClose
    case failedTitle
    case failedText
    case overTitle
    case overText
    case foreignTitle
    case foreignText
    case rejectedStep
    case rejectedAccount
    case rejectedLocked
    case rejectedTwoFactor
    case rejectedCode
    case rejectedExpired
    case rejectedName
    case rejectedAddress
    case navigation
    case overview
    case people
    case console
    case log
    case serviceState
    case accountsTitle
    case accountsLead
    case accountsEmpty
    case open
    case createAccountTitle
    case createAccount
    case emailAddress
    case password
    case passwordHint
    case noAddress
    case twoFactorBadge
    case noTwoFactorBadge
    case childBadge
    case locked
    case notLocked
    case codesTitle
    case appsTitle
    case appsEmpty
    case stopForwarding
    case resumeForwarding
    case stopUsing
    case mail
    case mailDetail
    case readMail
    case addressesTitle
    case addressDetail
    case remove
    case addressLabel
    case addAddress
    case devicesTitle
    case devicesEmpty
    case twoFactorOn
    case twoFactorOff
    case turnOn
    case turnOff
    case unlockAccount
    case lockAccount
    case accountTitle
    case newPassword
    case newPasswordHint
    case changePassword
    case chooseAccount
    case deleteTitle
    case deleteDetail
    case deleteAccount
    case settingsLink
    case mailEmpty
    case noSubject
    case noText
    case operationFailed
    case errorMalformed
    case errorPassword
    case errorAddress
    case errorUnknown
    case errorExists
    case errorLimit
    case errorNotAllowed
}

/// The texts with arguments.
enum EmulatorMessage: CatalogText {
    /// The title of a page with an error, which screen readers then read first.
    case titleWithError(title: String)
    /// The time of the moved clock.
    case clockMoved(Date)
    case askDelete(name: String)
    case askStop(app: String)
    case askRemove(address: String)
    case createTitle(app: String)
    case signInToTitle(app: String)
    case codeLead(name: String)
    case trustedDeviceOf(name: String)
    case trustedCode(name: String, app: String)
    case signedInAs(name: String)
    case signedInAsAt(name: String, email: String)
    case backTo(app: String)
    case schoolBadge(organization: String)
    case codeDetail(app: String, expiresAt: Date)
    case since(Date)
    case sinceWithName(Date)
    case relayAddress(String)
    case relayAddressTo(String, own: String)
    case sharedAddress(String)
    case messageCount(Int)
    case signedInSince(Date)
    case lockDetail(failures: Int)
    case mailOf(name: String)
    case mailLead(name: String)
    case mailFrom(String, at: Date)
    case mailFromName(String, sender: String, at: Date)
    case mailTo(String)
    case mailToOwn(String, own: String)

    var key: String {
        switch self {
        case .titleWithError: "titleWithError"
        case .clockMoved: "clockMoved"
        case .askDelete: "askDelete"
        case .askStop: "askStop"
        case .askRemove: "askRemove"
        case .createTitle: "createTitle"
        case .signInToTitle: "signInToTitle"
        case .codeLead: "codeLead"
        case .trustedDeviceOf: "trustedDeviceOf"
        case .trustedCode: "trustedCode"
        case .signedInAs: "signedInAs"
        case .signedInAsAt: "signedInAsAt"
        case .backTo: "backTo"
        case .schoolBadge: "schoolBadge"
        case .codeDetail: "codeDetail"
        case .since: "since"
        case .sinceWithName: "sinceWithName"
        case .relayAddress: "relayAddress"
        case .relayAddressTo: "relayAddressTo"
        case .sharedAddress: "sharedAddress"
        case .messageCount: "messageCount"
        case .signedInSince: "signedInSince"
        case .lockDetail: "lockDetail"
        case .mailOf: "mailOf"
        case .mailLead: "mailLead"
        case .mailFrom: "mailFrom"
        case .mailFromName: "mailFromName"
        case .mailTo: "mailTo"
        case .mailToOwn: "mailToOwn"
        }
    }

    var arguments: [String: TextArgument] {
        switch self {
        case .titleWithError(let title): ["title": .words(title)]
        case .createTitle(let app), .signInToTitle(let app), .backTo(let app), .askStop(let app): ["app": .name(app)]
        case .codeLead(let name), .trustedDeviceOf(let name), .signedInAs(let name), .askDelete(let name), .mailOf(let name),
            .mailLead(let name):
            ["name": .name(name)]
        case .trustedCode(let name, let app): ["name": .name(name), "app": .name(app)]
        case .signedInAsAt(let name, let email): ["name": .name(name), "email": .code(email)]
        case .schoolBadge(let organization): ["organization": .name(organization)]
        case .codeDetail(let app, let time): ["app": .name(app), "time": .moment(time.seconds)]
        case .clockMoved(let time), .since(let time), .sinceWithName(let time), .signedInSince(let time):
            ["time": .moment(time.seconds)]
        case .relayAddress(let address), .sharedAddress(let address), .mailTo(let address), .askRemove(let address):
            ["address": .code(address)]
        case .relayAddressTo(let address, let own), .mailToOwn(let address, let own):
            ["address": .code(address), "own": .code(own)]
        case .messageCount(let count), .lockDetail(let count): ["count": .number(count)]
        case .mailFrom(let sender, let time): ["sender": .code(sender), "time": .moment(time.seconds)]
        case .mailFromName(let name, let sender, let time):
            ["name": .name(name), "sender": .code(sender), "time": .moment(time.seconds)]
        }
    }

    /// Each message once.
    static let samples: [EmulatorMessage] = [
        .titleWithError(title: "w"), .clockMoved(day), .askDelete(name: "n"), .askStop(app: "n"), .askRemove(address: "c"),
        .createTitle(app: "n"), .signInToTitle(app: "n"), .codeLead(name: "n"),
        .trustedDeviceOf(name: "n"), .trustedCode(name: "n", app: "n"), .signedInAs(name: "n"),
        .signedInAsAt(name: "n", email: "c"),
        .backTo(app: "n"), .schoolBadge(organization: "n"), .codeDetail(app: "n", expiresAt: day), .since(day),
        .sinceWithName(day), .relayAddress("c"), .relayAddressTo("c", own: "c"), .sharedAddress("c"), .messageCount(2),
        .signedInSince(day), .lockDetail(failures: 2), .mailOf(name: "n"), .mailLead(name: "n"), .mailFrom("c", at: day),
        .mailFromName("n", sender: "c", at: day), .mailTo("c"), .mailToOwn("c", own: "c"),
    ]

    private static let day = Date(timeIntervalSince1970: 0)
}

extension Date {
    /// The whole seconds since the Unix epoch.
    fileprivate var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }
}

extension Catalogs {
    /// The catalogs of the pages.
    static let appleEmulator = Catalogs(embedded: { apple_emulator_catalog($0) })
}

extension ReaderFormat {
    /// Returns a text in the reader's language.
    func text(_ text: EmulatorText) -> String { Catalogs.appleEmulator.string(text, for: self) }

    /// Returns a text with arguments, for a title or an attribute. Names are isolated by characters.
    func text(_ message: EmulatorMessage) -> String { Catalogs.appleEmulator.string(message, for: self) }

    /// Returns a text with arguments. Names are isolated by elements, and times are also in a form for programs.
    func html(_ message: EmulatorMessage) -> HTML {
        HTML {
            for piece in Catalogs.appleEmulator.pieces(of: message, for: self) {
                switch piece.argument {
                case .name, .code: bdi { piece.text }
                case .moment(let seconds): DateText(Date(timeIntervalSince1970: TimeInterval(seconds))).marked(piece.text)
                default: HTML(piece.text)
                }
            }
        }
    }

    /// Whether forms ask for the family name first.
    var hasFamilyNameFirst: Bool { [.simplifiedChinese, .traditionalChinese, .japanese, .korean].contains(language) }
}

extension Request {
    private static let formats = ReaderFormats()

    /// The reader of the page, by `Accept-Language` (RFC 9110, section 12.5.4). Pseudo-English is always available: the emulator is a
    /// tool for development.
    var reader: ReaderFormat {
        let choice = LanguageChoice(acceptLanguage: headers[.acceptLanguage])
        return Self.formats.format(for: choice.reader(configured: .english, offered: Language.allCases))
    }
}
