package import Traces

/// A connection to a broker that exchanges messages in bytes, never objects, whether the broker is in another process or in this
/// one.
///
/// A call blocks its thread until the reply arrives, possibly until the user responds: Apple's `Sec…` functions are synchronous.
/// Several threads may call concurrently, so one thread can close the context that another waits for.
package protocol DeviceLink: Sendable {
    /// Throws `unavailable` immediately if the broker is gone.
    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8]

    /// The step that requests belong to. The default is nil: a request of no step.
    var position: TraceParent? { get }
}

extension DeviceLink {
    package var position: TraceParent? { nil }

    /// Sends the request and decodes its response. Throws the broker's rejection, and `unavailable` if the reply is malformed.
    @discardableResult
    package func perform<Request: DeviceRequest>(_ request: Request) throws(DeviceError) -> Request.Answer {
        try DeviceReply.answer(in: try exchange(RequestMessage.bytes(of: request, at: position)))
    }
}

extension DeviceLink {
    /// Returns all items that match, up to the request's limit, from as many responses as necessary. The user is prompted at most
    /// once. Throws the broker's rejection.
    package func find(_ request: FindItems) throws(DeviceError) -> [FoundItem] {
        var found: [FoundItem] = []
        var mark = request.mark
        repeat {
            let answer = try perform(
                FindItems(
                    query: request.query, limit: request.limit - UInt32(found.count), returning: request.returning,
                    authentication: request.authentication, after: mark))
            found += answer.items
            mark = answer.mark
        } while mark != nil && found.count < request.limit
        return found
    }

    /// Returns the items that match, up to a limit, and an empty array if no item matches. Throws every other rejection of the broker.
    package func items(
        of query: ItemQuery, limit: UInt32 = UInt32(FoundItems.maximumCount), returning forms: ReturnForms
    ) throws(DeviceError) -> [FoundItem] {
        do throws(DeviceError) {
            return try find(FindItems(query: query, limit: limit, returning: forms))
        } catch {
            guard error == .item(.notFound) else { throw error }
            return []
        }
    }

    /// Replaces the data of the item with the same class, attributes, group and synchronization, or adds the item if none exists.
    package func put(_ item: AddItem) throws(DeviceError) {
        let query = ItemQuery(
            itemClass: item.itemClass, attributes: item.attributes, accessGroup: item.accessGroup,
            synchronization: item.isSynchronized ? .synchronized : .local)
        do throws(DeviceError) {
            try perform(UpdateItems(query: query, changes: ItemChanges(data: item.data)))
        } catch {
            guard error == .item(.notFound) else { throw error }
            try perform(item)
        }
    }
}

/// The encoding of a request: its header and its bytes.
package enum RequestMessage {
    /// The version of the protocol, which is incremented whenever an old broker would misread a new request. A broker rejects
    /// unknown versions.
    package static let version: UInt8 = 3

    /// The version of a request that belongs to a step. Its position precedes the request; everything else is as in ``version``.
    package static let tracedVersion: UInt8 = 4

    /// - Parameter position: the step that the request belongs to; nil if nothing is recorded.
    package static func bytes<Request: DeviceRequest>(of request: Request, at position: TraceParent? = nil) -> [UInt8] {
        var writer = WireWriter()
        writer.value(RequestHeader(kind: Request.kind, position: position))
        writer.value(request)
        return writer.bytes
    }
}

/// The beginning of a request: the protocol version, the kind and, in ``RequestMessage/tracedVersion``, the position.
package struct RequestHeader: WireValue, Hashable {
    package let kind: RequestKind
    /// The step that the caller claims for the request; unverified.
    package let position: TraceParent?

    package init(kind: RequestKind, position: TraceParent? = nil) {
        self.kind = kind
        self.position = position
    }

    /// Throws `unknownValue` at the first byte for another version, and `rejectedValue` for a position with an identifier of zeros.
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let version: UInt8 = try reader.number()
        guard Self.versions.contains(version) else { throw WireError(.unknownValue, at: start) }
        kind = try reader.value()
        position = try version == RequestMessage.tracedVersion ? reader.value(TraceParent.self) : nil
    }

    package func write(to writer: inout WireWriter) {
        writer.number(position == nil ? RequestMessage.version : RequestMessage.tracedVersion)
        writer.value(kind)
        if let position { writer.value(position) }
    }

    /// The versions that a broker knows.
    package static let versions = [RequestMessage.version, RequestMessage.tracedVersion]
}

extension TraceParent: WireRecord {
    /// The bytes of the trace and of the span, 24 in all. The flags are not part of it.
    package static let wire = WireForm(
        { (high: UInt64, low: UInt64, span: UInt64) -> TraceParent? in
            guard let trace = TraceID(high: high, low: low), let span = SpanID(span) else { return nil }
            return TraceParent(trace: trace, span: span)
        }, .field(\.trace.high), .field(\.trace.low), .field(\.span.number))
}
