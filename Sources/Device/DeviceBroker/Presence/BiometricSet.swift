/// Which fingers or faces are enrolled, as a number that only grows: it is another one after every enrolment and every removal.
package struct BiometricSet: Hashable, Sendable {
    package let generation: UInt64

    /// A set that no match is of: for while it cannot be said which one it is.
    static let unknown = BiometricSet(generation: .max)

    package init(generation: UInt64) {
        self.generation = generation
    }
}
