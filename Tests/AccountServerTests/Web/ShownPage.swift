import HTTPTypes
import JSONText
import Secrets
import Testing

/// The page that a browser shows after redirects.
struct ShownPage {
    /// The path with its query.
    let path: String
    let answer: ServerAnswer
    /// The redirects that led here, in order.
    let redirects: [ServerAnswer]

    struct NoSuchForm: Error {
        let action: String
        let page: String
    }

    var status: Int { answer.status.code }
    var text: String { answer.text }

    /// The codes of the form errors on the page.
    var errorCodes: [String] { text.matches(of: /data-code="([^"]*)"/).map { String($0.1) } }

    var title: String? { text.firstMatch(of: /<title>([^<]*)<\/title>/).map { String($0.1) } }

    /// The signals for password managers, if the page has any.
    var signals: JSONValue? {
        text.firstMatch(of: /data-signals="([^"]*)"/).flatMap {
            try? JSONText.parse(Array($0.1.replacing("&quot;", with: "\"").utf8)).root.value
        }
    }

    /// The passkeys in the signals, in order.
    var acceptedPasskeys: [[UInt8]]? {
        get throws {
            try signals?["signalAllAcceptedCredentials"]?["allAcceptedCredentialIds"]?.array?.map {
                try #require(Base64URL.decode($0.string ?? ""))
            }
        }
    }

    /// Returns the first form with this action that has all of these fields.
    func form(to action: String, having names: some Collection<String> = []) throws -> PageForm {
        let form = PageForm.all(in: text).first { form in
            form.action == action && names.allSatisfy { name in form.fields.contains { $0.name == name } }
        }
        guard let form else { throw NoSuchForm(action: action, page: text) }
        return form
    }

    /// The identifiers of the listed sessions, and which one is current.
    var sessions: [(id: String, isCurrent: Bool)] {
        text.matches(of: /<li data-session="([^"]*)"( aria-current="true")?>/).map { (String($0.1), $0.2 != nil) }
    }
}

/// A form of a page. Parses only the server's own output: attributes in double quotes without `<` and `>`.
struct PageForm {
    let action: String
    /// The fields with their values, in order.
    let fields: [(name: String, value: String)]
    /// The options for a passkey; empty for another form.
    let options: String

    struct NoSuchField: Error {
        let name: String
    }

    static func all(in text: String) -> [PageForm] {
        text.split(separator: "<form ").dropFirst().map { part in
            let form = part.prefix { $0 != ">" }
            let content = part.firstRange(of: "</form>").map { part[..<$0.lowerBound] } ?? part
            let fields = content.matches(of: /<input ([^>]*)>/).compactMap { match in
                attribute("name", in: match.1).map { (name: $0, value: attribute("value", in: match.1) ?? "") }
            }
            return PageForm(
                action: attribute("action", in: form) ?? "", fields: fields, options: attribute("data-options", in: form) ?? "")
        }
    }

    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Returns the fields with these values instead of the page's own.
    func filled(_ values: [String: String]) throws -> [(name: String, value: String)] {
        for name in values.keys where self[name] == nil { throw NoSuchField(name: name) }
        return fields.map { ($0.name, values[$0.name] ?? $0.value) }
    }

    private static func attribute(_ name: String, in tag: Substring) -> String? {
        guard let start = (" " + tag).firstRange(of: " \(name)=\"") else { return nil }
        let text = String((" " + tag)[start.upperBound...].prefix { $0 != "\"" })
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
