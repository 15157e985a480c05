import Accounts
import AppleIdentity
import Crypto
import Synchronization
import Traces

/// The requests that brought authorization codes. A job exchanges a code later, and its steps belong to the trace of that request.
///
/// It has a digest of each code, and only codes of recorded requests: in memory, so an exchange after a restart is not recorded.
final class TracedCodes: Sendable {
    private struct Entry {
        let code: SHA256.Digest
        let request: TraceSpan
    }

    /// The newest last.
    private let entries = Mutex<[Entry]>([])

    /// Remembers the current request of a code that a job will exchange.
    func remember(_ code: AppleAuthorizationCode) {
        guard let request = TraceSpan.current else { return }
        let entry = Entry(code: Self.digest(of: code), request: request)
        entries.withLock { entries in
            entries.append(entry)
            if entries.count > Self.limit { entries.removeFirst() }
        }
    }

    /// Returns the request that brought a code; nil if it was not recorded, or is no longer known. A retry of the exchange finds it
    /// too.
    func request(of code: AppleAuthorizationCode) -> TraceSpan? {
        let digest = Self.digest(of: code)
        return entries.withLock { $0.last { $0.code == digest }?.request }
    }

    private static func digest(of code: AppleAuthorizationCode) -> SHA256.Digest { SHA256.hash(data: Array(code.reveal().utf8)) }

    /// The maximum number of codes. A code lives for five minutes.
    static let limit = 64
}

extension TraceSpan {
    /// Performs the redemption of an authorization code as a step below this one. Its requests to Apple are steps below it.
    func redemption<Value: Sendable>(
        by client: AppleClientID, _ redeem: () async -> Result<Value, AppleIdentityError>
    ) async -> Result<Value, AppleIdentityError> {
        let span = child(.redemption, in: .server, [.client: client.text])
        let result = await TraceSpan.$current.withValue(span) { await redeem() }
        switch result {
        case .success: span.end()
        case .failure(let error): span.end(.failed(error.reason))
        }
        return result
    }
}
