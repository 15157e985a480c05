import Accounts
import Synchronization
import Testing

/// A fake of Apple that responds as a test defines and records the requests. By default, codes are exchanged for `refresh-CODE`
/// of Anna.
final class FakeApple: AppleTokenService {
    private struct State {
        var exchange: @Sendable (String) throws -> AppleExchangeOutcome = { code in
            .exchanged(try #require(AppleRefreshToken("refresh-\(code)")), try AppleBench.key())
        }
        var check = AppleCheckOutcome.valid
        var revocation = AppleRevocationOutcome.revoked
        var asked: [String] = []
        var interruption: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    /// The requests in order: the operation, the secret and the client.
    var asked: [String] { state.withLock { $0.asked } }

    func answerExchange(_ answer: @escaping @Sendable (String) throws -> AppleExchangeOutcome) {
        state.withLock { $0.exchange = answer }
    }

    func answerCheck(_ answer: AppleCheckOutcome) { state.withLock { $0.check = answer } }
    func answerRevocation(_ answer: AppleRevocationOutcome) { state.withLock { $0.revocation = answer } }

    /// Runs `interruption` once, during the next request.
    func duringAnswer(_ interruption: @escaping @Sendable () async -> Void) {
        state.withLock { $0.interruption = interruption }
    }

    func exchange(_ code: AppleAuthorizationCode, for client: AppleClientID) async -> AppleExchangeOutcome {
        await ask("exchange \(code.reveal()) \(code.flow) \(client)")
        return (try? state.withLock { $0.exchange }(code.reveal())) ?? .rejected
    }

    func check(_ token: AppleRefreshToken, for client: AppleClientID) async -> AppleCheckOutcome {
        await ask("check \(token.reveal()) \(client)")
        return state.withLock { $0.check }
    }

    func revoke(_ token: AppleRefreshToken, for client: AppleClientID) async -> AppleRevocationOutcome {
        await ask("revoke \(token.reveal()) \(client)")
        return state.withLock { $0.revocation }
    }

    private func ask(_ question: String) async {
        let interruption = state.withLock { state in
            state.asked.append(question)
            defer { state.interruption = nil }
            return state.interruption
        }
        await interruption?()
    }
}
