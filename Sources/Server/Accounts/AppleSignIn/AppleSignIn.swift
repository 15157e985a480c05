package import Secrets

/// A request to sign in with Apple, verified.
///
/// The ceremony: the challenge is taken back, or the web attempt is finished; a known identity opens a session of its account; an
/// unknown one gets an account of its own, without user name and password, and never anybody else's, whatever e-mail address
/// Apple tells; an identity that the app's former team announced is moved. Whoever loses a race to another request of the same
/// identity signs in to the account that the other made.
package struct AppleSignIn: Sendable {
    package let assertion: AppleIdentityAssertion
    package let grant: AppleGrant
    package let deviceToken: OpaqueToken?
    package let client: Client

    /// - Parameter deviceToken: what an earlier sign-in on this device was given.
    package init(assertion: AppleIdentityAssertion, grant: AppleGrant, deviceToken: OpaqueToken?, client: Client) {
        self.assertion = assertion
        self.grant = grant
        self.deviceToken = deviceToken
        self.client = client
    }
}

package enum AppleSignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// A new account, signed in.
    case registered(SignedIn)
    /// Apple vouches for the person, and the account has a second factor that is to be shown.
    case factorRequired(FactorChallenge)
    /// The nonce is of no challenge that could be answered now.
    case challengeRefused
    /// Apple told since that consent has ended. Signing in again gives it anew.
    case outdated
    case throttled(retryAfter: Duration)
}

/// All that a store writes of an Apple identity, in one step, when Apple has vouched for it.
package struct AppleVouching: Sendable {
    /// Of the identity as it is known, or for one about to be.
    package let id: AppleIdentityID
    package let assertion: AppleIdentityAssertion
    package let grant: SealedAppleGrant
    /// How many identities of this team an account may hold: one that holds as many takes no further one.
    package let limit: Int
    package let at: Timestamp

    package init(
        id: AppleIdentityID, assertion: AppleIdentityAssertion, grant: SealedAppleGrant, limit: Int = 1, at now: Timestamp
    ) {
        self.id = id
        self.assertion = assertion
        self.grant = grant
        self.limit = limit
        at = now
    }
}
