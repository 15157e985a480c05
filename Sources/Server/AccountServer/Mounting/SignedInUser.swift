import Accounts
public import FoundationEssentials
public import Hummingbird
import Secrets

/// Evidence that a signed-in user sent the request. Only ``Latchkey`` creates it.
public struct SignedInUser: Sendable {
    let active: ActiveSession
    let token: OpaqueToken

    /// The permanent identifier of the account.
    public var accountID: UUID { active.account.id.uuid }

    /// The user name as its owner typed it; nil for an account that was created with Apple and has no user name.
    public var userName: String? { active.account.userName?.text }
}

/// A new session. Send the token to the client, which presents it as `Authorization: Bearer`.
public struct OpenedSession: Sendable {
    /// The user who signed in.
    public let user: SignedInUser
    /// The time at which the session ends if it is not used.
    public let expiresAt: Date

    init(_ signedIn: SignedIn) {
        user = SignedInUser(active: signedIn.active, token: signedIn.token)
        expiresAt = Date(timeIntervalSince1970: Double(signedIn.active.session.expiry.end.milliseconds) / 1_000)
    }

    /// Returns the token, 43 characters. It is a credential of the user.
    public func revealToken() -> String { user.token.reveal() }
}

/// A request context with the signed-in user.
public protocol SignedInRequestContext: RequestContext, RemoteAddressRequestContext {
    /// The signed-in user, set by ``Latchkey/requireSignIn(as:)``; nil before.
    var user: SignedInUser? { get set }
}

extension SignedInRequestContext {
    /// Returns the signed-in user. Throws 401 on a route without ``Latchkey/requireSignIn(as:)``.
    public func requireUser() throws -> SignedInUser {
        guard let user else { throw HTTPError(.unauthorized) }
        return user
    }
}

extension Identifier {
    /// The same 16 bytes as a UUID.
    var uuid: UUID {
        UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }
}
