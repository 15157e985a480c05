import Accounts
public import FoundationEssentials
public import Hummingbird
import Secrets

/// Evidence that a request came from somebody who is signed in. Only ``Latchkey`` makes one.
public struct SignedInPerson: Sendable {
    let active: ActiveSession
    let token: OpaqueToken

    /// What names the account for ever.
    public var accountID: UUID { active.account.id.uuid }

    /// The user name as its owner typed it; nil for an account that began with Apple and has been given none.
    public var userName: String? { active.account.userName?.text }
}

/// A session just opened: hand the token to the client, which shows it as `Authorization: Bearer`.
public struct OpenedSession: Sendable {
    /// Who signed in.
    public let person: SignedInPerson
    /// When the session ends unless it is used.
    public let expiresAt: Date

    init(_ signedIn: SignedIn) {
        person = SignedInPerson(active: signedIn.active, token: signedIn.token)
        expiresAt = Date(timeIntervalSince1970: Double(signedIn.active.session.expiry.end.milliseconds) / 1_000)
    }

    /// The token, 43 characters. Whoever has it is signed in.
    public func revealToken() -> String { person.token.reveal() }
}

/// A request context that knows who is signed in.
public protocol SignedInRequestContext: RequestContext, RemoteAddressRequestContext {
    /// Set by ``Latchkey/requireSignIn(as:)``; nil before.
    var person: SignedInPerson? { get set }
}

extension SignedInRequestContext {
    /// The signed-in person; throws 401 on a route that ``Latchkey/requireSignIn(as:)`` does not guard.
    public func requirePerson() throws -> SignedInPerson {
        guard let person else { throw HTTPError(.unauthorized) }
        return person
    }
}

extension Identifier {
    /// The same sixteen octets as a UUID.
    var uuid: UUID {
        UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }
}
