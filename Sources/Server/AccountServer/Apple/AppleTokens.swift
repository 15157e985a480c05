import Accounts
import AppleIdentity
import FoundationEssentials
import Logging
import Traces

/// The requests to Apple's token service for the domain's jobs.
///
/// An error that this service may have caused counts as `unavailable`, so that it never ends a user's consent. The log has
/// Apple's error.
struct AppleTokens: AppleTokenService {
    let connection: AppleConnection
    let logger: Logger

    func exchange(_ code: AppleAuthorizationCode, for client: AppleClientID) async -> AppleExchangeOutcome {
        guard let apple = connection.client(client), let origin = connection.origin(of: code.flow),
            let wireCode = AuthorizationCode(code.reveal())
        else { return .unavailable(retryAfter: nil) }
        let request = connection.tracedCodes.request(of: code)
        let tokens: ExchangedTokens
        do throws(AppleIdentityError) {
            tokens = try await connection.exchange(wireCode, from: origin, by: apple, below: request)
        } catch {
            note(error)
            return error.isRejection(.invalidGrant) ? .rejected : .unavailable(retryAfter: error.retryAfter)
        }
        let span = request?.child(.verification, in: .server, [.client: client.text])
        let identityToken = tokens.identityToken.reveal()
        do throws(AppleIdentityError) {
            // The sign-in already used the nonce. The token comes directly from Apple's token endpoint, so it belongs to the code.
            let verifier = IdentityTokenVerifier(policy: try TokenPolicy(audiences: ClientIDs([client.text])))
            let identity = try await verifier.verify(
                identityToken, with: await connection.keys, nonce: .unchecked, now: now)
            span?.add(TracedVerification.checks(of: identityToken, nil, hasNonce: false))
            guard identity.checkAccessToken(tokens.accessToken.reveal()) != .differs else {
                logger.warning("at_hash mismatch in token response")
                span?.end(.failed("at_hash mismatch in token response"))
                return .rejected
            }
            span?.end()
            guard let subject = AppleSubject(identity.subject), let token = AppleRefreshToken(tokens.refreshToken.reveal()) else {
                return .rejected
            }
            return .exchanged(token, AppleIdentityKey(team: connection.team, subject: subject))
        } catch {
            span?.add(TracedVerification.checks(of: identityToken, error, hasNonce: false))
            span?.end(.failed(error.reason))
            // The code is used up, so a retry would fail.
            logger.warning(
                "identity token of exchange rejected", metadata: ["code": "\(error.code)", "reason": "\(error)"])
            return .rejected
        }
    }

    func check(_ token: AppleRefreshToken, for client: AppleClientID) async -> AppleCheckOutcome {
        // The domain's schedule ensures that a day has passed since the last check.
        guard let apple = connection.client(client), let wireToken = RefreshToken(token.reveal()),
            let permission = RefreshTokenSchedule(lastCheckedAt: nil).permission(for: wireToken, now: now)
        else { return .unavailable(retryAfter: nil) }
        switch await apple.check(permission, now: now).outcome {
        case .valid: return .valid
        case .invalid: return .revoked
        case .undecided(let error):
            note(error)
            return .unavailable(retryAfter: error.retryAfter)
        }
    }

    func revoke(_ token: AppleRefreshToken, for client: AppleClientID) async -> AppleRevocationOutcome {
        guard let apple = connection.client(client), let wireToken = RefreshToken(token.reveal()) else {
            return .unavailable(retryAfter: nil)
        }
        do throws(AppleIdentityError) {
            _ = try await apple.revoke(wireToken, now: now)
            return .revoked
        } catch {
            note(error)
            // Apple does not know the token, so it can no longer be used.
            return error.isRejection(.invalidGrant) ? .revoked : .unavailable(retryAfter: error.retryAfter)
        }
    }

    private var now: Date { Date(connection.now()) }

    private func note(_ error: AppleIdentityError) {
        logger.warning(
            "Apple request failed",
            metadata: ["operation": "\(error.call?.operation.rawValue ?? "")", "reason": "\(error)"])
    }
}

extension AppleIdentityError {
    fileprivate var retryAfter: Duration? { retryAfterSeconds.map { .seconds($0) } }
}
