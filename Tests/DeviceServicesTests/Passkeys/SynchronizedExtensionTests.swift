import DeviceProtocol
import Foundation
import Secrets
import Testing

@testable import DeviceServices
@testable import DeviceSimulator

@Suite("Extensions of passkeys on two devices of one account") struct SynchronizedExtensionTests {
    private let bench = PasswordBench()

    private static func record() -> PasskeyRecord {
        PasskeyRecord(
            passkey: Passkey(relyingParty: "example.com", userName: "jane", credentialID: [1]), userHandle: [1],
            privateKey: [UInt8](repeating: 7, count: 32), secrets: PasskeySecrets(random: SystemRandomBytes()),
            supportsLargeBlob: true)
    }

    @Test("a passkey derives the same secrets on both, and a blob that one wrote is on the other")
    func exchange() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        let record = Self.record()
        try phone.services.passkeys.put(record)
        let copy = try #require(try tablet.services.passkeys.records(of: "example.com").first)
        let inputs = try #require(PRFInputs(first: [1]))
        let secrets = try #require(record.secrets).derived(from: inputs, isVerified: true)
        #expect(copy.secrets?.derived(from: inputs, isVerified: true) == secrets && copy.supportsLargeBlob)

        tablet.clock.advance(by: .seconds(1))
        try tablet.services.passkeys.edit("example.com") { stored in
            var written = stored
            written.largeBlob = [1, 2, 3]
            return .replace(written)
        }
        #expect(try phone.services.passkeys.records(of: "example.com").map(\.largeBlob) == [[1, 2, 3]])
    }

    @Test("a passkey whose key is in the enclave stays on its device")
    func deviceBound() throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        var record = Self.record()
        record.enclaveKey = [9]
        try phone.services.passkeys.put(record)
        try phone.save("a password of Ann's")
        #expect(try tablet.password() != nil)
        #expect(phone.savedPasskeys.count == 1 && tablet.savedPasskeys.isEmpty)
    }
}
