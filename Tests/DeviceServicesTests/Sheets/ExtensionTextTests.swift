import AssociatedDomains
import DeviceProtocol
import DeviceScreens
import Testing

@testable import DeviceServices

@Suite("Views of extensions as text") struct ExtensionTextTests {
    private static let elements: [AppElement] = [
        .button(AppButton("go", title: "Go")), .button(AppButton("later", title: "Later", isEnabled: false)),
        .field(AppTextField("code", label: "Code", text: "12", isSecure: true)),
    ]
    private static let alert = AppAlert(title: "Wrong code", message: "Try again.", buttons: ["OK", "Help"])

    private func text(_ alert: AppAlert? = nil) throws -> ExtensionText {
        ExtensionText(
            AppScreen(title: "Confirm", elements: Self.elements, alert: alert),
            of: ExtensionPresentation(
                number: 1, app: try AppIdentifier("ABCDE12345.com.example.app"), user: "ann", site: "example.com"))
    }

    private func events(_ line: String, _ text: ExtensionText) throws -> [AppEvent]? {
        guard case .events(let events) = text.answer(to: line) else { return nil }
        return try events.map { try AppLine.message(AppEvent.self, $0.bytes) }
    }

    @Test("an alert replaces the screen's controls, and only its buttons answer it")
    func alert() throws {
        let text = try text(Self.alert)
        #expect(
            text.lines.suffix(4) == [
                "  Wrong code: Try again.", "  [OK]  alert 0", "  [Help]  alert 1", "alert NUMBER, or cancel",
            ])
        #expect(try events("alert 0", text) == [.answeredAlert(button: 0)])
        #expect(try events("alert 1", text) == [.answeredAlert(button: 1)])
        for line in ["alert 2", "alert -1", "alert", "alert x", "press go", "press 0", "type code 1", "return code", ""] {
            #expect(text.answer(to: line) == nil, "\(line)")
        }
    }

    @Test("without an alert, only enabled buttons and fields of the screen accept input")
    func controls() throws {
        let text = try text()
        #expect(
            text.lines == [
                "The extension of ABCDE12345.com.example.app, for ann at example.com, shows Confirm:", "  [Go]  go",
                "  [Later] disabled  later", "  Code: **  code", "press BUTTON, type FIELD TEXT, return FIELD, or cancel",
            ])
        #expect(try events("press go", text) == [.pressed(button: "go")])
        #expect(try events("type code 1 2", text) == [.focused(field: "code"), .changed(field: "code", text: "1 2")])
        #expect(try events("return code", text) == [.submitted(field: "code")])
        for line in ["press later", "press code", "type go 1", "type name 1", "return go", "alert 0", "press", "go", ""] {
            #expect(text.answer(to: line) == nil, "\(line)")
        }
    }

    @Test("the user can cancel with and without an alert", arguments: ["cancel", "close"])
    func cancel(line: String) throws {
        for alert in [nil, Self.alert] { #expect(try text(alert).answer(to: line) == .cancel) }
    }
}
