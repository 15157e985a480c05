/// Something that is wrong with a store. It names rows by their numbers, never by what is in them.
package struct StoreFinding: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The medium is damaged, or a row breaks a rule of the schema.
        case damage
        /// A row refers to a row that is not there.
        case danglingReference
        /// The schema is kept, but what the rows say together cannot be.
        case contradiction
        /// A sealed value does not open under the configured keys.
        case sealedValue
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
