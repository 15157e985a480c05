/// What the account page says of Sign in with Apple.
package enum LinkedApple: Hashable, Sendable {
    /// It is on, and the account has no Apple identity.
    case none
    /// - Parameters:
    ///   - email: what Apple told, if anything.
    ///   - isPrivate: whether that is a relay address.
    ///   - isDeliverable: whether mail to it arrives.
    ///   - canBeUnlinked: whether another credential is left then.
    case linked(email: String?, isPrivate: Bool, isDeliverable: Bool, canBeUnlinked: Bool)
}
