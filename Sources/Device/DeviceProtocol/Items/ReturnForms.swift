/// What is to be returned of each item (`kSecReturn…`).
package struct ReturnForms: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let attributes = ReturnForms(rawValue: 1 << 0)
    package static let data = ReturnForms(rawValue: 1 << 1)
    /// What a key or a certificate is made of again. It opens a software key's data; a key in the enclave stays where it is.
    package static let reference = ReturnForms(rawValue: 1 << 2)
    package static let persistentReference = ReturnForms(rawValue: 1 << 3)

    private static let all: ReturnForms = [.attributes, .data, .reference, .persistentReference]
}

extension ReturnForms: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self.init(rawValue: try reader.number())
        guard isSubset(of: .all) else { throw WireError(.unknownValue, at: start) }
    }
}
