package import Secrets

/// Sign in with Apple in operation: the ceremonies that an Apple identity takes part in, over the account domain and the keys that seal
/// Apple's tokens.
///
/// Whoever calls it has verified what Apple said and gives an ``AppleIdentityAssertion``. It never asks Apple anything itself: what
/// must be asked is written down as a job, which ``AppleJobs`` performs.
package struct AppleAccountService: Sendable {
    package let accounts: AccountService
    let sealer: AppleTokenSealer
    /// How many identities of one team an account may hold.
    package let identityLimit: Int

    /// - Parameters:
    ///   - sealingKeys: of the purpose ``Secrets/KeyPurpose/appleTokens``.
    ///   - identityLimit: how many identities of one team an account may hold.
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

/// Asking Apple about a code before anybody is signed in: each question is a request that a stranger makes this server send, so it is
/// paid for first and given back when Apple has vouched for somebody.
extension AppleAccountService {
    /// Admits one question, charged to the address. What comes neither from a session nor from a known device is charged to everybody
    /// too: a flood from very many addresses keeps strangers waiting, and nobody else.
    ///
    /// - Parameter asker: who brought the code.
    package func admitQuestion(by asker: AppleAsker, from client: Client, now: Timestamp) async throws -> AppleQuestionOutcome {
        var charges = failureCharges(from: client)
        if try await !isKnown(asker, now: now) {
            charges.append(ThrottleCharge(key: accounts.budgetKeys.allAppleFailures, budget: throttles.appleFailuresInAll))
        }
        return switch try await stores.charge(charges, now: now) {
        case .exhausted(let retryAfter): .throttled(retryAfter: retryAfter)
        case .admitted: .admitted(AppleQuestion(charges: charges))
        }
    }

    /// Gives a question back: Apple has vouched for somebody. An Apple that cannot be asked gives nothing back, or whoever makes it
    /// refuse this server could ask without end.
    package func settle(_ question: AppleQuestion, now: Timestamp) async throws {
        try await stores.refund(question.charges, now: now)
    }

    private func isKnown(_ asker: AppleAsker, now: Timestamp) async throws -> Bool {
        switch asker {
        case .session: true
        case .visitor(let deviceToken): try await accounts.knownDevice(deviceToken, now: now) != nil
        }
    }
}

/// Who brings a code.
package enum AppleAsker: Sendable {
    /// Nobody yet.
    ///
    /// - `deviceToken`: what an earlier sign-in on this device was given.
    case visitor(deviceToken: OpaqueToken?)
    /// Somebody who is signed in.
    case session
}

/// Evidence that one question to Apple has been paid for. Only ``AppleAccountService/admitQuestion(by:from:now:)`` makes one.
package struct AppleQuestion: Sendable {
    let charges: [ThrottleCharge]
}

package enum AppleQuestionOutcome: Sendable {
    case admitted(AppleQuestion)
    case throttled(retryAfter: Duration)
}
