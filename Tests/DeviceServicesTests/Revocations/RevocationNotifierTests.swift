import DeviceBroker
import DeviceProtocol
import Testing

@testable import DeviceServices

@Suite("Waiting for revocations") struct RevocationNotifierTests {
    private let ownClient = AppleClient(team: "TEAM", bundle: "com.example.juice")
    private let other = AppleClient(team: "TEAM", bundle: "com.example.jam")

    @Test("reports each of an app's own revocations once")
    func own() throws {
        let memory = try ServicesMemory(store: VolatileServicesStore())
        let noticeQueue = RevocationNotifier(memory: memory)
        #expect(
            try noticeQueue.revocations(of: ownClient, after: nil, until: PromptCancellationToken())
                == Revocations(last: 0, count: 0))
        for client in [other, ownClient, other, ownClient, other] { try revoke(client, in: memory) }
        #expect(
            try noticeQueue.revocations(of: ownClient, after: 0, until: PromptCancellationToken()) == Revocations(last: 5, count: 2)
        )
        #expect(
            try noticeQueue.revocations(of: ownClient, after: 2, until: PromptCancellationToken()) == Revocations(last: 5, count: 1)
        )
        #expect(
            try noticeQueue.revocations(of: other, after: 4, until: PromptCancellationToken()) == Revocations(last: 5, count: 1))
    }

    @Test("ends when the app cancels it, and for all apps when the device is switched off")
    func ends() throws {
        let noticeQueue = RevocationNotifier(memory: try ServicesMemory(store: VolatileServicesStore()))
        let cancellation = PromptCancellationToken()
        cancellation.cancel()
        #expect(throws: DeviceError.authentication(.appCancel)) {
            try noticeQueue.revocations(of: ownClient, after: 0, until: cancellation)
        }
        noticeQueue.stop()
        #expect(throws: DeviceError.unavailable("the device is switched off")) {
            try noticeQueue.revocations(of: ownClient, after: 0, until: PromptCancellationToken())
        }
    }

    @Test("ends with a revocation") func wakes() async throws {
        let memory = try ServicesMemory(store: VolatileServicesStore())
        let noticeQueue = RevocationNotifier(memory: memory)
        let waiting = AwaitedRevocations(noticeQueue, ownClient)
        try revoke(other, in: memory)
        noticeQueue.wake()
        try revoke(ownClient, in: memory)
        noticeQueue.wake()
        #expect(await waiting.value == Revocations(last: 2, count: 1))
        // The app repeats the request in a context that lives as long as the app.
        #expect(waiting.cancellation.watchCount == 0)
    }

    private func revoke(_ client: AppleClient, in memory: ServicesMemory) throws {
        let account = try #require(AppleAccount(rawValue: "jane"))
        try memory.change { state in
            state.remember(RememberedConsent(account: account, client: client, user: "user"))
            state.revoke(account, client)
        }
    }
}
