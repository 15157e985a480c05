/// Names a private key of the enclave towards the broker. It opens nothing by itself: the broker looks at who asks and what was shown.
package enum KeyReference: Hashable, Sendable {
    /// The longest sealed key, in bytes.
    package static let maximumSealedLength = 4_096

    /// A key that stands in the keychain.
    case item(PersistentReference)
    /// A key that stands nowhere: the app holds it, sealed by the broker for this app alone.
    case sealed([UInt8])
    /// The key of a saved right.
    case right(RightIdentifier)
}

extension KeyReference: WireValue {
    private enum Tag: UInt8, WireValue {
        case item = 1
        case sealed = 2
        case right = 3
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .item: self = .item(try reader.value())
        case .sealed: self = .sealed(try reader.octets(atMost: Self.maximumSealedLength))
        case .right: self = .right(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .item(let reference):
            writer.value(Tag.item)
            writer.value(reference)
        case .sealed(let sealed):
            writer.value(Tag.sealed)
            writer.octets(sealed)
        case .right(let identifier):
            writer.value(Tag.right)
            writer.value(identifier)
        }
    }
}
