/// A connection to a broker that exchanges messages in bytes, never objects, whether the broker is in another process or in this
/// one.
///
/// A call blocks its thread until the reply arrives, possibly until the user responds: Apple's `Sec…` functions are synchronous.
/// Several threads may call concurrently, so one thread can close the context that another waits for.
package protocol DeviceLink: Sendable {
    /// Throws `unavailable` immediately if the broker is gone.
    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8]
}

extension DeviceLink {
    /// Sends the request and decodes its response. Throws the broker's rejection, and `unavailable` if the reply is malformed.
    @discardableResult
    package func perform<Request: DeviceRequest>(_ request: Request) throws(DeviceError) -> Request.Answer {
        try DeviceReply.answer(in: try exchange(RequestMessage.bytes(of: request)))
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
}

/// The encoding of a request: the protocol version, the kind, and the request's bytes.
package enum RequestMessage {
    /// The version of the protocol, which is incremented whenever an old broker would misread a new request. A broker rejects
    /// unknown versions.
    package static let version: UInt8 = 3

    package static func bytes<Request: DeviceRequest>(of request: Request) -> [UInt8] {
        var writer = WireWriter()
        writer.number(version)
        writer.value(Request.kind)
        writer.value(request)
        return writer.bytes
    }
}
