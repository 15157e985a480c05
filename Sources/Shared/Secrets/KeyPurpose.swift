/// What a subkey is for. Keys of different purposes are unrelated: a value sealed for one does not open under another.
///
/// Each user of a ``MasterKey`` declares its own:
/// ```swift
/// extension KeyPurpose { static let signingKeys = KeyPurpose("access-token-signing-keys") }
/// ```
/// The name is written into nothing but the derivation. Changing it makes everything sealed before unreadable.
package struct KeyPurpose: Hashable, Sendable {
    /// The name in the derivation.
    package let name: String

    /// A purpose known when the program is compiled; a name from outside cannot become one.
    package init(_ name: StaticString) {
        self.name = name.description
    }
}
