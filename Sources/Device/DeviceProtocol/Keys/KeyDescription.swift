/// A key of the enclave as an app knows it.
package struct KeyDescription: WireValue, Hashable, Sendable {
    package let reference: KeyReference
    package let publicKey: P256PublicKey
    package let accessControl: AccessControl

    package init(reference: KeyReference, publicKey: P256PublicKey, accessControl: AccessControl) {
        self.reference = reference
        self.publicKey = publicKey
        self.accessControl = accessControl
    }

    package init(from reader: inout WireReader) throws(WireError) {
        reference = try reader.value()
        publicKey = try reader.value()
        accessControl = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(reference)
        writer.value(publicKey)
        writer.value(accessControl)
    }
}
