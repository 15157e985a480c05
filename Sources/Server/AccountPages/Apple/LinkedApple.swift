/// What the account page says of Sign in with Apple, in a row: an Apple Account that is linked, or that one can be.
package enum LinkedApple: Hashable, Sendable {
    /// The account has no Apple identity.
    case none
    /// The account has one, and may have one more.
    case another
    /// - Parameters:
    ///   - id: of the identity.
    ///   - email: what Apple told, if anything.
    ///   - isPrivate: whether that is a relay address.
    ///   - isDeliverable: whether mail to it arrives.
    ///   - canBeUnlinked: whether another credential is left then.
    case linked(id: String, email: String?, isPrivate: Bool, isDeliverable: Bool, canBeUnlinked: Bool)

    /// Whether it is an Apple Account that is linked.
    package var isLinked: Bool {
        if case .linked = self { true } else { false }
    }
}
