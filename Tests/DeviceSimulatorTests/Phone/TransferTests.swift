import Foundation
import Testing

@testable import DeviceSimulator

@Suite("Passwords in files", .timeLimit(.minutes(20))) struct TransferTests {
    private static let file = Data(
        "url,username,password\r\nhttps://example.com/,ann,one\r\nhttps://example.org/,bob,two\r\nno site,eve,three\r\n".utf8)

    @Test("are imported after the owner authenticated, and importing them again changes nothing")
    func takenOver() async throws {
        let phone = try Phone()
        phone.device.savePassword("other", user: "bob", site: "example.org")
        for (replacing, expected) in [
            (false, Phone.ImportedPasswords(new: 1, known: 0, replaced: 0, kept: 1, skipped: [], oneTimeKeysLeftOut: 0)),
            (true, Phone.ImportedPasswords(new: 0, known: 1, replaced: 1, kept: 0, skipped: [], oneTimeKeysLeftOut: 0)),
            (true, Phone.ImportedPasswords(new: 0, known: 2, replaced: 0, kept: 0, skipped: [], oneTimeKeysLeftOut: 0)),
        ] {
            async let taken = phone.importPasswords(Self.file, replacing: replacing)
            try await phone.showFace()
            var result = try await taken
            #expect(result.skipped.count == 1 && result.skipped[0].hasPrefix("line 4, column 1: "))
            result.skipped = []
            #expect(result == expected)
        }
        #expect(phone.device.savedPasswords.map(\.user) == ["ann", "bob"])
    }

    @Test("are exported after the owner authenticated, in each format", arguments: Phone.PasswordFile.allCases)
    func givenOut(form: Phone.PasswordFile) async throws {
        let phone = try Phone()
        phone.device.savePassword("one", user: "ann", site: "example.com")
        async let exported = phone.exportPasswords(as: form)
        try await phone.showFace()
        let file = try await exported
        let other = try Phone()
        async let taken = other.importPasswords(file)
        try await other.showFace()
        #expect(try await taken.new == 1)
        #expect(other.device.savedPasswords.map(\.user) == ["ann"])
    }

    @Test("are not exported without authentication, or on a locked phone")
    func rejected() async throws {
        let phone = try Phone()
        phone.device.savePassword("one", user: "ann", site: "example.com")
        let exported = Task { try await phone.exportPasswords() }
        try await phone.wait { !$0.overlays.isEmpty }
        try await phone.perform(.cancelPrompt)
        await #expect { try await exported.value } throws: { ($0 as? PhoneError)?.code == .notRecognized }
        let taken = Task { try await phone.importPasswords(Self.file) }
        try await phone.wait { !$0.overlays.isEmpty }
        try await phone.perform(.cancelPrompt)
        await #expect { try await taken.value } throws: { ($0 as? PhoneError)?.code == .notRecognized }
        #expect(phone.device.savedPasswords.count == 1)
        try await phone.perform(.lock)
        await #expect { try await phone.exportPasswords() } throws: { ($0 as? PhoneError)?.code == .locked }
    }

    @Test("that are malformed are rejected before authentication, with the position")
    func noTable() async throws {
        let phone = try Phone()
        await #expect {
            try await phone.importPasswords(Data("url,username\r\n".utf8))
        } throws: { error in
            (error as? PhoneError).map { $0.code == .failed && $0.description.contains("line 1") } ?? false
        }
        #expect(phone.view.overlays.isEmpty)
    }
}
