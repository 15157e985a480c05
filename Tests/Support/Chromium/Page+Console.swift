/// Something the browser wrote to the page's console: by the page's scripts, or of its own accord.
package struct ConsoleMessage: Sendable, CustomStringConvertible {
    /// `log`, `warning`, `error`, `verbose`, or `exception` for what a script threw and nobody caught.
    package let level: String
    /// Who speaks: `console-api` for scripts, else the part of the browser, such as `network` or `security`.
    package let source: String
    package let text: String
    /// The address it is about, where there is one.
    package let address: String?

    package var description: String { "\(level) (\(source)): \(text)\(address.map { " [\($0)]" } ?? "")" }

    init?(event: String, _ parameters: ProtocolValue) {
        switch event {
        case "Runtime.consoleAPICalled":
            level = parameters["type"]?.string ?? "log"
            source = "console-api"
            text = (parameters["args"]?.array ?? []).map(Self.text(of:)).joined(separator: " ")
            address = nil
        case "Runtime.exceptionThrown":
            let details = parameters["exceptionDetails"]
            level = "exception"
            source = "javascript"
            text = details?["exception"]?["description"]?.string ?? details?["text"]?.string ?? ""
            address = details?["url"]?.string
        case "Log.entryAdded":
            let entry = parameters["entry"]
            level = entry?["level"]?.string ?? ""
            source = entry?["source"]?.string ?? ""
            text = entry?["text"]?.string ?? ""
            address = entry?["url"]?.string
        default:
            return nil
        }
    }

    private static func text(of argument: ProtocolValue) -> String {
        switch argument["value"] {
        case .string(let text): text
        case .boolean(let value): "\(value)"
        case .null: "null"
        // A number has its text as JavaScript writes it here.
        default: argument["description"]?.string ?? argument["type"]?.string ?? ""
        }
    }
}

/// A fault the browser's own audits found: a field without label, an unknown `autocomplete` token, a cookie it refused.
package struct PageIssue: Sendable, Equatable, CustomStringConvertible {
    /// The kind of issue, such as `GenericIssue` or `CookieIssue`.
    package let code: String
    /// What is wrong within that kind, such as `FormLabelForNameError`; the kind again where it has no finer name.
    package let reason: String
    /// The attribute of the element that is at fault, where the browser names one.
    package let attribute: String?
    /// Tells two elements with the same fault apart.
    private let element: Double?

    package var description: String { "\(code): \(reason)\(attribute.map { " (\($0))" } ?? "")" }

    init?(_ parameters: ProtocolValue) {
        guard let issue = parameters["issue"], let code = issue["code"]?.string else { return nil }
        guard case .object(let details) = issue["details"] ?? [:] else { return nil }
        self.code = code
        let names = details.values.compactMap { $0["errorType"]?.string ?? $0["cookieExclusionReasons"]?.array?.first?.string }
        reason = names.first ?? code
        attribute = details.values.compactMap { $0["violatingNodeAttribute"]?.string }.first
        element = details.values.compactMap { $0["violatingNodeId"]?.number }.first
    }
}

extension Page {
    /// All console messages since the page was made.
    ///
    /// Waits until the page has said what it has to say about the document it shows.
    package var consoleMessages: [ConsoleMessage] {
        get async throws {
            try await operation("consoleMessages") { page in
                try await page.settle()
                return page.events.now.messages
            }
        }
    }

    /// All issues since the page was made, those of forms freshly looked for; each once.
    package var issues: [PageIssue] {
        get async throws {
            try await operation("issues") { page in
                try await page.settle()
                return page.events.now.issues
            }
        }
    }

    /// Has the forms checked. Replies come in the order of what led to them, so all earlier remarks have arrived with this one.
    private func settle() async throws {
        try await send("Audits.checkFormsIssues")
    }
}
