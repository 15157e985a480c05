import Crypto
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

/// A password manager that exports to the device and imports from it, in the shape of Apple's sample code.
@Suite("Exchanging credentials with the device") @MainActor
struct CredentialExchangeTests {
    private static let key = P256.Signing.PrivateKey()

    static func data(
        password: String = "Vq7-kilo-umbra-29", key: Data = Data(CredentialExchangeTests.key.derRepresentation),
        extensions: ASImportableFIDO2Extensions? = nil
    ) -> ASExportedCredentialData {
        let item = ASImportableItem(
            id: Data([1]), created: Date(timeIntervalSince1970: 1_600_000_000),
            lastModified: Date(timeIntervalSince1970: 1_650_000_000), title: "Example",
            scope: ASImportableCredentialScope(urls: [URL(string: "https://example.com")].compactMap(\.self)),
            credentials: [
                .basicAuthentication(
                    ASImportableCredential.BasicAuthentication(
                        userName: ASImportableEditableField(id: nil, fieldType: .string, value: "jane"),
                        password: ASImportableEditableField(id: nil, fieldType: .concealedString, value: password))),
                .passkey(
                    ASImportableCredential.Passkey(
                        credentialID: Data([1, 2, 3]), relyingPartyIdentifier: "example.com", userName: "jane",
                        userDisplayName: "Jane", userHandle: Data([9]), key: key, fido2Extensions: extensions)),
                .totp(
                    ASImportableCredential.TOTP(
                        secret: Data("Hello!abcd".utf8), period: 30, digits: 6, userName: "jane", algorithm: .sha1)),
            ])
        let account = ASImportableAccount(id: Data([2]), userName: "", email: "", collections: [], items: [item])
        return ASExportedCredentialData(
            accounts: [account], formatVersion: .v1, exporterRelyingPartyIdentifier: "vault.example", exporterDisplayName: "Vault",
            timestamp: Date(timeIntervalSince1970: 1_700_000_000))
    }

    /// Exports as the app does, with the answers of the user.
    private func export(
        _ data: ASExportedCredentialData, on device: DeviceSimulator, sheet: SimulatedSheets.Answer = .proceed,
        person: SimulatedPerson.Answer? = .match
    ) async throws {
        device.sheets.will(sheet)
        if let person { device.person.will(person) }
        try await device.run {
            let manager = ASCredentialExportManager(presentationAnchor: ASPresentationAnchor())
            let options = try await manager.requestExport()
            #expect(options.formatVersion == .v1)
            try await manager.exportCredentials(data)
        }
    }

    /// Takes exported credentials as an app.
    private func take(_ token: UUID, _ link: any DeviceLink) async throws -> ASExportedCredentialData {
        let manager = CurrentDevice.$link.withValue(link) { ASCredentialImportManager() }
        return try await manager.importCredentials(token: token)
    }

    private func code(_ body: () async throws -> Void) async throws -> ASAuthorizationError.Code? {
        do {
            try await body()
            return nil
        } catch let error as ASAuthorizationError {
            return error.code
        }
    }

    @Test("saves an app's credentials after the user saw the numbers and authenticated")
    func exporting() async throws {
        let device = try DeviceSimulator()
        try await export(Self.data(), on: device)
        #expect(device.sheets.shown.map(\.content) == [.importCredentials(new: 3, known: 0, different: 0, rejected: 0)])
        #expect(device.person.prompts.map(\.purpose) == [.credentialImport])
        #expect(device.savedPasswords.map(\.user) == ["jane"] && device.savedPasskeys.map(\.site) == ["example.com"])
        #expect(device.savedVerificationCodes.map(\.user) == ["jane"])
        // Another password is not taken, and the sheet says so.
        try await export(Self.data(password: "other"), on: device)
        #expect(device.sheets.shown.last?.content == .importCredentials(new: 0, known: 2, different: 1, rejected: 0))
        // A key that is not for ES256.
        try await export(
            Self.data(key: Data(Curve25519.Signing.PrivateKey().rawRepresentation)), on: device)
        #expect(device.sheets.shown.last?.content == .importCredentials(new: 0, known: 2, different: 0, rejected: 1))
    }

    @Test("saves nothing if the user cancels or fails to authenticate, or while the device is locked")
    func refused() async throws {
        let device = try DeviceSimulator()
        #expect(try await code { try await export(Self.data(), on: device, sheet: .cancel, person: nil) } == .canceled)
        #expect(try await code { try await export(Self.data(), on: device, person: .cancel) } == .canceled)
        device.lock()
        #expect(try await code { try await export(Self.data(), on: device, person: nil) } == .notInteractive)
        try device.unlock(passcode: "2468")
        #expect(device.savedPasswords.isEmpty && device.savedPasskeys.isEmpty && device.savedVerificationCodes.isEmpty)
    }

    @Test("rejects another destination and too many credentials")
    func limits() async throws {
        let device = try DeviceSimulator()
        let large = Self.data(password: String(repeating: "p", count: 9 << 20))
        #expect(try await code { try await export(large, on: device, person: nil) } == .credentialExport)
        let item = ASImportableItem(id: Data([1]), title: "", credentials: [])
        var many = Self.data()
        many.accounts[0].items = [ASImportableItem](repeating: item, count: 10_001)
        let document = many
        #expect(try await code { try await export(document, on: device, person: nil) } == .credentialExport)
        #expect(device.sheets.shown.isEmpty)
        let elsewhere = try await code {
            try await device.run {
                let manager = ASCredentialExportManager(presentationAnchor: ASPresentationAnchor())
                _ = try await manager.requestExport(for: "com.example.vault")
            }
        }
        #expect(elsewhere == .credentialExport)
    }

    @Test("gives an app the credentials that the user exported to it, once, within five minutes, and no other app")
    func importing() async throws {
        let device = try DeviceSimulator()
        try await export(Self.data(), on: device)
        let other = try device.link(ofApp: "ABCDE12345.com.example.other", accessGroups: [])
        device.person.will(.match)
        let token = try await device.exportCredentials()
        #expect(try await code { _ = try await take(token, other) } == .credentialImport)
        #expect(try await code { _ = try await take(UUID(), device.link) } == .credentialImport)
        let data = try await take(token, device.link)
        #expect(data.formatVersion == .v1 && data.exporterDisplayName == "Latchkey")
        let item = try #require(data.accounts.first?.items.first)
        #expect(item.scope?.urls.map(\.absoluteString) == ["https://example.com/"])
        #expect(item.created == Date(timeIntervalSince1970: 1_600_000_000))
        #expect(item.credentials.count == 3)
        guard case .passkey(let passkey) = item.credentials[1] else { throw Unexpected() }
        #expect(passkey.key == Data(Self.key.derRepresentation) && passkey.userHandle == Data([9]))
        #expect(try await code { _ = try await take(token, device.link) } == .credentialImport)

        device.person.will(.match)
        let late = try await device.exportCredentials()
        device.clock.advance(by: .seconds(300))
        #expect(try await code { _ = try await take(late, device.link) } == .credentialImport)
        device.person.will(.match)
        let locked = try await device.exportCredentials()
        device.lock()
        #expect(try await code { _ = try await take(locked, device.link) } == .notInteractive)
    }

    @Test("gives an app the secrets of prf and the blob of a passkey that another app exported")
    func extensions() async throws {
        let device = try DeviceSimulator()
        let extensions = ASImportableFIDO2Extensions(
            hmacCredentials: ASImportableFIDO2HMACCredential(
                algorithm: .sha256, credentialWithUV: Data(repeating: 1, count: 32),
                credentialWithoutUV: Data(repeating: 2, count: 32)),
            // A DEFLATE stream of one block that is not compressed.
            largeBlob: ASImportableFIDO2LargeBlob(uncompressedSize: 3, data: Data([1, 3, 0, 0xFC, 0xFF, 7, 8, 9])))
        try await export(Self.data(extensions: extensions), on: device)
        #expect(device.sheets.shown.map(\.content) == [.importCredentials(new: 3, known: 0, different: 0, rejected: 0)])
        let other = "ABCDE12345.com.example.other"
        device.person.will(.match)
        let token = try await device.exportCredentials(to: other)
        let data = try await take(token, device.link(ofApp: other, accessGroups: []))
        let credentials = data.accounts.flatMap(\.items).flatMap(\.credentials)
        let passkeys: [ASImportableCredential.Passkey] = credentials.compactMap {
            if case .passkey(let passkey) = $0 { passkey } else { nil }
        }
        #expect(passkeys.map(\.fido2Extensions) == [extensions])
    }

    @Test("keeps eight exports, and drops the oldest")
    func capacity() async throws {
        let device = try DeviceSimulator()
        var tokens: [UUID] = []
        for _ in 1...9 {
            device.person.will(.match)
            tokens.append(try await device.exportCredentials())
        }
        let dropped = tokens[0]
        #expect(try await code { _ = try await take(dropped, device.link) } == .credentialImport)
        for token in tokens.dropFirst() { _ = try await take(token, device.link) }
    }

    @Test("exports nothing to an app without authentication")
    func noExport() async throws {
        let device = try DeviceSimulator()
        device.person.will(.cancel)
        await #expect(throws: PhoneError.self) { try await device.exportCredentials() }
        device.lock()
        await #expect(throws: PhoneError.self) { try await device.exportCredentials() }
    }

    private struct Unexpected: Error {}
}
