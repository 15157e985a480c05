package import FoundationEssentials
package import Secrets
import Synchronization

/// Admits the user who started a server on this machine, and no other user of the machine.
///
/// Loopback separates machines, not users: every user of a machine can connect to 127.0.0.1. A browser is therefore authenticated
/// by a session, which it receives in exchange for a one-time token. A program is authenticated by a bearer token that only the
/// user can read. The server keeps only digests of tokens and sessions in memory.
package final class LocalAccess: Sendable {
    /// The validity of a one-time token in seconds.
    package static let tokenLifetime: TimeInterval = 600
    /// The maximum number of pending one-time tokens, and of sessions. The oldest is dropped.
    package static let limit = 100

    private struct State {
        var tokens: [(digest: TokenDigest, expiresAt: Date)] = []
        var sessions: [TokenDigest] = []
    }

    /// The name of the session cookie. It contains the port, because browsers send the cookies of a host to all its ports.
    package let cookieName: String

    private let bearer: TokenDigest
    private let random: any RandomBytes
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// Creates the access control of a server, or of several servers that were started together.
    ///
    /// - Parameters:
    ///   - port: The port in the cookie's name. No other server on this machine may use it.
    ///   - bearer: The bearer token for programs.
    package init(port: Int, bearer: OpaqueToken, random: some RandomBytes, now: @escaping @Sendable () -> Date) {
        cookieName = "latchkey-\(port)"
        self.bearer = bearer.digest
        self.random = random
        self.now = now
    }

    /// Returns a new one-time token.
    package func newToken() -> OpaqueToken {
        let token = OpaqueToken(random: random)
        let expiresAt = now().addingTimeInterval(Self.tokenLifetime)
        state.withLock { state in
            state.tokens.append((token.digest, expiresAt))
            if state.tokens.count > Self.limit { state.tokens.removeFirst() }
        }
        return token
    }

    /// Exchanges a one-time token for a session. Returns nil for a token that is unknown, used or expired.
    package func exchange(_ token: OpaqueToken) -> OpaqueToken? {
        let session = OpaqueToken(random: random)
        let now = now()
        return state.withLock { state in
            guard let index = state.tokens.firstIndex(where: { Self.isSame($0.digest, token.digest) }),
                state.tokens.remove(at: index).expiresAt > now
            else { return nil }
            state.sessions.append(session.digest)
            if state.sessions.count > Self.limit { state.sessions.removeFirst() }
            return session
        }
    }

    /// Returns whether a browser with this session is admitted. A session is valid until the server ends, or until ``limit`` later
    /// sessions have displaced it.
    package func admits(session: OpaqueToken) -> Bool {
        state.withLock { state in state.sessions.contains { Self.isSame($0, session.digest) } }
    }

    /// Returns whether a program with this bearer token is admitted.
    package func admits(bearer: OpaqueToken) -> Bool {
        Self.isSame(self.bearer, bearer.digest)
    }

    private static func isSame(_ one: TokenDigest, _ other: TokenDigest) -> Bool {
        constantTimeEquals(one.bytes, other.bytes)
    }
}
