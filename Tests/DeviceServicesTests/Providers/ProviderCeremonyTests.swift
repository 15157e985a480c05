import DeviceProtocol
import Testing

@testable import DeviceServices

@Suite("A request to a credential provider") struct ProviderCeremonyTests {
    static let unrequested = ProviderOutcome.failed(.noticed(.unrequested))

    @Test("ends with the password that the provider returns")
    func silent() throws {
        var ceremony = try Self.asked(.password)
        ceremony.receive(.report(.password(Self.grant)))
        #expect(ceremony.step == .ended(.password(Self.grant)))
    }

    @Test("is repeated once with a view if the provider needs the user")
    func interaction() throws {
        var ceremony = try Self.asked(.password)
        ceremony.receive(.report(.gaveUp(ModificationFailure(.userInteractionRequired))))
        #expect(ceremony.step == .deliver(.prepare(try Self.identity(.password))))
        ceremony.receiveDelivery(true)
        #expect(ceremony.step == .listen(.preparing))
        ceremony.receive(.report(.isPrepared))
        #expect(ceremony.step == .present)
        ceremony.receivePresented(true)
        #expect(ceremony.step == .listen(.showing))
        ceremony.receive(.report(.gaveUp(ModificationFailure(.userInteractionRequired))))
        #expect(ceremony.step == .ended(.failed(.noticed(.noReason))))
    }

    @Test("shows no view without a screen")
    func noScreen() throws {
        var ceremony = try Self.asked(.password, canPresent: false)
        ceremony.receive(.report(.gaveUp(ModificationFailure(.userInteractionRequired))))
        #expect(ceremony.step == .ended(.failed(.noticed(.needsScreen))))
        let list = ProviderCeremony(.choice(.password, []), canPresent: false)
        #expect(list.step == .ended(.failed(.noticed(.needsScreen))))
    }

    @Test(
        "ends without a credential",
        arguments: [
            (ProviderEvent.gone, ProviderOutcome.failed(.noticed(.endedEarly))),
            (.timedOut, .failed(.noticed(.timedOut))),
            (.cancelled, .cancelled), (.requestEnded, .cancelled),
            (.report(.gaveUp(ModificationFailure(.userCanceled))), .cancelled),
            (.report(.gaveUp(ModificationFailure(.failed, "The vault is locked."))), .failed(.stated("The vault is locked."))),
            (
                .report(.gaveUp(ModificationFailure(.credentialIdentityNotFound))),
                .failed(.noticed(.unknownCredential))
            ),
            (.report(.gaveUp(ModificationFailure(.failed))), .failed(.noticed(.noReason))),
            (.report(.oneTimeCode("123456")), ProviderCeremonyTests.unrequested),
            (.report(.isConfigured), ProviderCeremonyTests.unrequested),
            (.report(.password(PasswordGrant(user: "ann", password: ""))), ProviderCeremonyTests.unrequested),
        ])
    func ends(event: ProviderEvent, outcome: ProviderOutcome) throws {
        var ceremony = try Self.asked(.password)
        ceremony.receive(event)
        #expect(ceremony.step == .ended(outcome))
    }

    @Test("accepts a code only if a code was requested", arguments: CredentialIdentity.Kind.allCases)
    func kinds(kind: CredentialIdentity.Kind) throws {
        var ceremony = try Self.asked(kind)
        ceremony.receive(.report(.oneTimeCode("123456")))
        #expect(ceremony.step == .ended(kind == .oneTimeCode ? .oneTimeCode("123456") : Self.unrequested))
    }

    @Test("ends if the provider sends too many reports")
    func talkative() throws {
        var ceremony = try Self.asked(.password)
        for _ in 0..<ProviderCeremony.maximumReports {
            ceremony.receive(.report(.isPrepared))
            #expect(ceremony.step == .listen(.silently))
        }
        ceremony.receive(.report(.isPrepared))
        #expect(ceremony.step == .ended(.failed(.noticed(.tooManyReports))))
    }

    @Test("for a choice starts with a view and names no more services than the limit")
    func choice() throws {
        let service = try #require(ServiceName("example.com", .domain))
        let many = [ServiceName](repeating: service, count: ProviderOrder.maximumServices + 1)
        let ceremony = ProviderCeremony(.choice(.password, many), canPresent: true)
        #expect(ceremony.step == .deliver(.list(.password, Array(many.dropLast()))))
    }

    @Test("waits 10 seconds for a silent provider, and indefinitely for a view")
    func limits() {
        #expect(ProviderListening.allCases.map(\.limit) == [10, 10, nil])
    }

    @Test("prints no part of a credential")
    func printing() {
        for outcome in [ProviderOutcome.password(Self.grant), .oneTimeCode("123456")] {
            var dumped = ""
            dump(outcome, to: &dumped)
            let text = "\(outcome) \(String(reflecting: outcome)) \(dumped)"
            for secret in ["ann", "hunter2", "123456"] { #expect(!text.contains(secret)) }
        }
    }

    static let grant = PasswordGrant(user: "ann", password: "hunter2")

    static func identity(_ kind: CredentialIdentity.Kind, _ user: String = "ann") throws -> CredentialIdentity {
        let passkey = kind == .passkey ? PasskeyReference(credentialID: [1], userHandle: [2]) : nil
        return try #require(
            CredentialIdentity(kind, service: "example.com", serviceKind: .domain, user: user, passkey: passkey))
    }

    private static func asked(_ kind: CredentialIdentity.Kind, canPresent: Bool = true) throws -> ProviderCeremony {
        var ceremony = ProviderCeremony(.credential(try identity(kind)), canPresent: canPresent)
        #expect(ceremony.step == .deliver(.provide(try identity(kind))))
        ceremony.receiveDelivery(true)
        #expect(ceremony.step == .listen(.silently))
        return ceremony
    }
}
