import DeviceProtocol
import PasswordHashing

/// A key that stands nowhere: what the broker seals for the app that made it.
struct LooseKey: WireValue, Sendable {
    let blob: StoredBlob
    let publicKey: P256PublicKey
    let accessControl: AccessControl

    init(blob: StoredBlob, publicKey: P256PublicKey, accessControl: AccessControl) {
        self.blob = blob
        self.publicKey = publicKey
        self.accessControl = accessControl
    }

    init(from reader: inout WireReader) throws(WireError) {
        blob = StoredBlob(
            bytes: try reader.octets(atMost: 1_152),
            salt: try reader.optional { (reader) throws(WireError) in try reader.octets(atMost: PasswordKey.saltByteCount) })
        publicKey = try reader.value()
        accessControl = try reader.value()
    }

    func write(to writer: inout WireWriter) {
        writer.octets(blob.bytes)
        writer.optional(blob.salt) { $0.octets($1) }
        writer.value(publicKey)
        writer.value(accessControl)
    }
}
