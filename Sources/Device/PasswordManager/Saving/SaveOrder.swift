/// What is to be written.
package struct SaveOrder: Hashable, Sendable {
    package let id: CredentialID
    package let password: PrivateText
}
