import AppleEmulatorCatalogs
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
}

/// The texts with arguments.
enum EmulatorMessage: CatalogText {
    /// The title of a page with an error, which screen readers then read first.
    case titleWithError(title: String)
    case createTitle(app: String)
    case signInToTitle(app: String)
    case codeLead(name: String)
    case trustedDeviceOf(name: String)
    case trustedCode(name: String, app: String)
    case signedInAs(name: String)
    case signedInAsAt(name: String, email: String)
    case backTo(app: String)

    var key: String {
        switch self {
        case .titleWithError: "titleWithError"
        case .createTitle: "createTitle"
        case .signInToTitle: "signInToTitle"
        case .codeLead: "codeLead"
        case .trustedDeviceOf: "trustedDeviceOf"
        case .trustedCode: "trustedCode"
        case .signedInAs: "signedInAs"
        case .signedInAsAt: "signedInAsAt"
        case .backTo: "backTo"
        }
    }

    var arguments: [String: TextArgument] {
        switch self {
        case .titleWithError(let title): ["title": .words(title)]
        case .createTitle(let app), .signInToTitle(let app), .backTo(let app): ["app": .name(app)]
        case .codeLead(let name), .trustedDeviceOf(let name), .signedInAs(let name): ["name": .name(name)]
        case .trustedCode(let name, let app): ["name": .name(name), "app": .name(app)]
        case .signedInAsAt(let name, let email): ["name": .name(name), "email": .code(email)]
        }
    }

    /// Each message once.
    static let samples: [EmulatorMessage] = [
        .titleWithError(title: "w"), .createTitle(app: "n"), .signInToTitle(app: "n"), .codeLead(name: "n"),
        .trustedDeviceOf(name: "n"), .trustedCode(name: "n", app: "n"), .signedInAs(name: "n"),
        .signedInAsAt(name: "n", email: "c"),
        .backTo(app: "n"),
    ]
}

extension Catalogs {
    /// The catalogs of the pages.
    static let appleEmulator: Catalogs = {
        do {
            return try Catalogs { apple_emulator_catalog($0.tag).map { String(cString: $0) } }
        } catch {
            // The files are part of the program, and the tests read each of them.
            preconditionFailure("\(error)")
        }
    }()
}

extension ReaderFormat {
    /// Returns a text in the reader's language.
    func text(_ text: EmulatorText) -> String { Catalogs.appleEmulator.string(text, for: self) }

    /// Returns a text with arguments, for a title or an attribute. Names are isolated by characters.
    func text(_ message: EmulatorMessage) -> String { Catalogs.appleEmulator.string(message, for: self) }

    /// Returns a text with arguments. Names are isolated by elements.
    func html(_ message: EmulatorMessage) -> HTML {
        HTML {
            for piece in Catalogs.appleEmulator.pieces(of: message, for: self) {
                switch piece.argument {
                case .name, .code: bdi { piece.text }
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
