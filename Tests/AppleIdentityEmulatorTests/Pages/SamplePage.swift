import Foundation
import Markup
import Testing
import Texts

@testable import AppleIdentityEmulator

/// The pages that play Apple toward a user, with sample contents.
enum SamplePage: String, CaseIterable, CustomTestStringConvertible {
    case sheetAccounts = "sheet-accounts"
    case sheetNoAccounts = "sheet-no-accounts"
    case sheetUnknownAccount = "sheet-unknown-account"
    case sheetCode = "sheet-code"
    case sheetWrongCode = "sheet-wrong-code"
    case sheetFirstSignIn = "sheet-first-sign-in"
    case sheetLaterSignIn = "sheet-later-sign-in"
    case sheetOver = "sheet-over"
    case requestFailed = "request-failed"
    case backToApp = "back-to-app"
    case backToOpener = "back-to-opener"
    case accounts
    case accountsEmpty = "accounts-empty"
    case account
    case accountEmpty = "account-empty"
    case accountRejected = "account-rejected"
    case accountQuestion = "account-question"
    case clockMoved = "clock-moved"
    case mail
    case mailEmpty = "mail-empty"
    case operationFailed = "operation-failed"

    var testDescription: String { rawValue }

    /// Returns the page for a reader.
    func document(for reader: ReaderFormat) throws -> HTMLDocument {
        switch self {
        case .sheetAccounts:
            try sheet(.account([AccountChoice(Self.anna()), AccountChoice(Self.ben())]), reader).document
        case .sheetNoAccounts: try sheet(.account([]), reader).document
        case .sheetUnknownAccount:
            try Self.after(
                RejectedForm(
                    FormValues([("email", "unknown@example.com")]), sentTo: PagePath.Sheet.account, SheetRejection.unknownAccount,
                    reader: reader)
            ) { try sheet(.account([AccountChoice(Self.anna())]), reader).document }
        case .sheetCode: try sheet(.twoFactor(AccountChoice(Self.anna())), reader, deviceCode: Self.code()).document
        case .sheetWrongCode:
            try Self.after(
                RejectedForm(
                    FormValues([("code", "000000")]), sentTo: PagePath.Sheet.code, SheetRejection.wrongCode, reader: reader)
            ) { try sheet(.twoFactor(AccountChoice(Self.anna())), reader, deviceCode: Self.code()).document }
        case .sheetFirstSignIn: try sheet(.consent(Self.consent(isFirst: true)), reader).document
        case .sheetLaterSignIn: try sheet(.consent(Self.consent(isFirst: false)), reader).document
        case .sheetOver:
            RejectionPage(
                title: reader.text(.overTitle), text: reader.text(.overText), code: "gone", explanation: "the sheet was finished",
                reader: reader
            ).document
        case .requestFailed:
            RejectionPage(
                title: reader.text(.failedTitle), text: reader.text(.failedText), code: "invalid_request",
                explanation: "client_id is missing", reader: reader
            ).document
        case .backToApp:
            try #require(AnswerPage(Self.response(.formPost), appName: "Shop", reader: reader)).document
        case .backToOpener:
            try #require(MessagePage(Self.response(.webMessage), appName: "Shop", reader: reader)).document
        case .accounts:
            AccountChoicePage(accounts: [try Self.anna(), try Self.ben()], reader: reader, formToken: Self.token).document
        case .accountsEmpty: AccountChoicePage(accounts: [], reader: reader, formToken: Self.token).document
        case .account: try Self.settings(for: reader).document
        case .accountEmpty:
            AccountSettingsPage(
                account: try Self.ben(), consents: [], codes: [], trusted: [], mailCount: 1, reader: reader,
                formToken: Self.token
            ).document
        case .accountRejected:
            try Self.after(
                RejectedForm(
                    FormValues([("password", "short")]), sentTo: PagePath.Account.password,
                    EmulatorError(.malformed, AccountPassword.rule, at: .password), reader: reader)
            ) { try Self.settings(for: reader).document }
        case .accountQuestion:
            ConfirmationPage(
                question: Question(
                    .askDelete(name: try Self.anna().fullName), .askDeleteText, button: .askDeleteButton, reader: reader),
                form: try FormValues([]), action: PagePath.Account.delete, back: PagePath.settings(of: try Self.anna().id),
                formToken: Self.token
            ).document
        case .clockMoved:
            try PageContext.$current.withValue(
                PageContext(clock: MovedClock(now: Self.now, canMoveBack: true, back: (Self.token, PagePath.people)))
            ) { MailPage(account: try Self.anna(), messages: [], reader: reader).document }
        case .mail: MailPage(account: try Self.anna(), messages: try Self.messages(), reader: reader).document
        case .mailEmpty: MailPage(account: try Self.anna(), messages: [], reader: reader).document
        case .operationFailed:
            RejectionPage(
                title: reader.text(.operationFailed), text: reader.text(EmulatorError.Code.malformed.text), code: "malformed",
                explanation: AccountPassword.rule, reader: reader
            ).document
        }
    }

    private func sheet(
        _ step: AuthorizationSheet.Step, _ reader: ReaderFormat, deviceCode: TwoFactorCode? = nil
    ) throws -> SheetPage {
        SheetPage(
            sheet: AuthorizationSheet(
                id: try Self.authorization(), client: try #require(ClientID("com.example.shop.web")), appName: "Shop", step: step,
                expiresAt: Self.now, exceptions: [.loopbackReturnURL]),
            reader: reader, deviceCode: deviceCode, formToken: Self.token)
    }
}

extension SamplePage {
    private static let token = FormToken(value: "form-token")
    /// 1 March 2026, 12:00 UTC.
    private static let now = Date(timeIntervalSince1970: 1_772_366_400)

    /// Returns a page that follows the rejection of one of its forms.
    private static func after(_ rejected: RejectedForm, _ page: () throws -> HTMLDocument) throws -> HTMLDocument {
        try PageContext.$current.withValue(PageContext(rejected: rejected)) { try page() }
    }

    private static func settings(for reader: ReaderFormat) throws -> AccountSettingsPage {
        AccountSettingsPage(
            account: try anna(), consents: try consents(), codes: [try code()],
            trusted: [AccountDevice(id: "secret", name: "Anna’s iPhone", since: now)], mailCount: 3, reader: reader,
            formToken: token)
    }

    private static func authorization() throws -> AuthorizationIdentifier {
        try #require(AuthorizationIdentifier(rawValue: String(repeating: "0a", count: 16)))
    }

    private static func anna() throws -> AppleAccount {
        AppleAccount(
            id: try #require(PersonIdentifier("anna")), givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com",
            otherEmails: ["anna@example.net"], hasTwoFactor: true, isUnderAge: true, organization: nil,
            realUserStatus: .likelyReal, isLocked: false, createdAt: now, passwordChangedAt: nil)
    }

    /// A locked Work & School account without an address.
    private static func ben() throws -> AppleAccount {
        AppleAccount(
            id: try #require(PersonIdentifier("ben")), givenName: "Ben", familyName: "Okafor", email: nil, otherEmails: [],
            hasTwoFactor: false, isUnderAge: false, organization: "example-school", realUserStatus: .likelyReal, isLocked: true,
            createdAt: now, passwordChangedAt: nil)
    }

    private static func code() throws -> TwoFactorCode {
        TwoFactorCode(code: "123456", authorization: try authorization(), appName: "Shop", expiresAt: now)
    }

    private static func consent(isFirst: Bool) throws -> ConsentForm {
        let anna = try anna()
        return ConsentForm(
            account: AccountChoice(anna), isFirst: isFirst, asksName: true, asksEmail: true, givenName: anna.givenName,
            familyName: anna.familyName, email: anna.email, emails: anna.emails)
    }

    /// An app with the user's address, one with a relay address, and one with neither.
    private static func consents() throws -> [ConsentSummary] {
        [
            try consent("Café", "cafe", sharedName: true, .share, "anna@example.com", forwards: nil, to: nil),
            try consent("Shop", "shop", sharedName: false, .hide, relay, forwards: true, to: "anna@example.net"),
            try consent("Tea", "tea", sharedName: false, nil, nil, forwards: nil, to: nil),
        ]
    }

    private static func consent(
        _ name: String, _ id: String, sharedName: Bool, _ choice: EmailChoice?, _ address: String?, forwards: Bool?, to own: String?
    ) throws -> ConsentSummary {
        ConsentSummary(
            primary: try #require(ClientID("com.example.\(id)")), appName: name, team: try #require(TeamID("ABCDE12345")),
            subject: try #require(Subject("001234.0123456789abcdef0123456789abcdef.1200")), since: now, sharedName: sharedName,
            email: choice, address: address, forwards: forwards, forwardsTo: own)
    }

    private static let relay = "dpdcnf87nu@privaterelay.appleid.com"

    private static func messages() throws -> [RelayedMail] {
        let anna = try anna()
        return [
            RelayedMail(
                id: 2, account: anna.id, receivedAt: now, from: "help_at_example_com_\(relay)", fromName: "Shop", to: relay,
                forwardedTo: "anna@example.com", subject: "Your order", text: "It is on its way.\nThank you!"),
            RelayedMail(
                id: 1, account: anna.id, receivedAt: now, from: "help_at_example_com_\(relay)", fromName: "", to: relay,
                forwardedTo: nil, subject: "", text: ""),
        ]
    }

    private static func response(_ mode: ResponseMode) -> AuthorizationResponse {
        AuthorizationResponse(
            mode: mode, redirectURI: "https://shop.example.com/callback", fields: [FormField(name: "code", value: "c0de")],
            exceptions: [])
    }
}
