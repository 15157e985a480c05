/// A message on the page's console, from the page's scripts or from the browser.
package struct ConsoleMessage: Sendable, CustomStringConvertible {
    /// `log`, `warning`, `error`, `verbose`, or `exception` for an uncaught error of a script.
    package let level: String
    /// The source: `console-api` for scripts, otherwise the part of the browser, such as `network` or `security`.
    package let source: String
    package let text: String
    /// The URL that it concerns, if any.
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
        // A number has its JavaScript text here.
        default: argument["description"]?.string ?? argument["type"]?.string ?? ""
        }
    }
}

/// An issue from the browser's audits: a field without a label, an unknown `autocomplete` token, a rejected cookie.
package struct PageIssue: Sendable, Equatable, CustomStringConvertible {
    /// The kind of issue, such as `GenericIssue` or `CookieIssue`.
    package let code: String
    /// The more specific kind, such as `FormLabelForNameError`; otherwise the kind again.
    package let reason: String
    /// The attribute of the element that causes the issue, if the browser names one.
    package let attribute: String?
    /// Distinguishes two elements with the same issue.
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
    /// Returns all console messages since the page was created.
    ///
    /// Waits until the browser has reported everything about the current document.
    package var consoleMessages: [ConsoleMessage] {
        get async throws {
            try await operation("consoleMessages") { page in
                try await page.settle()
                return page.events.now.messages
            }
        }
    }

    /// Returns all issues since the page was created, after checking its forms again; each once.
    package var issues: [PageIssue] {
        get async throws {
            try await operation("issues") { page in
                try await page.settle()
                return page.events.now.issues
            }
        }
    }

    /// Checks the forms. Replies arrive in order, so all earlier messages have arrived with this one.
    private func settle() async throws {
        try await send("Audits.checkFormsIssues")
    }
}
