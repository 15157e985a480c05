import Crypto
import DeviceProtocol
import Testing

@testable import DeviceServices

@Suite("A passkey of a credential provider") struct ProvidedPasskeyTests {
    /// The parts of a response.
    struct Response {
        var relyingParty = "example.com"
        var credentialID: [UInt8] = [1]
        var userHandle: [UInt8] = [2]
        var clientDataHash = [UInt8](repeating: 3, count: 32)
        var siteOfData = "example.com"
        var flags: UInt8 = 0x1d
        var extra: [UInt8] = []
        var signature = [UInt8](repeating: 4, count: 70)

        func assertion() throws -> ProvidedAssertion {
            try #require(
                ProvidedAssertion(
                    relyingParty: relyingParty, credentialID: credentialID, userHandle: userHandle,
                    clientDataHash: clientDataHash,
                    authenticatorData: Array(SHA256.hash(data: Array(siteOfData.utf8))) + [flags, 0, 0, 0, 0] + extra,
                    signature: signature))
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
        "is used only with a response that matches the request",
        arguments: [
            Case("a valid response", true) { _ in },
            Case("without backup", true) { $0.flags = 0x05 },
            Case("the shortest signature", true) { $0.signature = [UInt8](repeating: 4, count: 8) },
            Case("the longest signature", true) { $0.signature = [UInt8](repeating: 4, count: 512) },
            Case("another relying party", false) { $0.relyingParty = "example.org" },
            Case("another passkey", false) { $0.credentialID = [9] },
            Case("another user handle", false) { $0.userHandle = [9] },
            Case("another request", false) { $0.clientDataHash[0] = 9 },
            Case("a short digest", false) { $0.clientDataHash.removeLast() },
            Case("the data of another relying party", false) { $0.siteOfData = "example.org" },
            Case("data that are too long", false) { $0.extra = [0] },
            Case("no user presence", false) { $0.flags = 0x1c },
            Case("no user verification", false) { $0.flags = 0x19 },
            Case("backed up, but not eligible for it", false) { $0.flags = 0x15 },
            Case("a flag for an attested credential", false) { $0.flags = 0x5d },
            Case("a flag for extensions", false) { $0.flags = 0x9d },
            Case("no signature", false) { $0.signature = [] },
            Case("a signature that is too short", false) { $0.signature = [UInt8](repeating: 4, count: 7) },
            Case("a signature that is too long", false) { $0.signature = [UInt8](repeating: 4, count: 513) },
        ])
    func responses(sample: Case) throws {
        var response = Response()
        sample.change(&response)
        let assertion = try response.assertion()
        var ceremony = try Self.asked()
        ceremony.receive(.report(.passkey(assertion)))
        let isFailed = if case .ended(.failed) = ceremony.step { true } else { false }
        #expect(isFailed != sample.isAccepted)
        if sample.isAccepted { #expect(ceremony.step == .ended(.passkey(assertion))) }
    }

    @Test("is requested again with a view if the provider needs the user")
    func interaction() throws {
        var ceremony = try Self.asked()
        ceremony.receive(.report(.gaveUp(ModificationFailure(.userInteractionRequired))))
        #expect(ceremony.step == .deliver(.preparePasskey(try Self.order())))
        ceremony.receiveDelivery(true)
        ceremony.receive(.report(.isPrepared))
        ceremony.receivePresented(true)
        let assertion = try Response().assertion()
        ceremony.receive(.report(.passkey(assertion)))
        #expect(ceremony.step == .ended(.passkey(assertion)))
    }

    @Test("requires a screen if the provider needs the user")
    func noScreen() throws {
        var ceremony = try Self.asked(canPresent: false)
        ceremony.receive(.report(.gaveUp(ModificationFailure(.userInteractionRequired))))
        #expect(ceremony.step == .ended(.failed(.noticed(.needsScreen))))
    }

    @Test("is not accepted in place of a password, and a password is not accepted in its place")
    func otherKinds() throws {
        var passkey = try Self.asked()
        passkey.receive(.report(.password(ProviderCeremonyTests.grant)))
        #expect(passkey.step == .ended(ProviderCeremonyTests.unrequested))
        for question in [
            ProviderQuestion.credential(try ProviderCeremonyTests.identity(.password)), .choice(.passkey, []), .configuration,
        ] {
            var other = ProviderCeremony(question, canPresent: true)
            other.receiveDelivery(true)
            other.receive(.report(.passkey(try Response().assertion())))
            #expect(other.step == .ended(ProviderCeremonyTests.unrequested))
        }
    }

    @Test(
        "that the user chose in the view of the provider is used only with a response that matches the request",
        arguments: [
            Case("a valid response", true) { _ in },
            Case("an acceptable passkey of another user", true) { ($0.credentialID, $0.userHandle) = ([7], [9]) },
            Case("another relying party", false) { $0.relyingParty = "example.org" },
            Case("a passkey that is not acceptable", false) { $0.credentialID = [9] },
            Case("no user handle", false) { $0.userHandle = [] },
            Case("another request", false) { $0.clientDataHash[0] = 9 },
            Case("the data of another relying party", false) { $0.siteOfData = "example.org" },
            Case("no user verification", false) { $0.flags = 0x19 },
            Case("no signature", false) { $0.signature = [] },
        ])
    func listed(sample: Case) throws {
        var response = Response()
        sample.change(&response)
        let assertion = try response.assertion()
        var ceremony = try Self.listing(allowing: [[1], [7]])
        ceremony.receive(.report(.passkey(assertion)))
        let isFailed = if case .ended(.failed) = ceremony.step { true } else { false }
        #expect(isFailed != sample.isAccepted)
        if sample.isAccepted { #expect(ceremony.step == .ended(.passkey(assertion))) }
    }

    @Test("may be any one of the site if the request names none, and the user may choose a password instead")
    func anyOrPassword() throws {
        var response = Response()
        response.credentialID = [9]
        let assertion = try response.assertion()
        var ceremony = try Self.listing()
        ceremony.receive(.report(.passkey(assertion)))
        #expect(ceremony.step == .ended(.passkey(assertion)))
        response.credentialID = []
        ceremony = try Self.listing()
        ceremony.receive(.report(.passkey(try response.assertion())))
        #expect(ceremony.step == .ended(.failed(.mistaken("It returned the signature of another passkey."))))
        ceremony = try Self.listing()
        ceremony.receive(.report(.password(ProviderCeremonyTests.grant)))
        #expect(ceremony.step == .ended(.password(ProviderCeremonyTests.grant)))
        ceremony = try Self.listing()
        ceremony.receive(.report(.oneTimeCode("123456")))
        #expect(ceremony.step == .ended(ProviderCeremonyTests.unrequested))
    }

    @Test("prints no part of its signature")
    func printing() throws {
        let outcome = ProviderOutcome.passkey(try Response().assertion())
        var dumped = ""
        dump(outcome, to: &dumped)
        #expect(!"\(outcome) \(String(reflecting: outcome)) \(dumped)".contains("example.com"))
    }

    @Test("is stored with its ID and user handle, and differs from another one of the same user name")
    func stored() throws {
        var provider = ProvidedIdentities()
        provider.isEnabled = true
        let identities = try [UInt8(1), 2].map { try Self.identity(id: $0) }
        #expect(provider.apply(.save, identities) == .done)
        #expect(provider.identities.compactMap(\.identity) == identities)
        #expect(provider.apply(.remove, [identities[0]]) == .done)
        #expect(provider.identities.compactMap(\.identity) == [identities[1]])
    }

    private static func identity(id: UInt8 = 1) throws -> CredentialIdentity {
        try #require(
            CredentialIdentity(
                .passkey, service: "example.com", serviceKind: .domain, user: "ann",
                passkey: PasskeyReference(credentialID: [id], userHandle: [2])))
    }

    private static func order() throws -> PasskeyOrder {
        let identity = try Self.identity()
        return try #require(PasskeyOrder(identity: identity, clientDataHash: [UInt8](repeating: 3, count: 32)))
    }

    /// The ceremony of a list of passkeys and passwords, after its view is ready.
    private static func listing(allowing allowed: [[UInt8]] = []) throws -> ProviderCeremony {
        let order = try #require(
            PasskeyListOrder(
                relyingParty: "example.com", clientDataHash: [UInt8](repeating: 3, count: 32), allowedCredentials: allowed))
        #expect(
            ProviderCeremony(.choiceWithPasskeys([], order), canPresent: false).step == .ended(.failed(.noticed(.needsScreen))))
        var ceremony = ProviderCeremony(.choiceWithPasskeys([], order), canPresent: true)
        #expect(ceremony.step == .deliver(.listWithPasskeys([], order)))
        ceremony.receiveDelivery(true)
        ceremony.receive(.report(.isPrepared))
        ceremony.receivePresented(true)
        return ceremony
    }

    private static func asked(canPresent: Bool = true) throws -> ProviderCeremony {
        var ceremony = ProviderCeremony(.passkey(try order()), canPresent: canPresent)
        #expect(ceremony.step == .deliver(.providePasskey(try order())))
        ceremony.receiveDelivery(true)
        #expect(ceremony.step == .listen(.silently))
        return ceremony
    }
}
