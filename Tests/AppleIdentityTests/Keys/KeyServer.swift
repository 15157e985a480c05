import AppleIdentity
import Foundation
import JSONText
import Synchronization
import TestKit

/// Apple's key endpoint with scripted responses, and a clock that is stopped until it is moved.
final class KeyServer: AppleTransport {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_760_000_000)
        var answer: Answer
        var fetches: [Date] = []
        var requests: [AppleRequest] = []
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    enum Answer {
        case keys([TokenSigner])
        case response(Int, String)
        case failure
    }

    struct Unreachable: Error {}

    private let state: Mutex<State>
    private let fetchCount = Watched(0)
    private let clockReadings = Watched(0)

    init(_ signers: TokenSigner...) {
        state = Mutex(State(answer: .keys(signers)))
    }

    /// The times of the fetches.
    var fetches: [Date] { state.withLock { $0.fetches } }

    var requests: [AppleRequest] { state.withLock { $0.requests } }

    var now: Date { state.withLock { $0.now } }

    var clock: @Sendable () -> Date {
        {
            self.clockReadings.change { $0 += 1 }
            return self.now
        }
    }

    func cache(
        _ policy: KeyCachePolicy = KeyCachePolicy(), keep: (@Sendable (_ record: [UInt8]) async -> Void)? = nil
    ) -> AppleKeyCache {
        AppleKeyCache(transport: self, policy: policy, clock: clock, keep: keep)
    }

    func advance(_ seconds: TimeInterval) {
        state.withLock { $0.now.addTimeInterval(seconds) }
    }

    func answer(_ answer: Answer) {
        state.withLock { $0.answer = answer }
    }

    /// Blocks fetches until ``release()``.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    func release() {
        let waiting = state.withLock { state in
            defer { (state.isHeld, state.waiting) = (false, []) }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    func send(_ request: AppleRequest) async throws -> AppleResponse {
        // The response has the keys at the time of the request, however long it takes.
        let answer = state.withLock { state in
            state.fetches.append(state.now)
            state.requests.append(request)
            return state.answer
        }
        fetchCount.change { $0 += 1 }
        await withCheckedContinuation { continuation in
            let passes = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                return !state.isHeld
            }
            if passes { continuation.resume() }
        }
        switch answer {
        case .keys(let signers): return AppleResponse(status: 200, body: keySetText(signers.map(\.jwk)))
        case .response(let status, let body): return AppleResponse(status: status, body: Array(body.utf8))
        case .failure: throw Unreachable()
        }
    }

    /// Waits for a number of fetches.
    func reached(_ count: Int) async {
        await fetchCount.until { $0 >= count }
    }

    /// Waits until the clock was read this many times. Each caller of a cache reads it once before it joins a fetch.
    func clockWasRead(_ count: Int) async {
        await clockReadings.until { $0 >= count }
    }
}

extension AppleKeyCache {
    /// The error for a token with this key; nil if it is accepted.
    func rejection(_ signer: TokenSigner) async throws -> AppleIdentityError? {
        let jws = try CompactJWS(signer.sign(header: signer.header, payload: Array("{}".utf8)))
        do {
            _ = try await verify(jws)
            return nil
        } catch {
            return error
        }
    }
}

extension TokenSigner {
    /// A key with this name that is fast to create.
    static func quick(_ keyID: String) -> TokenSigner { p256.named(keyID) }
}
