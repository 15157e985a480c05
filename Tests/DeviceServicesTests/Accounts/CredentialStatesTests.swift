import DeviceBroker
import DeviceProtocol
import Dispatch
import Synchronization
import Testing
import WebClient

@testable import DeviceServices

@Suite("The credential state of a user") struct CredentialStatesTests {
    private typealias Answer = Result<CredentialStateOutcome, DeviceError>

    @Test("is the service's state, which is remembered")
    func said() async throws {
        let memory = try Self.memory()
        let cancellation = PromptCancellationToken()
        #expect(await Self.state(memory, 200, #"{"state":"authorized"}"#, until: cancellation) == .success(.state(.authorized)))
        #expect(cancellation.watchCount == 0)
        #expect(memory.current.consents.map(\.isRevoked) == [false])
        #expect(await Self.state(memory, 200, #"{"state":"revoked"}"#) == .success(.state(.revoked)))
        #expect(memory.current.consents.map(\.isRevoked) == [true])
    }

    @Test("is the remembered state while the service fails or is unreachable", arguments: [500, 503])
    func unreachable(status: Int) async throws {
        let memory = try Self.memory()
        #expect(await Self.state(memory, status, "") == .success(.state(.authorized)))
        let states = CredentialStates(memory: memory, revocations: RevocationNotifier(memory: memory), service: nil)
        #expect(try states.state(of: "user", for: Self.app, until: PromptCancellationToken()) == .state(.authorized))
    }

    @Test(
        "is an error if the service responds otherwise, and nothing is recorded",
        arguments: [
            (200, "<html>", AuthorizationFailure.invalidResponse), (200, #"{"state":"odd"}"#, .invalidResponse),
            (404, "<html>", .invalidResponse),
            (409, #"{"error":{"code":"unknownClient"}}"#, .unknown), (409, #"{"error":{"code":"accountLocked"}}"#, .unknown),
            (403, #"{"error":{"code":"forbidden"}}"#, .unknown),
        ])
    func noAnswer(status: Int, body: String, code: AuthorizationFailure) async throws {
        let memory = try Self.memory()
        guard case .success(.rejected(let rejection)) = await Self.state(memory, status, body) else {
            Issue.record("the service's answer was taken for one")
            return
        }
        #expect(rejection.code == code)
        #expect(memory.current.consents.map(\.isRevoked) == [false])
    }

    @Test("is not returned for a cancelled request")
    func cancelled() async throws {
        let cancellation = PromptCancellationToken()
        cancellation.cancel()
        let answer = await Self.state(try Self.memory(), 200, #"{"state":"authorized"}"#, until: cancellation)
        #expect(answer == .failure(.authentication(.appCancel)))
    }

    @Test("is an error if a revocation cannot be stored, because the remembered state would differ later")
    func unwritable() async throws {
        let store = FullStore()
        let memory = try Self.memory(store)
        store.isFull.withLock { $0 = true }
        let answer = await Self.state(memory, 200, #"{"state":"revoked"}"#)
        #expect(answer == .failure(.unavailable("the store is full")))
    }

    private static let app = AppleClient(team: "TEAM", bundle: "com.example.juice")

    private static func memory(_ store: any ServicesStore = VolatileServicesStore()) throws -> ServicesMemory {
        let memory = try ServicesMemory(store: store)
        let account = try #require(AppleAccount(rawValue: "jane"))
        try memory.change { state in
            state.account = account
            state.remember(RememberedConsent(account: account, client: app, user: "user"))
        }
        return memory
    }

    /// On its own thread, as in the broker.
    private static func state(
        _ memory: ServicesMemory, _ status: Int, _ body: String,
        until cancellation: PromptCancellationToken = PromptCancellationToken()
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "test").async {
                let service = try? AppleServiceClient(
                    transport: OneAnswer(status: status, body: body), base: "http://localhost")
                let states = CredentialStates(memory: memory, revocations: RevocationNotifier(memory: memory), service: service)
                continuation.resume(
                    returning: Result { () throws(DeviceError) in
                        try states.state(of: "user", for: app, until: cancellation)
                    })
            }
        }
    }
}
