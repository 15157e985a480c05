/// Waits until a credential of the app is revoked: answered when that happens, which may be never.
package struct AwaitRevocations: SystemRequest, Equatable {
    package typealias Answer = Revocations
    package static let kind = RequestKind.awaitRevocations

    package let context: ContextReference
    /// The last revocation that the app knows of. Absent: it is told at once which is the last now.
    package let last: UInt64?

    package init(context: ContextReference, after last: UInt64?) {
        self.context = context
        self.last = last
    }

    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.value()
        last = try reader.optional { (reader) throws(WireError) in try reader.number() }
    }

    package func write(to writer: inout WireWriter) {
        writer.value(context)
        writer.optional(last) { $0.number($1) }
    }
}

/// How many revocations of the app's credentials followed, and the last of all.
package struct Revocations: WireValue, Equatable, Sendable {
    /// Counts the device's revocations, whichever app they are of.
    package let last: UInt64
    /// The app's own, since it last asked.
    package let count: UInt32

    package init(last: UInt64, count: UInt32) {
        self.last = last
        self.count = count
    }

    package init(from reader: inout WireReader) throws(WireError) {
        last = try reader.number()
        count = try reader.number()
    }

    package func write(to writer: inout WireWriter) {
        writer.number(last)
        writer.number(count)
    }
}
