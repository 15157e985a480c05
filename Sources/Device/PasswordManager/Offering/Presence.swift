/// What the person showed.
package enum Presence: Hashable, Sendable, CaseIterable {
    case confirmed
    /// They cancelled, or it was somebody else.
    case refused
}
