import Crypto
import DeviceProtocol
import Testing

@testable import DeviceServices

@Suite("A new passkey of a credential provider") struct ProvidedRegistrationTests {
    /// The parts of a response.
    struct Response {
        var relyingParty = "example.com"
        var clientDataHash = [UInt8](repeating: 3, count: 32)
        var credentialID: [UInt8] = [1, 2]
        var siteOfData = "example.com"
        var flags: UInt8 = 0x5d
        var idOfData: [UInt8] = [1, 2]
        var key: [UInt8] = [0xA0]
        /// Bytes after the attestation object.
        var extra: [UInt8] = []

        func registration() throws -> ProvidedRegistration {
            var data = Array(SHA256.hash(data: Array(siteOfData.utf8)))
            data += [flags, 0, 0, 0, 0]
            data += [UInt8](repeating: 9, count: 16)
            data += [0, UInt8(idOfData.count)]
            data += idOfData + key
            // The map {fmt: "none", attStmt: {}, authData: data} in canonical CBOR.
            var object: [UInt8] = [0xA3]
            object += [0x63] + "fmt".utf8
            object += [0x64] + "none".utf8
            object += [0x67] + "attStmt".utf8
            object += [0xA0, 0x68] + "authData".utf8
            object += [0x58, UInt8(data.count)]
            object += data + extra
            return try #require(
                ProvidedRegistration(
                    relyingParty: relyingParty, clientDataHash: clientDataHash, credentialID: credentialID,
                    attestationObject: object))
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isAccepted: Bool
        let change: @Sendable (inout Response) -> Void

        init(_ testDescription: String, _ isAccepted: Bool, _ change: @escaping @Sendable (inout Response) -> Void) {
            self.testDescription = testDescription
            self.isAccepted = isAccepted
            self.change = change
        }
    }

    @Test(
        "is used only if it matches the request",
        arguments: [
            Case("a valid response", true) { _ in },
            Case("without backup", true) { $0.flags = 0x45 },
            Case("another relying party", false) { $0.relyingParty = "example.org" },
            Case("another request", false) { $0.clientDataHash[0] = 9 },
            Case("a short digest", false) { $0.clientDataHash.removeLast() },
            Case("no ID", false) { ($0.credentialID, $0.idOfData) = ([], []) },
            Case("an excluded passkey", false) { ($0.credentialID, $0.idOfData) = ([7], [7]) },
            Case("the data of another relying party", false) { $0.siteOfData = "example.org" },
            Case("the data of another passkey", false) { $0.idOfData = [1, 3] },
            Case("an ID of another length", false) { $0.idOfData = [1] },
            Case("no key", false) { $0.key = [] },
            Case("no user presence", false) { $0.flags = 0x5c },
            Case("no user verification", false) { $0.flags = 0x59 },
            Case("backed up, but not eligible for it", false) { $0.flags = 0x55 },
            Case("no flag for an attested credential", false) { $0.flags = 0x1d },
            Case("a flag for extensions", false) { $0.flags = 0xdd },
            Case("bytes after the attestation object", false) { $0.extra = [0] },
        ])
    func responses(sample: Case) throws {
        var response = Response()
        sample.change(&response)
        let registration = try response.registration()
        var ceremony = try Self.prepared()
        ceremony.receive(.report(.registration(registration)))
        let isFailed = if case .ended(.failed) = ceremony.step { true } else { false }
        #expect(isFailed != sample.isAccepted)
        if sample.isAccepted { #expect(ceremony.step == .ended(.registration(registration))) }
    }

    @Test(
        "is malformed if its attestation object is not a map with authenticator data",
        arguments: [[], [0xA0], [0x40], [0xA3]] as [[UInt8]])
    func malformed(object: [UInt8]) throws {
        let registration = try #require(
            ProvidedRegistration(
                relyingParty: "example.com", clientDataHash: [UInt8](repeating: 3, count: 32), credentialID: [1, 2],
                attestationObject: object))
        #expect(registration.mistake(for: try Self.order(), isSilent: false) == "Its attestation object is malformed.")
    }

    @Test("requires a view, which the user sees before the response")
    func view() throws {
        let hidden = ProviderCeremony(.creation(try Self.order()), canPresent: false)
        #expect(hidden.step == .ended(.failed(.noticed(.needsScreen))))
        var ceremony = try Self.prepared()
        ceremony.receive(.report(.isPrepared))
        #expect(ceremony.step == .present)
        ceremony.receivePresented(true)
        #expect(ceremony.step == .listen(.showing))
        let registration = try Response().registration()
        ceremony.receive(.report(.registration(registration)))
        #expect(ceremony.step == .ended(.registration(registration)))
    }

    @Test(
        "for a conditional request needs no view and no user, but all else",
        arguments: [
            Case("without user presence and verification", true) { $0.flags = 0x58 },
            Case("with both", true) { _ in },
            Case("another request", false) { $0.clientDataHash[0] = 9 },
            Case("the data of another relying party", false) { $0.siteOfData = "example.org" },
            Case("an excluded passkey", false) { ($0.credentialID, $0.idOfData) = ([7], [7]) },
            Case("no flag for an attested credential", false) { $0.flags = 0x1d },
        ])
    func silent(sample: Case) throws {
        var response = Response()
        sample.change(&response)
        let registration = try response.registration()
        var ceremony = try Self.silent()
        ceremony.receive(.report(.registration(registration)))
        let isFailed = if case .ended(.failed) = ceremony.step { true } else { false }
        #expect(isFailed != sample.isAccepted)
        if sample.isAccepted { #expect(ceremony.step == .ended(.registration(registration))) }
    }

    @Test("for a conditional request is not created with a view")
    func silentFailures() throws {
        let table: [(ModificationFailure.Code, ProviderOutcome)] = [
            (.userInteractionRequired, .failed(.mistaken("It requires the user."))), (.userCanceled, .cancelled),
            (.matchedExcludedCredential, .excluded), (.failed, .failed(.noticed(.noReason))),
        ]
        for (code, outcome) in table {
            var ceremony = try Self.silent()
            ceremony.receive(.report(.gaveUp(ModificationFailure(code))))
            #expect(ceremony.step == .ended(outcome))
        }
    }

    @Test("is not created if the provider cancels, fails, or has an excluded passkey")
    func failures() throws {
        let table: [(ModificationFailure.Code, ProviderOutcome)] = [
            (.userCanceled, .cancelled), (.matchedExcludedCredential, .excluded), (.failed, .failed(.noticed(.noReason))),
            (.userInteractionRequired, .failed(.noticed(.noReason))),
        ]
        for (code, outcome) in table {
            var ceremony = try Self.prepared()
            ceremony.receive(.report(.gaveUp(ModificationFailure(code))))
            #expect(ceremony.step == .ended(outcome))
        }
    }

    @Test("is not accepted in place of another credential, and no other credential in its place")
    func otherKinds() throws {
        var creation = try Self.prepared()
        creation.receive(.report(.password(ProviderCeremonyTests.grant)))
        #expect(creation.step == .ended(ProviderCeremonyTests.unrequested))
        for question in [ProviderQuestion.choice(.password, []), .configuration] {
            var other = ProviderCeremony(question, canPresent: true)
            other.receiveDelivery(true)
            other.receive(.report(.registration(try Response().registration())))
            #expect(other.step == .ended(ProviderCeremonyTests.unrequested))
        }
        #expect("\(ProviderOutcome.registration(try Response().registration()))" == "ProviderOutcome(redacted)")
    }

    private static func order() throws -> PasskeyCreationOrder {
        try #require(
            PasskeyCreationOrder(
                relyingParty: "example.com", userName: "ann", userHandle: [2],
                clientDataHash: [UInt8](repeating: 3, count: 32), excludedCredentials: [[7]]))
    }

    /// A ceremony of a conditional request, which also runs while no view can be shown.
    private static func silent() throws -> ProviderCeremony {
        var ceremony = ProviderCeremony(.silentCreation(try order()), canPresent: false)
        #expect(ceremony.step == .deliver(.createPasskeySilently(try order())))
        ceremony.receiveDelivery(true)
        #expect(ceremony.step == .listen(.silently))
        return ceremony
    }

    private static func prepared() throws -> ProviderCeremony {
        var ceremony = ProviderCeremony(.creation(try order()), canPresent: true)
        #expect(ceremony.step == .deliver(.createPasskey(try order())))
        ceremony.receiveDelivery(true)
        #expect(ceremony.step == .listen(.preparing))
        return ceremony
    }
}
