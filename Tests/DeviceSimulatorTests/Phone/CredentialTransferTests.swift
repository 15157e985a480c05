import Foundation
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("Credentials in files", .timeLimit(.minutes(20))) struct CredentialTransferTests {
    /// A document of another password manager: a password with a note, a code, a passkey, a credit card, and a passkey of a public
    /// suffix. The key is that of RFC 6979, appendix A.2.5.
    private static let file = Data(
        #"""
        {"version":{"major":1,"minor":0},"exporterRpId":"vault.example","exporterDisplayName":"Vault","timestamp":1700000000,"accounts":
        [{"id":"YQ","username":"","email":"","collections":[{"id":"Yw","title":"Home","items":[{"item":"aQ"}]}],"items":[
        {"id":"aQ","title":"Example","scope":{"urls":["https://example.com"],"androidApps":[]},"credentials":[
        {"type":"basic-auth","username":{"fieldType":"string","value":"jane"},"password":{"fieldType":"concealed-string","value":"one"}},
        {"type":"note","content":{"fieldType":"string","value":"by the door"}},
        {"type":"totp","secret":"JBSWY3DPEHPK3PXP","period":30,"digits":6,"username":"jane","algorithm":"sha1"},
        {"type":"passkey","credentialId":"AQID","rpId":"example.com","username":"jane","userDisplayName":"Jane","userHandle":"Bw",
        "key":"\#(pkcs8)"},
        {"type":"passkey","credentialId":"BA","rpId":"com","username":"jane","userDisplayName":"Jane","userHandle":"Bw",
        "key":"\#(pkcs8)"},
        {"type":"credit-card","number":{"fieldType":"concealed-string","value":"4111"}}]}]}]}
        """#.utf8)

    /// PKCS#8 without the public key (RFC 5208), around the private key of RFC 6979, in base64url.
    private static let pkcs8 =
        "MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCDJr6nYRbp1Fmtc"
        + "IVdnsdaTTlDD2zbomxJ7imIrEg9nIQ"

    private func take(
        _ file: Data, into phone: Phone, replacing: Bool = false, isPreview: Bool = false
    ) async throws -> Phone.ImportedCredentials {
        async let taken = phone.importCredentials(file, replacing: replacing, isPreview: isPreview)
        try await phone.showFace()
        return try await taken
    }

    private func counts(_ taken: Phone.ImportedCredentials) -> [Int] {
        Phone.ImportedCredentials.Entry.State.allCases.map { state in taken.entries.count { $0.state == state } }
            + [taken.replaced, taken.rejected.count]
    }

    @Test("move from another password manager to one phone, and from there to another")
    func twoPhones() async throws {
        let (one, two) = (try Phone(), try Phone())
        let preview = try await take(Self.file, into: one, isPreview: true)
        #expect(counts(preview) == [3, 0, 0, 0, 2] && preview.isPreview)
        #expect(
            preview.rejected.map { $0.prefix { $0 != ":" } } == [
                "/accounts/0/items/0/credentials/4", "/accounts/0/items/0/credentials/5",
            ])
        #expect(one.device.savedPasswords.isEmpty && one.device.savedPasskeys.isEmpty && one.device.savedVerificationCodes.isEmpty)

        #expect(counts(try await take(Self.file, into: one)) == [3, 0, 0, 0, 2])
        #expect(counts(try await take(Self.file, into: one)) == [0, 3, 0, 0, 2])
        async let exporting = one.exportCredentials()
        try await one.showFace()
        let exported = try await exporting
        #expect(exported.passwords == 1 && exported.passkeys == 1 && exported.codes == 1 && exported.passkeysLeftOut == 0)

        #expect(counts(try await take(exported.file, into: two)) == [3, 0, 0, 0, 0])
        #expect(two.device.savedPasswords.map(\.user) == ["jane"] && two.device.savedPasskeys.map(\.site) == ["example.com"])
        #expect(two.device.savedVerificationCodes.map(\.site) == ["example.com"])
        #expect(try two.device.passwords.credentials().first?.notes.exposed == "by the door")
    }

    @Test("keep a different saved password, unless the user lets the file replace it")
    func replacing() async throws {
        let phone = try Phone()
        phone.device.savePassword("other", user: "jane", site: "example.com")
        #expect(counts(try await take(Self.file, into: phone)) == [2, 0, 1, 0, 2])
        #expect(try phone.device.passwords.credentials().map(\.password.exposed) == ["other"])
        #expect(counts(try await take(Self.file, into: phone, replacing: true, isPreview: true)) == [0, 2, 1, 0, 2])
        #expect(try phone.device.passwords.credentials().map(\.password.exposed) == ["other"])
        #expect(counts(try await take(Self.file, into: phone, replacing: true)) == [0, 2, 1, 1, 2])
        #expect(try phone.device.passwords.credentials().map(\.password.exposed) == ["one"])
    }

    @Test("stay where they are after a wrong passcode, a cancelled prompt, and on a locked phone")
    func rejected() async throws {
        let phone = try Phone()
        phone.device.savePassword("other", user: "bob", site: "example.org")
        let actions: [@Sendable (Phone) async throws -> Void] = [
            { try await $0.perform(.cancelPrompt) },
            { phone in
                try await phone.perform(.present(isOwner: false))
                try await phone.wait { view in
                    if case .prompt(let prompt)? = view.overlays.last { prompt.isRepeated } else { false }
                }
                try await phone.perform(.cancelPrompt)
            },
        ]
        for act in actions {
            let exported = Task { try await phone.exportCredentials() }
            try await phone.wait { !$0.overlays.isEmpty }
            try await act(phone)
            await #expect { try await exported.value } throws: { ($0 as? PhoneError)?.code == .notRecognized }
            let taken = Task { try await phone.importCredentials(Self.file) }
            try await phone.wait { !$0.overlays.isEmpty }
            try await act(phone)
            await #expect { try await taken.value } throws: { ($0 as? PhoneError)?.code == .notRecognized }
        }
        #expect(phone.device.savedPasswords.map(\.user) == ["bob"] && phone.device.savedPasskeys.isEmpty)
        try await phone.perform(.lock)
        await #expect { try await phone.exportCredentials() } throws: { ($0 as? PhoneError)?.code == .locked }
        await #expect { try await phone.importCredentials(Self.file) } throws: { ($0 as? PhoneError)?.code == .locked }
    }

    @Test("are not exported with a wrong passcode")
    func wrongPasscode() async throws {
        let phone = try Phone(DeviceSimulator(biometry: .none))
        let exported = Task { try await phone.exportCredentials() }
        try await phone.wait { !$0.overlays.isEmpty }
        try await phone.perform(.enterPasscode("1111"))
        try await phone.wait { view in
            if case .prompt(let prompt)? = view.overlays.last { prompt.isRepeated } else { false }
        }
        try await phone.perform(.cancelPrompt)
        await #expect { try await exported.value } throws: { ($0 as? PhoneError)?.code == .notRecognized }
    }

    @Test("that are malformed are rejected before authentication, with the place")
    func noDocument() async throws {
        let phone = try Phone()
        await #expect {
            try await phone.importCredentials(Data(#"{"version":{"major":1}}"#.utf8))
        } throws: { error in
            (error as? PhoneError).map { $0.code == .failed && $0.description.contains("/accounts") } ?? false
        }
        #expect(phone.view.overlays.isEmpty)
    }

    @Test("have prompts that name passkeys and codes, not only passwords")
    func prompts() async throws {
        let phone = try Phone()
        let exported = Task { try await phone.exportCredentials() }
        try await phone.wait { !$0.overlays.isEmpty }
        guard case .prompt(let prompt)? = phone.view.overlays.last else { throw PhoneError(.nothingThere, "no prompt") }
        #expect(prompt.purpose == .exportCredentials && prompt.isOfSettings)
        try await phone.perform(.cancelPrompt)
        _ = await exported.result
    }
}
