package import Secrets

/// Runs the ceremonies of Sign in with Apple over the account domain and the keys that seal Apple's tokens.
///
/// The caller verifies Apple's token and passes an ``AppleIdentityAssertion``. The service never contacts Apple: it stores the
/// required requests as jobs, which ``AppleJobs`` performs.
package struct AppleAccountService: Sendable {
    package let accounts: AccountService
    let sealer: AppleTokenSealer
    /// The maximum number of identities of one team in an account.
    package let identityLimit: Int

    /// - Parameters:
    ///   - sealingKeys: keys for the purpose ``Secrets/KeyPurpose/appleTokens``.
    ///   - identityLimit: the maximum number of identities of one team in an account.
    package init(accounts: AccountService, sealingKeys: SealingKeys, identityLimit: Int = 1) {
        self.accounts = accounts
        self.identityLimit = identityLimit
        sealer = AppleTokenSealer(keys: sealingKeys, random: accounts.random)
    }

    var stores: any AccountStores { accounts.stores }
    var throttles: ThrottlePolicy { accounts.throttles }
    var random: any RandomBytes { accounts.random }

    func event(_ kind: AuditEventKind, _ account: AccountID?, by client: Client, at now: Timestamp) -> AuditEvent {
        accounts.event(kind, account, by: client, at: now)
    }
}

/// Limits on code exchanges before sign-in. Each exchange makes this server send a request on behalf of an unauthenticated client,
/// so it is charged first. It is refunded when Apple authenticates a user.
extension AppleAccountService {
    /// Admits one code exchange and charges it to the address. An exchange that comes neither from a session nor from a known
    /// device is also charged to a global budget. A flood from very many addresses then delays only unknown clients.
    ///
    /// - Parameter asker: the sender of the code.
    package func admitQuestion(by asker: AuthorizationCodeSender, from client: Client, now: Timestamp) async throws
        -> AppleQuestionOutcome
    {
        var charges = failureCharges(from: client)
        if try await !isKnown(asker, now: now) {
            charges.append(
                ThrottleCharge(key: accounts.budgetKeys.key(of: .appleFailures, from: nil), budget: throttles.appleFailuresInAll))
        }
        return switch try await stores.charge(charges, now: now) {
        case .exhausted(let retryAfter): .throttled(retryAfter: retryAfter)
        case .admitted: .admitted(AppleQuestion(charges: charges))
        }
    }

    /// Refunds a code exchange after Apple has authenticated a user. A failed request to Apple is not refunded; otherwise a client
    /// that makes Apple reject this server could send exchanges without limit.
    package func settle(_ question: AppleQuestion, now: Timestamp) async throws {
        try await stores.refund(question.charges, now: now)
    }

    private func isKnown(_ asker: AuthorizationCodeSender, now: Timestamp) async throws -> Bool {
        switch asker {
        case .session: true
        case .visitor(let deviceToken): try await accounts.knownDevice(deviceToken, now: now) != nil
        }
    }
}

/// The sender of an authorization code.
package enum AuthorizationCodeSender: Sendable {
    /// A client without a session.
    ///
    /// - `deviceToken`: the token from an earlier sign-in on this device.
    case visitor(deviceToken: OpaqueToken?)
    /// A client with a session.
    case session
}

/// Evidence that one code exchange has been charged. Only ``AppleAccountService/admitQuestion(by:from:now:)`` creates one.
package struct AppleQuestion: Sendable {
    let charges: [ThrottleCharge]
}

package enum AppleQuestionOutcome: Sendable {
    case admitted(AppleQuestion)
    case throttled(retryAfter: Duration)
}
