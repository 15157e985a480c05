import Crypto
import DeviceParts
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import SwiftASN1
import TestKit
import Testing
import WebAuthn
import X509

@Suite("Passkeys of a managed device") @MainActor
struct ManagedPasskeyTests {
    @Test("whose keys stay in the enclave are never backed up, and the server accepts them")
    func deviceBound() async throws {
        let scene = try await PasskeyScene()
        scene.device.managePasskeys(of: [PasskeyScene.site])
        let challenge = Challenge()
        let result = try await scene.perform([scene.registration(challenge: challenge)], sheets: [.proceed], person: .match)
        guard case .passkeyRegistration(let registration) = result else {
            Issue.record("\(result)")
            return
        }
        let verified = try await scene.verified(registration, challenge, user: [1])
        #expect(verified.flags == [.userPresent, .userVerified, .attestedCredential])
        #expect(verified.aaguid.description == "dd4ec289-e01d-41c9-bb89-70fa845d4bf2")
        let credential = try verified.credential(isRegistered: false)
        #expect(try await scene.signIn(with: credential).flags == [.userPresent, .userVerified])
        #expect(scene.device.savedPasskeys.map(\.user) == ["jane"])
    }

    @Test("have the extensions of other passkeys")
    func extensions() async throws {
        let scene = try await PasskeyScene()
        scene.device.managePasskeys(of: [PasskeyScene.site])
        let values = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues(saltInput1: Data([1]))
        let registration = try await scene.create(prf: .inputValues(values), largeBlob: .supportRequired)
        let id = registration.credentialID
        #expect(try await scene.sign(prf: .inputValues(values), allowing: id).prf?.first == registration.prf?.first)
        _ = try await scene.sign(largeBlob: .write(Data([1])), allowing: id)
        #expect(try await scene.sign(largeBlob: .read, allowing: id).largeBlob?.result == .read(data: Data([1])))
    }

    @Test("are still there after a restart")
    func lasting() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "managed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let credential: Credential
        do {
            let first = try await PasskeyScene(DeviceSimulator(storedIn: folder.path))
            first.device.managePasskeys(of: [PasskeyScene.site])
            credential = try await first.register()
        }
        let device = try DeviceSimulator(storedIn: folder.path)
        try device.unlock(passcode: "2468")
        #expect(try await PasskeyScene(device).signIn(with: credential).user.bytes == [1])
    }

    @Test("are attested if the server requests it", arguments: [true, false])
    func attestation(isRequested: Bool) async throws {
        let scene = try await PasskeyScene()
        let identity = try AttestationIdentity()
        scene.device.managePasskeys(
            of: [PasskeyScene.site], keysStayOnDevice: false, certificates: [Data(identity.certificate)],
            attestationKey: identity.key.rawRepresentation)
        let challenge = Challenge()
        let request = scene.registration(challenge: challenge)
        request.attestationPreference = isRequested ? .enterprise : .direct
        let result = try await scene.perform([request], sheets: [.proceed], person: .match)
        guard case .passkeyRegistration(let registration) = result else {
            Issue.record("\(result)")
            return
        }
        let verified = try await scene.verified(registration, challenge, user: [1])
        #expect(verified.attestations.map(\.format.rawValue) == [isRequested ? "packed" : "none"])
        if isRequested { #expect(verified.attestations.map(\.kind) == [.basic]) }
        #expect(verified.flags.contains([.backupEligible, .backedUp]))
        #expect(try await scene.signIn(with: verified.credential(isRegistered: false)).user.bytes == [1])
    }

    @Test("of other sites, and after the management ended, are as on other devices")
    func otherSites() async throws {
        let scene = try await PasskeyScene()
        for sites in [["example.org"], []] as [Set<String>] {
            scene.device.managePasskeys(of: sites)
            let credential = try await scene.register()
            #expect(credential.isBackupEligible && credential.isBackedUp)
        }
    }
}

@Suite(
    "Passkeys of a managed device with a TPM", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
@MainActor
struct ManagedPasskeyTPMTests {
    @Test("are accepted by the server")
    func trustedPlatformModule() async throws {
        try await Self.withTPM { connection in
            let scene = try await PasskeyScene(DeviceSimulator(enclave: .tpm(connection)))
            scene.device.managePasskeys(of: [PasskeyScene.site])
            let credential = try await scene.register()
            #expect(!credential.isBackupEligible && !credential.isBackedUp)
            #expect(try await scene.signIn(with: credential).flags == [.userPresent, .userVerified])
        }
    }

    /// Runs `body` with the connection string of a new TPM, which it then ends.
    static func withTPM(_ body: (String) async throws -> Void) async throws {
        // Short, because the path of a socket is limited.
        let folder = FileManager.default.temporaryDirectory.appending(path: "lkpk-\(UInt32.random(in: 0...UInt32.max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tpm = try SimulatedTPM(in: folder.path)
        defer { tpm.kill() }
        try await body(tpm.tcti)
    }
}

/// The key with which a manager attests passkeys, and its certificate by section 8.2.1 of the standard.
struct AttestationIdentity {
    let key = P256.Signing.PrivateKey()
    /// The certificate in DER.
    let certificate: [UInt8]
    /// The certificate of the authority in PEM.
    let authority: String

    init() throws {
        let authorityKey = P256.Signing.PrivateKey()
        let authorityName = try DistinguishedName([.init(type: .RDNAttributeType.commonName, utf8String: "Authority")])
        let name = try DistinguishedName([
            .init(type: .RDNAttributeType.countryName, utf8String: "SE"),
            .init(type: .RDNAttributeType.organizationName, utf8String: "Organization"),
            .init(type: .RDNAttributeType.organizationalUnitName, utf8String: "Authenticator Attestation"),
            .init(type: .RDNAttributeType.commonName, utf8String: "Phone"),
        ])
        func issue(
            _ key: P256.Signing.PublicKey, _ subject: DistinguishedName, _ constraints: BasicConstraints
        ) throws -> [UInt8] {
            let extensions: [Certificate.Extension] = [try .init(constraints, critical: true)]
            let made = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(bytes: [1, 2, 3]), publicKey: Certificate.PublicKey(key),
                notValidBefore: Date(timeIntervalSince1970: 0), notValidAfter: Date(timeIntervalSince1970: 4_000_000_000),
                issuer: authorityName, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: Certificate.Extensions(extensions), issuerPrivateKey: Certificate.PrivateKey(authorityKey))
            var serializer = DER.Serializer()
            try serializer.serialize(made)
            return serializer.serializedBytes
        }
        certificate = try issue(key.publicKey, name, .notCertificateAuthority)
        let root = try issue(authorityKey.publicKey, authorityName, .isCertificateAuthority(maxPathLength: nil))
        authority =
            "-----BEGIN CERTIFICATE-----\n\(Data(root).base64EncodedString(options: .lineLength64Characters))\n"
            + "-----END CERTIFICATE-----\n"
    }
}
