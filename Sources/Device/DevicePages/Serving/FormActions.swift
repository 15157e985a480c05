import DeviceScreens
import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The actions of a submitted form: first the texts that were typed without script, then one action.
struct FormActions {
    let all: [PhoneAction]

    /// Parses a form against the phone's view. An answer to a prompt counts only for the prompt that the page showed.
    ///
    /// - Throws: ``PageProblem`` for a form that does not come from the page.
    init(_ form: FormBody, on view: PhoneView) throws(PageProblem) {
        let prompt = form[.prompt].flatMap { UInt64($0) }
        all = Self.typing(form, on: view) + (try Self.action(form, on: view).map { [$0.bound(toPrompt: prompt)] } ?? [])
    }

    /// Returns the actions for the changed fields, each tapped and typed into, in the order of the screen.
    private static func typing(_ form: FormBody, on view: PhoneView) -> [PhoneAction] {
        guard let screen = view.appScreen, view.overlays.isEmpty, screen.alert == nil else { return [] }
        let typed = Dictionary(form.typed.map { ($0.field, $0.text) }) { first, _ in first }
        return screen.elements.flatMap { element -> [PhoneAction] in
            guard case .field(let field) = element, let text = typed[field.id], text != field.text else { return [] }
            return [.focus(field: field.id), .type(field: field.id, text: text)]
        }
    }

    private static func action(_ form: FormBody, on view: PhoneView) throws(PageProblem) -> PhoneAction? {
        if let text = form[.action] {
            guard let action = PhoneAction(json: text) else {
                throw PageProblem(.badRequest, "bad-action", "unknown action")
            }
            return action
        }
        guard let composition = form[.composition].flatMap(Composition.init) else {
            throw PageProblem(.badRequest, "bad-form", "the form contains no action")
        }
        switch composition {
        case .fields: return nil
        case .passcode: return .enterPasscode(form[.passcode] ?? "")
        case .appPassword: return .enterAppPassword(form[.appPassword] ?? "")
        case .page: return .leadPage(to: (form[.address] ?? "").trimmingCharacters(in: .whitespacesAndNewlines))
        case .account: return .signInToAppleAccount(form[.account] ?? "", password: form[.password] ?? "")
        case .accountCode: return .enterAccountCode(form[.accountCode] ?? "")
        case .accountUnlock: return .unlockAppleAccount(password: form[.password] ?? "")
        case .accountAddress: return .addAddress(form[.accountAddress] ?? "")
        case .passkeyUser:
            guard case .settings(let settings) = view.content, let passkey = settings.passkey else {
                throw PageProblem(.conflict, PhoneError.Code.nothingThere.rawValue, "the page of the passkey is no longer open")
            }
            return .renamePasskey(id: passkey.id, to: form[.passkeyUser] ?? "")
        case .securityKeyPIN: return .setSecurityKeyPIN(to: form[.newPIN] ?? "", current: form[.pin])
        case .sheet: return try sheet(form, on: view)
        }
    }

    /// Returns the answer to the sheet, with all its fields.
    private static func sheet(_ form: FormBody, on view: PhoneView) throws(PageProblem) -> PhoneAction {
        guard case .sheet(let sheet) = view.overlays.last, form[.sheet] == String(sheet.number) else {
            throw PageProblem(.conflict, PhoneError.Code.nothingThere.rawValue, "the sheet is no longer open")
        }
        if let password = form[.password] { return .answerSheet(number: sheet.number, .password(password)) }
        if case .newAccount = sheet.subject {
            let typed = (form[.otherContact] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            return .answerSheet(
                number: sheet.number,
                .account(
                    givenName: form[.givenName] ?? "", familyName: form[.familyName] ?? "",
                    contact: typed.isEmpty ? form[.contact] : typed, passwordManager: form[.passkeyPlace].flatMap { Int($0) }))
        }
        let asksDetails = sheet.parts.contains { part in
            switch part {
            case .name, .email: true
            case .text, .contact, .passwordManagers, .candidate, .password, .pin: false
            }
        }
        guard asksDetails else { return .answerSheet(number: sheet.number, .proceed) }
        return .answerSheet(
            number: sheet.number,
            .details(
                givenName: form[.givenName] ?? "", familyName: form[.familyName] ?? "",
                hidesEmail: form[.emailChoice] == EmailChoice.hide.rawValue, address: form[.accountAddress]))
    }
}

extension PhoneAction {
    /// Decodes the form that ``json`` writes; nil for any other text.
    package init?(json text: String) {
        guard let action = try? JSONDecoder().decode(PhoneAction.self, from: Data(text.utf8)) else { return nil }
        self = action
    }
}

/// A form that one of these pages sent.
struct FormBody {
    /// The size limit of a body, in bytes.
    static let limit = 65_536
    /// The size limit of a body with a file, each of whose bytes can become three.
    static let fileLimit = 3 * ImportPage.limit + limit

    private let values: [String: String]

    /// Reads the form in a request.
    ///
    /// - Throws: ``PageProblem`` if the body is too large, is not a form, or repeats a field.
    init(_ request: Request, upTo limit: Int = FormBody.limit) async throws(PageProblem) {
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
        guard type == "application/x-www-form-urlencoded", let text = await request.text(upTo: limit),
            let items = URLComponents(string: "?" + text.replacing("+", with: "%20"))?.queryItems,
            let values = try? Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { _, _ in throw Repetition() })
        else {
            throw PageProblem(.badRequest, "bad-form", "the body must be a form of at most \(limit) bytes that repeats no field")
        }
        self.values = values
    }

    subscript(field: PageField) -> String? { values[field.rawValue] }

    /// The texts of the app's fields, sorted by field.
    var typed: [(field: String, text: String)] {
        values.filter { $0.key.hasPrefix(PageField.ofApp) }.sorted { $0.key < $1.key }
            .map { (String($0.key.dropFirst(PageField.ofApp.count)), $0.value) }
    }

    private struct Repetition: Error {}
}

extension Request {
    /// Returns the body as text; nil if it exceeds the limit or is not UTF-8.
    func text(upTo limit: Int) async -> String? {
        guard let buffer = try? await body.collect(upTo: limit) else { return nil }
        return String(validating: buffer.readableBytesView, as: UTF8.self)
    }
}
