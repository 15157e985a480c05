import DevicePages
@testable import DeviceSimulator
import Foundation

/// A phone that records every action, and shows a given view.
actor FakePhone: ShownPhone {
    private(set) var view: PhoneView
    private(set) var actions: [PhoneAction] = []
    private(set) var messages: [String] = []
    /// The languages of the browsers that acted.
    private(set) var suggested: [PhoneView.Language] = []
    private(set) var passed: [Duration] = []
    /// The apps of the home screen in the first view.
    let installedApps: [PhoneView.AppIcon]
    private var watchers: [AsyncStream<PhoneView>.Continuation] = []
    private var rejection: PhoneError?

    init(_ view: PhoneView) {
        self.view = view
        installedApps = if case .home(let icons) = view.content { icons } else { [] }
    }

    func views() -> AsyncStream<PhoneView> {
        let (views, continuation) = AsyncStream.makeStream(of: PhoneView.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(view)
        watchers.append(continuation)
        return views
    }

    func show(_ change: @Sendable (inout PhoneView) -> Void) {
        change(&view)
        view.version += 1
        for watcher in watchers { watcher.yield(view) }
    }

    func reject(_ rejection: PhoneError?) {
        self.rejection = rejection
    }

    func perform(_ action: PhoneAction) async throws(PhoneError) {
        if let rejection { throw rejection }
        actions.append(action)
        show { _ in }
    }

    func tap(_ title: String) async throws {
        try await perform(.press(button: title))
    }

    func receive(message text: String, from sender: String) {
        messages.append("\(sender): \(text)")
        show { _ in }
    }

    func suggest(_ language: PhoneView.Language) {
        suggested.append(language)
    }

    func advance(by duration: Duration) {
        passed.append(duration)
        show { $0.time += Double(duration.components.seconds) }
    }

    func setOnline(_ isOnline: Bool) {
        show { $0.isOnline = isOnline }
    }

    func exportPasswords(as form: Phone.PasswordFile) async throws(PhoneError) -> Data {
        if let rejection { throw rejection }
        return Data("as \(form)\r\n".utf8)
    }

    func importPasswords(_ file: Data, replacing: Bool) async throws(PhoneError) -> Phone.ImportedPasswords {
        if let rejection { throw rejection }
        return Phone.ImportedPasswords(
            new: file.count, known: 0, replaced: replacing ? 1 : 0, kept: 0, skipped: ["line 3"], oneTimeKeysLeftOut: 0)
    }

    func exportCredentials() async throws(PhoneError) -> Phone.ExportedCredentials {
        if let rejection { throw rejection }
        return Phone.ExportedCredentials(file: Data("{}".utf8), passwords: 1, passkeys: 2, codes: 3, passkeysLeftOut: 4)
    }

    func confirmedExport() async throws(PhoneError) -> Phone.ExportedCredentials {
        guard case .settings(let settings) = view.content, settings.isExportConfirmed else {
            throw PhoneError(.nothingThere, "the user has not confirmed an export")
        }
        return try await exportCredentials()
    }

    func importCredentials(
        _ file: Data, replacing: Bool, isPreview: Bool
    ) async throws(PhoneError) -> Phone.ImportedCredentials {
        if let rejection { throw rejection }
        return Phone.ImportedCredentials(
            entries: [.init(kind: .password, user: String(decoding: file, as: UTF8.self), site: "example.com", state: .new)],
            rejected: ["/accounts/0: no"], replaced: replacing ? 1 : 0, isPreview: isPreview)
    }
}
