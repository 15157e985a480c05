import Accounts
import AppleIdentity

/// Sign in with Apple as the API and the pages offer it: the domain's ceremonies, and the way to verify what they rest on.
struct AppleCeremonies: Sendable {
    let service: AppleAccountService
    let connection: AppleConnection
}

extension AppleCeremonies {
    /// Verifies what somebody brings from Apple, by the way that the configuration has chosen. Where Apple itself is asked, the question
    /// is paid for before and given back when Apple has vouched for somebody.
    ///
    /// - Parameters:
    ///   - nonce: what the token must carry.
    ///   - asker: who brings it.
    /// - Throws: a ``Problem``: 401 where Apple does not vouch for it, 429 where the address has asked too often in vain, 503 where
    ///   Apple cannot be asked; and what the store throws.
    func verify(
        _ proof: AppleProof, nonce: ExpectedNonce, by asker: AppleAsker, from client: Client
    ) async throws -> VerifiedAppleProof {
        switch connection.verification {
        case .identityToken: return try await connection.verifyToken(proof, nonce: nonce)
        case .authorizationCode:
            switch try await service.admitQuestion(by: asker, from: client, now: connection.now()) {
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .admitted(let question):
                let verified = try await verifyCode(proof, nonce: nonce, as: question)
                try await service.settle(question, now: connection.now())
                return verified
            }
        }
    }

    private func verifyCode(
        _ proof: AppleProof, nonce: ExpectedNonce, as question: AppleQuestion
    ) async throws -> VerifiedAppleProof {
        let told = try await connection.identityBesideCode(of: proof, nonce: nonce)
        // A web attempt is spent by now, and Apple will not tell the name again, whatever becomes of the question.
        if proof.flow == .web, let told {
            try await service.keepName(of: try connection.assertion(told, name: proof.name), now: connection.now())
        }
        return try await connection.verifyCode(proof, beside: told, nonce: nonce, as: question)
    }
}
