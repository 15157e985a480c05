/// The items that were found, in the order in which they were added.
package struct FoundItems: WireValue, Equatable, Sendable {
    /// Where an answer ended, for who asks for what comes after it. Only the broker that gave it can read it, and only for the same app.
    package struct Mark: WireValue, Hashable, Sendable {
        package let bytes: [UInt8]

        package init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        package init(from reader: inout WireReader) throws(WireError) {
            bytes = try reader.octets(atMost: 64)
        }

        package func write(to writer: inout WireWriter) {
            writer.octets(bytes)
        }
    }

    /// The most items in one answer.
    package static let maximumCount = 100_000

    package let items: [FoundItem]
    /// Present: there may be more, which did not fit.
    package let mark: Mark?

    package init(_ items: [FoundItem], mark: Mark? = nil) {
        self.items = items
        self.mark = mark
    }

    package init(from reader: inout WireReader) throws(WireError) {
        items = try reader.list(atMost: Self.maximumCount)
        mark = try reader.optional()
    }

    package func write(to writer: inout WireWriter) {
        writer.list(items)
        writer.optional(mark)
    }
}
