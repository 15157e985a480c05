public import FoundationEssentials

/// That Apple accepted a request to revoke a token.
///
/// It is no proof that anything was revoked: Apple answers the same to a token that was revoked before, and reportedly to any text
/// whatsoever. That a revocation worked shows at the next sign-in, when Apple asks for the name and e-mail address again.
public struct AcceptedRevocation: Sendable, Hashable {
    /// When it was accepted, by this machine's clock.
    public let acceptedAt: Date
}
