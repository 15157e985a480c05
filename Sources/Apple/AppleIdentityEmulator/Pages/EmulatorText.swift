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
struct EmulatorMessage: CatalogText {
    let key: String
    let arguments: [String: TextArgument]

    private init(_ key: String, _ arguments: [String: TextArgument]) {
        self.key = key
        self.arguments = arguments
    }

    /// The title of a page with an error, which screen readers then read first.
    static func titleWithError(title: String) -> Self { Self("titleWithError", ["title": .words(title)]) }
    /// The time of the moved clock.
    static func clockMoved(_ time: Date) -> Self { Self("clockMoved", ["time": .moment(time.seconds)]) }
    static func askDelete(name: String) -> Self { Self("askDelete", ["name": .name(name)]) }
    static func askStop(app: String) -> Self { Self("askStop", ["app": .name(app)]) }
    static func askRemove(address: String) -> Self { Self("askRemove", ["address": .code(address)]) }
    static func createTitle(app: String) -> Self { Self("createTitle", ["app": .name(app)]) }
    static func signInToTitle(app: String) -> Self { Self("signInToTitle", ["app": .name(app)]) }
    static func codeLead(name: String) -> Self { Self("codeLead", ["name": .name(name)]) }
    static func trustedDeviceOf(name: String) -> Self { Self("trustedDeviceOf", ["name": .name(name)]) }
    static func trustedCode(name: String, app: String) -> Self { Self("trustedCode", ["name": .name(name), "app": .name(app)]) }
    static func signedInAs(name: String) -> Self { Self("signedInAs", ["name": .name(name)]) }
    static func signedInAsAt(name: String, email: String) -> Self {
        Self("signedInAsAt", ["name": .name(name), "email": .code(email)])
    }
    static func backTo(app: String) -> Self { Self("backTo", ["app": .name(app)]) }
    static func schoolBadge(organization: String) -> Self { Self("schoolBadge", ["organization": .name(organization)]) }
    static func codeDetail(app: String, expiresAt time: Date) -> Self {
        Self("codeDetail", ["app": .name(app), "time": .moment(time.seconds)])
    }
    static func since(_ time: Date) -> Self { Self("since", ["time": .moment(time.seconds)]) }
    static func sinceWithName(_ time: Date) -> Self { Self("sinceWithName", ["time": .moment(time.seconds)]) }
    static func relayAddress(_ address: String) -> Self { Self("relayAddress", ["address": .code(address)]) }
    static func relayAddressTo(_ address: String, own: String) -> Self {
        Self("relayAddressTo", ["address": .code(address), "own": .code(own)])
    }
    static func sharedAddress(_ address: String) -> Self { Self("sharedAddress", ["address": .code(address)]) }
    static func messageCount(_ count: Int) -> Self { Self("messageCount", ["count": .number(count)]) }
    static func signedInSince(_ time: Date) -> Self { Self("signedInSince", ["time": .moment(time.seconds)]) }
    static func lockDetail(failures count: Int) -> Self { Self("lockDetail", ["count": .number(count)]) }
    static func mailOf(name: String) -> Self { Self("mailOf", ["name": .name(name)]) }
    static func mailLead(name: String) -> Self { Self("mailLead", ["name": .name(name)]) }
    static func mailFrom(_ sender: String, at time: Date) -> Self {
        Self("mailFrom", ["sender": .code(sender), "time": .moment(time.seconds)])
    }
    static func mailFromName(_ name: String, sender: String, at time: Date) -> Self {
        Self("mailFromName", ["name": .name(name), "sender": .code(sender), "time": .moment(time.seconds)])
    }
    static func mailTo(_ address: String) -> Self { Self("mailTo", ["address": .code(address)]) }
    static func mailToOwn(_ address: String, own: String) -> Self {
        Self("mailToOwn", ["address": .code(address), "own": .code(own)])
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
