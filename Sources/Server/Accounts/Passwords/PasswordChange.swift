package import Secrets

/// A request of a signed-in user for another password. The current password gives the right to change it, every time: a recent sign-in does
/// not. All other sessions and devices end with the change; this session gets a new token.
package struct PasswordChange: Sendable {
    package let new: Password
    package let current: Password
    package let client: Client

    /// The token that the session was presented with, for clients that cannot take a new one; nil for a new one.
    package let keptToken: OpaqueToken?

    package init(new: Password, current: Password, client: Client, keepingPresentedToken keptToken: OpaqueToken? = nil) {
        self.new = new
        self.current = current
        self.client = client
        self.keptToken = keptToken
    }

    /// What speaks against the new password.
    func refusals(by policy: PasswordPolicy, for userName: UserName?) -> [PasswordRefusal] {
        current.matches(new) ? [.unchanged] : policy.refusals(of: new, for: userName)
    }
}

package enum PasswordChangeOutcome: Sendable {
    case changed(SignedIn)
    case refused([PasswordRefusal])
    case wrongCurrentPassword
    /// The account has no password: it is to be set, not changed.
    case noPassword
    /// The account has a second factor, and none was shown within the last minutes. The password alone changes nothing there.
    case factorRequired
    case throttled(retryAfter: Duration)
    /// The password was changed elsewhere, or the session revoked, at the same moment. Nothing was changed here.
    case superseded
}
