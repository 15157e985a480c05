import DeviceServices
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("The pages that export and import credentials") struct ExchangePageTests {
    private func settings(_ bench: StateBench) throws -> PhoneView.SettingsView {
        guard case .settings(let settings) = bench.view.content else { throw PhoneError(.nothingThere, "Settings is not open") }
        return settings
    }

    /// A phone with the passwords on the screen.
    private func opened() throws -> StateBench {
        var bench = try StateBench()
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.openSettings(.passwords))))
        bench.observe(.presence(number: inquiry, .confirmed))
        #expect(try settings(bench).arePasswordsShown)
        return bench
    }

    /// Opens the export page, and answers its prompt.
    private func export(_ bench: inout StateBench, _ presence: Presence = .confirmed) throws {
        let effects = try bench.perform(.openSettings(.exportCredentials))
        let inquiry = try #require(StateBench.inquiry(effects))
        #expect(
            effects.contains(
                .askPresence(number: inquiry, reason: PhoneView.PromptView.Purpose.exportCredentials.words, app: nil)))
        #expect(try !settings(bench).isExportConfirmed)
        bench.observe(.presence(number: inquiry, presence))
    }

    @Test("an export authenticates the user, also while the passwords are visible")
    func confirmation() throws {
        var bench = try opened()
        try bench.perform(try #require(try settings(bench).action(tapping: "Export to Another App")))
        #expect(try !settings(bench).isExportConfirmed)
        bench = try opened()
        try export(&bench, .rejected)
        #expect(try !settings(bench).isExportConfirmed)
        #expect(try settings(bench).action(tapping: "Continue") == .openSettings(.exportCredentials))
        try export(&bench)
        #expect(try settings(bench).isExportConfirmed)
        #expect(try settings(bench).action(tapping: "Continue") == nil)
        // A confirmed export asks for nothing, and leads back to the visible passwords.
        #expect(StateBench.inquiry(try bench.perform(.openSettings(.exportCredentials))) == nil)
        #expect(StateBench.inquiry(try bench.perform(.openSettings(.passwords))) == nil)
        #expect(try settings(bench).arePasswordsShown)
    }

    @Test("a running prompt of the export is not repeated")
    func repeated() throws {
        var bench = try opened()
        #expect(StateBench.inquiry(try bench.perform(.openSettings(.exportCredentials))) != nil)
        #expect(StateBench.inquiry(try bench.perform(.openSettings(.exportCredentials))) == nil)
    }

    @Test(
        "a confirmation ends with the page",
        arguments: [PhoneAction.home, .openSettings(.passwords), .openSettings(.root), .openMessages])
    func leaving(_ action: PhoneAction) throws {
        var bench = try opened()
        try export(&bench)
        try bench.perform(action)
        #expect(!bench.state.isExportConfirmed)
        try export(&bench)
        #expect(try settings(bench).isExportConfirmed)
    }

    @Test("a confirmation ends when the phone is locked")
    func locking() throws {
        var bench = try opened()
        try export(&bench)
        bench.observe(.device(DeviceFacts(isLocked: true)))
        bench.observe(.device(DeviceFacts()))
        #expect(try settings(bench).page == .exportCredentials && !settings(bench).isExportConfirmed)
        try export(&bench)
        #expect(try settings(bench).isExportConfirmed)
    }

    @Test("an answer to the prompt that arrives after the user left does not confirm")
    func late() throws {
        var bench = try opened()
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.openSettings(.exportCredentials))))
        try bench.perform(.openSettings(.passwords))
        bench.observe(.presence(number: inquiry, .confirmed))
        #expect(!bench.state.isExportConfirmed)
        _ = try bench.perform(.openSettings(.exportCredentials))
        bench.observe(.presence(number: inquiry, .confirmed))
        #expect(!bench.state.isExportConfirmed)
    }

    @Test("a file is accepted on the import page only, and one at a time")
    func importing() throws {
        var bench = try opened()
        #expect(throws: PhoneError.self) { try bench.perform(.importCredentials(file: "{}")) }
        try bench.perform(try #require(try settings(bench).action(tapping: "Import from Another App")))
        #expect(
            try bench.perform(.importCredentials(file: "{}")) == [.work(.importCredentials(PrivateText("{}")))])
        #expect(throws: PhoneError.self) { try bench.perform(.importCredentials(file: "{}")) }
        bench.observe(.importEnded(isSaved: false, failure: nil))
        #expect(try settings(bench).page == .importCredentials && settings(bench).failure == nil)
        try bench.perform(.importCredentials(file: "{}"))
        try bench.save("ann")
        bench.observe(.importEnded(isSaved: true, failure: nil))
        #expect(try settings(bench).page == .passwords && settings(bench).passwords.map(\.user) == ["ann"])
    }

    @Test("a failed import is reported on the page")
    func failure() throws {
        var bench = try opened()
        try bench.perform(.openSettings(.importCredentials))
        try bench.perform(.importCredentials(file: "{}"))
        bench.observe(.importEnded(isSaved: false, failure: "no space"))
        #expect(try settings(bench).failed == .importCredentials && settings(bench).failure?.contains("no space") == true)
        #expect(try settings(bench).page == .importCredentials)
    }

    @Test("an import that ends later does not move the user from another screen")
    func elsewhere() throws {
        var bench = try opened()
        try bench.perform(.openSettings(.importCredentials))
        try bench.perform(.importCredentials(file: "{}"))
        try bench.perform(.home)
        bench.observe(.importEnded(isSaved: true, failure: nil))
        guard case .home = bench.view.content else { throw PhoneError(.nothingThere, "the home screen is not visible") }
    }

    @Test("the preview of a file names no app")
    func sheet() throws {
        var bench = try opened()
        let content = Sheet.Content.importCredentials(ImportCounts(new: 1, known: 0, different: 0, rejected: 0))
        bench.observe(.sheetShown(PendingSheet(number: 1, app: PendingPrompt.system, content: content)))
        guard case .sheet(let sheet)? = bench.view.overlays.last else { throw PhoneError(.nothingThere, "no sheet") }
        #expect(sheet.subject == .importFile(new: 1, known: 0, different: 0, rejected: 0))
        #expect(sheet.title == "Import This File?" && sheet.app == "Settings")
    }
}
