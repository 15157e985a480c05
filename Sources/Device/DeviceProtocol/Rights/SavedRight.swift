/// A right as it stands in the store: its requirement never changes, nor do its key and its secret.
package struct SavedRight: WireValue, Hashable, Sendable {
    package let requirement: RightRequirement
    package let publicKey: P256PublicKey
    package let hasSecret: Bool

    package init(requirement: RightRequirement, publicKey: P256PublicKey, hasSecret: Bool) {
        self.requirement = requirement
        self.publicKey = publicKey
        self.hasSecret = hasSecret
    }

    package init(from reader: inout WireReader) throws(WireError) {
        requirement = try reader.value()
        publicKey = try reader.value()
        hasSecret = try reader.flag()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(requirement)
        writer.value(publicKey)
        writer.flag(hasSecret)
    }
}
