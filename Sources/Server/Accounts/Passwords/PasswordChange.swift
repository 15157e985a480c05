package import Secrets

/// A request of a signed-in person for another password. The right to change it comes from the current password, or from having
/// shown it within the last minutes. All other sessions and devices end with the change; this session gets a new token.
package struct PasswordChange: Sendable {
    package let new: Password
    package let proof: Proof
    package let client: Client

    /// The token that the session was presented with, for clients that cannot take a new one; nil for a new one.
    package let keptToken: OpaqueToken?

    package enum Proof: Sendable {
        case currentPassword(Password)
        /// Refused when the last authentication is too long ago.
        case recentAuthentication
    }

    package init(new: Password, proof: Proof, client: Client, keepingPresentedToken keptToken: OpaqueToken? = nil) {
        self.new = new
        self.proof = proof
        self.client = client
        self.keptToken = keptToken
    }

    /// When the password counts as last shown. A change without the current password does not prolong the time that the last
    /// authentication allows it for.
    func authenticatedAt(now: Timestamp, before: Timestamp) -> Timestamp {
        switch proof {
        case .currentPassword: now
        case .recentAuthentication: before
        }
    }

    /// What speaks against the new password.
    func refusals(by policy: PasswordPolicy, for userName: UserName?) -> [PasswordRefusal] {
        if case .currentPassword(let current) = proof, current.matches(new) { return [.unchanged] }
        return policy.refusals(of: new, for: userName)
    }
}

package enum PasswordChangeOutcome: Sendable {
    case changed(SignedIn)
    case refused([PasswordRefusal])
    case wrongCurrentPassword
    case reauthenticationRequired
    /// The account has a second factor, and none was shown within the last minutes. The password alone changes nothing there.
    case factorRequired
    case throttled(retryAfter: Duration)
    /// The password was changed elsewhere, or the session revoked, at the same moment. Nothing was changed here.
    case superseded
}
