import DeviceProtocol

/// The persistent reference of an identity: a mark, and the reference of its certificate.
struct IdentityReference {
    let certificate: PersistentReference

    init(certificate: PersistentReference) {
        self.certificate = certificate
    }

    /// Gives nothing for other bytes, among them the references of items.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.mark.count + PersistentReference.length, bytes.starts(with: Self.mark),
            let certificate = PersistentReference(Array(bytes.dropFirst(Self.mark.count)))
        else { return nil }
        self.certificate = certificate
    }

    var bytes: [UInt8] { Self.mark + certificate.bytes }

    private static let mark = Array("idnt".utf8)
}
