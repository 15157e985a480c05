import Foundation
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("Export and import in Settings", .timeLimit(.minutes(20))) struct PhoneExchangeTests {
    private static let file = #"""
        {"version":{"major":1,"minor":0},"exporterRpId":"vault.example","exporterDisplayName":"Vault","timestamp":1700000000,"accounts":
        [{"id":"YQ","username":"","email":"","collections":[],"items":[
        {"id":"aQ","title":"Example","scope":{"urls":["https://example.com"],"androidApps":[]},"credentials":[
        {"type":"basic-auth","username":{"fieldType":"string","value":"jane"},
        "password":{"fieldType":"concealed-string","value":"one"}},{"type":"wifi"}]}]}]}
        """#

    private func settings(_ view: PhoneView) -> PhoneView.SettingsView? {
        if case .settings(let settings) = view.content { settings } else { nil }
    }

    private func sheet(_ phone: Phone) async throws -> PhoneView.SheetView {
        let view = try await phone.wait { if case .sheet? = $0.overlays.last { true } else { false } }
        guard case .sheet(let sheet)? = view.overlays.last else { throw PhoneError(.nothingThere, "no sheet") }
        return sheet
    }

    @Test("a user moves passwords from one phone to another")
    func twoPhones() async throws {
        let (one, two) = (try Phone(), try Phone())
        one.device.savePassword("velvet", user: "jane", site: "example.com")
        try await one.perform(.openSettings(.exportCredentials))
        #expect(throws: PhoneError.self) { try one.confirmedExport() }
        try await one.showFace()
        try await one.wait { settings($0)?.isExportConfirmed == true }
        let exported = try one.confirmedExport()
        #expect(exported.passwords == 1 && String(decoding: exported.file, as: UTF8.self).contains("velvet"))

        try await two.perform(.openSettings(.importCredentials))
        try await two.perform(.importCredentials(file: String(decoding: exported.file, as: UTF8.self)))
        let preview = try await sheet(two)
        #expect(preview.subject == .importFile(new: 1, known: 0, different: 0, rejected: 0))
        #expect(preview.parts == [.text("example.com")])
        #expect(two.device.savedPasswords.isEmpty, "nothing is saved before the user answers")
        try await two.tap("Continue")
        let prompt = try await two.wait { if case .prompt? = $0.overlays.last { true } else { false } }
        guard case .prompt(let shown)? = prompt.overlays.last else { throw PhoneError(.nothingThere, "no prompt") }
        #expect(shown.purpose == .importCredentials && shown.isOfSettings)
        #expect(two.device.savedPasswords.isEmpty, "nothing is saved before the user authenticates")
        try await two.showFace()
        try await two.wait { settings($0)?.page == .passwords }
        #expect(two.device.savedPasswords.map(\.user) == ["jane"])
    }

    @Test("a confirmed export is not given out after the user left the page or the phone was locked", arguments: [true, false])
    func ended(_ locks: Bool) async throws {
        let phone = try Phone()
        try await phone.perform(.openSettings(.exportCredentials))
        try await phone.showFace()
        try await phone.wait { settings($0)?.isExportConfirmed == true }
        try await phone.perform(locks ? .lock : .home)
        #expect(throws: PhoneError.self) { try phone.confirmedExport() }
    }

    @Test("the face of another person confirms no export")
    func stranger() async throws {
        let phone = try Phone()
        try await phone.perform(.openSettings(.exportCredentials))
        try await phone.showFace(isOwner: false)
        try await phone.wait { if case .prompt(let prompt)? = $0.overlays.last { prompt.isRepeated } else { false } }
        #expect(throws: PhoneError.self) { try phone.confirmedExport() }
        try await phone.perform(.cancelPrompt)
        try await phone.wait { $0.overlays.isEmpty }
        #expect(throws: PhoneError.self) { try phone.confirmedExport() }
    }

    @Test("an import saves nothing after Cancel, after a cancelled prompt, and when the user leaves; another one works")
    func cancelled() async throws {
        let phone = try Phone()
        let ends: [@Sendable (Phone) async throws -> Void] = [
            { try await $0.tap("Cancel") },
            { phone in
                try await phone.tap("Continue")
                try await phone.wait { if case .prompt? = $0.overlays.last { true } else { false } }
                try await phone.perform(.cancelPrompt)
            }, { try await $0.perform(.home) },
        ]
        for end in ends {
            try await phone.perform(.openSettings(.importCredentials))
            try await phone.perform(.importCredentials(file: Self.file))
            _ = try await sheet(phone)
            try await end(phone)
            await phone.settled { !$0.state.isImporting && $0.state.calls.isEmpty }
            #expect(phone.device.savedPasswords.isEmpty)
        }
        try await phone.perform(.openSettings(.importCredentials))
        try await phone.perform(.importCredentials(file: Self.file))
        try await phone.tap("Continue")
        try await phone.showFace()
        try await phone.wait { settings($0)?.page == .passwords }
        #expect(phone.device.savedPasswords.count == 1)
    }

    @Test("an import keeps a different saved password")
    func kept() async throws {
        let phone = try Phone()
        phone.device.savePassword("mine", user: "jane", site: "example.com")
        try await phone.perform(.openSettings(.importCredentials))
        try await phone.perform(.importCredentials(file: Self.file))
        #expect(try await sheet(phone).subject == .importFile(new: 0, known: 0, different: 1, rejected: 1))
        try await phone.tap("Continue")
        try await phone.showFace()
        try await phone.wait { settings($0)?.page == .passwords }
        #expect(try phone.device.passwords.credentials().map(\.password.exposed) == ["mine"])
    }

    static let malformed = [
        "", "{}", #"{"version":{"major":1}}"#, #"{"version":{"major":2},"accounts":[]}"#, String(repeating: "[", count: 100),
        "{}" + String(repeating: " ", count: 8 << 20),
    ]

    @Test("a malformed or too large file is rejected without a sheet, and the next file is accepted", arguments: malformed.indices)
    func rejected(_ index: Int) async throws {
        let phone = try Phone()
        try await phone.perform(.openSettings(.importCredentials))
        await #expect {
            try await phone.perform(.importCredentials(file: Self.malformed[index]))
        } throws: {
            ($0 as? PhoneError)?.code == .failed
        }
        #expect(phone.view.overlays.isEmpty)
        try await phone.perform(.importCredentials(file: Self.file))
        _ = try await sheet(phone)
        try await phone.tap("Cancel")
    }

    @Test("apps are active again after an import")
    func apps() async throws {
        let phone = try Phone()
        try await phone.perform(.openSettings(.importCredentials))
        try await phone.perform(.importCredentials(file: Self.file))
        try await phone.tap("Cancel")
        await phone.settled { !$0.state.isImporting }
        #expect(phone.withCore { !$0.state.isEngaged && $0.state.calls.isEmpty })
    }

    @Test("a locked phone accepts no file")
    func locked() async throws {
        let phone = try Phone()
        try await phone.perform(.openSettings(.importCredentials))
        try await phone.perform(.lock)
        await #expect {
            try await phone.perform(.importCredentials(file: Self.file))
        } throws: {
            ($0 as? PhoneError)?.code == .locked
        }
    }
}
