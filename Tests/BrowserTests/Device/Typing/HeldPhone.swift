import Chromium
import DevicePages
import DeviceSimulator
import Foundation
import ReservedPorts
import Synchronization
import Testing

/// A phone that performs no actions while it is held, like a phone on a busy machine. Its view still updates immediately.
final class HeldPhone: ShownPhone {
    private struct State {
        var isHeld = false
        var rejects = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let phone: Phone
    private let state = Mutex(State())

    init(_ phone: Phone) {
        self.phone = phone
    }

    var installedApps: [PhoneView.AppIcon] { phone.installedApps }

    func hold() { state.withLock { $0.isHeld = true } }

    /// Rejects every action from now on, as if an overlay covered it.
    func reject() { state.withLock { $0.rejects = true } }

    /// Performs all held actions.
    func release() {
        let waiting = state.withLock { state in
            defer { (state.isHeld, state.waiting) = (false, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Draws the phone without the held actions, and returns when the page shows the drawing.
    func draws(_ words: String, before visitor: PhoneVisitor) async throws {
        phone.receive(message: words, from: "Ben")
        try await visitor.sees(words)
    }

    var view: PhoneView { get async { phone.view } }
    func views() async -> AsyncStream<PhoneView> { phone.views() }

    func perform(_ action: PhoneAction) async throws(PhoneError) {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let mayGo = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                return !state.isHeld
            }
            if mayGo { continuation.resume() }
        }
        if state.withLock(\.rejects) { throw PhoneError(.covered, "covered by an alert") }
        try await phone.perform(action)
    }

    func tap(_ title: String) async throws { try await phone.tap(title) }
    func suggest(_ language: PhoneView.Language) async { phone.suggest(language) }
    func receive(message text: String, from sender: String) async { phone.receive(message: text, from: sender) }
    func advance(by duration: Duration) async { phone.advance(by: duration) }
    func setOnline(_ isOnline: Bool) async { phone.isOnline = isOnline }

    func exportPasswords(as form: Phone.PasswordFile) async throws(PhoneError) -> Data {
        try await phone.exportPasswords(as: form)
    }

    func importPasswords(_ file: Data, replacing: Bool) async throws(PhoneError) -> Phone.ImportedPasswords {
        try await phone.importPasswords(file, replacing: replacing)
    }

    func exportCredentials() async throws(PhoneError) -> Phone.ExportedCredentials { try await phone.exportCredentials() }

    func confirmedExport() async throws(PhoneError) -> Phone.ExportedCredentials { try phone.confirmedExport() }

    func importCredentials(
        _ file: Data, replacing: Bool, isPreview: Bool
    ) async throws(PhoneError) -> Phone.ImportedCredentials {
        try await phone.importCredentials(file, replacing: replacing, isPreview: isPreview)
    }
}

extension HeldPhone {
    /// A phone with ``CapitalsApp`` in front, and a user who looks at it.
    static func run(_ body: @escaping @Sendable (HeldPhone, PhoneVisitor) async throws -> Void) async throws {
        let held = HeldPhone(try Phone())
        try await held.phone.launch(CapitalsApp.self)
        let port = try ReservedPort()
        try await PhoneServing.serve([held], on: port) {
            // A held action would block the end of the test.
            defer { held.release() }
            try await body(held, try await PhoneVisitor.visit(port))
        }
    }
}
