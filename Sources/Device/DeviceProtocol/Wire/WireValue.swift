/// A value with exactly one spelling in bytes: what apps and the broker exchange, and what the broker and its enclave keep.
///
/// The spelling has no alternatives (no padding, no optional order, no two lengths), so bytes that were accepted, written again, are
/// the same bytes. Integers are big-endian and of fixed width; bytes, text and lists begin with a count of 32 bits, except where a type
/// says otherwise.
package protocol WireValue {
    /// Refuses whatever this version of the type does not know.
    init(from reader: inout WireReader) throws(WireError)
    func write(to writer: inout WireWriter)
}

extension WireValue {
    /// Reads a whole message: refuses bytes that follow it.
    package init(message: [UInt8]) throws(WireError) {
        var reader = WireReader(message)
        self = try Self(from: &reader)
        try reader.finish()
    }

    package var message: [UInt8] {
        var writer = WireWriter()
        write(to: &writer)
        return writer.bytes
    }
}

/// An answer that says only that it was done.
package struct Done: WireValue, Equatable, Sendable {
    package init() {}
    package init(from reader: inout WireReader) throws(WireError) {}
    package func write(to writer: inout WireWriter) {}
}
