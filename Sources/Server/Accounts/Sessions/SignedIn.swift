package import Secrets

/// A session just opened or renewed, with the tokens that are shown this once.
package struct SignedIn: Sendable {
    package let active: ActiveSession
    package let token: OpaqueToken
    /// Given at every sign-in; nil where only the session's token was renewed.
    package let deviceToken: OpaqueToken?

    init(active: ActiveSession, token: OpaqueToken, deviceToken: OpaqueToken?) {
        self.active = active
        self.token = token
        self.deviceToken = deviceToken
    }
}
