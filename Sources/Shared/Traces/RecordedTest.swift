/// The source of a Swift test that repeats what the user did in a trace, on a simulated phone.
///
/// Texts that the user typed are not part of a trace, so the test has placeholders for them. Every text of the trace is a string literal
/// with all characters escaped that end or change it, because the trace may be of a file.
package struct RecordedTest {
    /// An app of the phones, as a test installs it.
    package struct App: Sendable {
        /// The module that the test imports; nil for an app that the test itself defines.
        package let module: String?
        /// The name of the type.
        package let type: String
        package let name: String
        /// The settings of the app, by name.
        package let settings: [String: String]

        package init(module: String?, type: String, name: String, settings: [String: String] = [:]) {
            self.module = module
            self.type = type
            self.name = name
            self.settings = settings
        }
    }

    package let source: String

    /// Returns nil for a trace that no user began in an app.
    ///
    /// - Parameters:
    ///   - app: the app of the trace; nil for an unknown one, whose type the test has as `YourApp`.
    ///   - apple: the address of Apple's service, which a phone with an Apple Account needs.
    package init?(_ trace: TraceRecord, app: App?, apple: String?) {
        guard let first = trace.spans.first, first.kind == .tap, let identifier = first.attributes[.app],
            identifier != SpanAttribute.settings
        else { return nil }
        let shown = app ?? App(module: nil, type: "YourApp", name: "Your App")
        let imports = ["DeviceSimulator", "Testing"] + [shown.module].compactMap(\.self)
        let name = first.attributes[.phone] ?? "iPhone"
        var lines = imports.sorted().map { "import \($0)" }
        lines += ["", "@Test(\(Self.literal(Self.title(of: first))))", "func recordedTaps() async throws {"]
        lines.append("    let phone = try Phone(name: \(Self.literal(name)))")
        if let person = first.attributes[.person], let apple {
            lines.append("    // The emulator of `latchkey dev` also requires its bearer token; one that a test starts does not.")
            lines.append(
                "    try phone.device.signIn(toAppleAccount: \(Self.literal(person)), service: \(Self.literal(apple)))")
        }
        if app == nil { lines.append("    // Import the module of the app, and write its type in place of YourApp.") }
        let settings = shown.settings.sorted { $0.key < $1.key }.map { "\(Self.literal($0.key)): \(Self.literal($0.value))" }
        let ending = settings.isEmpty ? ")" : ", settings: [\(settings.joined(separator: ", "))])"
        lines.append(
            "    try await phone.launch(\(shown.type).self, as: \(Self.literal(identifier)), name: \(Self.literal(shown.name))"
                + ending)
        for span in trace.spans where span.kind == .tap && !span.hasFailed {
            lines += Self.statements(for: span).map { "    " + $0 }
        }
        lines += ["    await phone.isSettled()", "    #expect(phone.screen != nil)", "}", ""]
        source = lines.joined(separator: "\n")
    }

    private static func title(of span: SpanRecord) -> String {
        [span.attributes[.action], span.attributes[.button]].compactMap(\.self).joined(separator: " ")
    }

    /// Returns the statements that repeat an action, named as the recorder of the phone names it.
    private static func statements(for span: SpanRecord) -> [String] {
        let target = literal(span.attributes[.button] ?? "")
        let index = span.attributes[.button].flatMap { Int($0) } ?? 0
        return switch span.attributes[.action] ?? "" {
        case "open app": []
        case "press": ["try await phone.tap(\(target))"]
        case "submit": ["// Type the texts of the form first: phone.type(_:into:).", "try await phone.pressReturn(in: \(target))"]
        case "answer alert": ["try await phone.perform(.answerAlert(button: \(index)))"]
        case "choose suggestion": ["try await phone.perform(.chooseSuggestion(\(index)))"]
        case "choose password": ["try await phone.perform(.chooseFromList(\(index)))"]
        case "answer sheet": answer(span.attributes[.button] ?? "").map { ["try await phone.answerSheet(\($0))"] } ?? []
        case "present": ["try await phone.showFace(isOwner: \(span.attributes[.button] != "non-matching"))"]
        case "enter passcode": ["try await phone.enterPasscode(\"2468\")"]
        case "enter password of the app": ["try await phone.enterAppPassword(\"password\")"]
        case "allow Face ID": onceCovered(".allowFaceID")
        case "confirm on watch": onceCovered(".confirmOnWatch")
        case "cancel prompt": onceCovered(".cancelPrompt")
        case "choose passcode": onceCovered(".choosePasscodeInstead")
        default: []
        }
    }

    /// Returns an action on a prompt, which must be open.
    private static func onceCovered(_ action: String) -> [String] {
        ["try await phone.wait { !$0.overlays.isEmpty }", "try await phone.perform(\(action))"]
    }

    /// Returns an answer to a sheet, by the words of the recorder, which name the index of a choice.
    private static func answer(_ words: String) -> String? {
        let choice = "choose "
        if words.hasPrefix(choice), let index = Int(words.dropFirst(choice.count)) { return ".choose(\(index))" }
        return answers[words]
    }

    /// The answers to sheets without an index. Older files have none for a choice.
    private static let answers = [
        "continue": ".proceed",
        "continue with details": #".details(givenName: "Anna", familyName: "Lind", hidesEmail: true)"#,
        "create account": #".account(givenName: "Anna", familyName: "Lind")"#,
        "choose": ".choose(0)", "continue with password": #".password("password")"#, "settings": ".openSettings",
        "try again": ".tryAgain", "cancel": ".cancel",
    ]

    /// Returns a text as a string literal. Characters that no editor shows are escaped, so that the source reads as it is.
    private static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\" + String(Character(scalar))
            case _ where isShown(scalar): literal.unicodeScalars.append(scalar)
            default: literal += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return literal + "\""
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}

extension SpanRecord {
    fileprivate var hasFailed: Bool { if case .failed = outcome { true } else { false } }
}
