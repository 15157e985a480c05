/// The way to a broker: bytes there, bytes back. Messages cross it, never objects, whether the broker is another process or this one.
///
/// A call blocks its thread until the reply is there, which may take as long as a person takes: Apple's `Sec…` functions are synchronous.
/// Several threads may call at once, so that one can close the context for which another waits.
package protocol DeviceLink: Sendable {
    /// Throws `unavailable` when the broker is gone; never waits for one that is.
    func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8]
}

extension DeviceLink {
    /// Sends the request and reads the answer that belongs to it. Throws what the broker refuses with, and `unavailable` where the other
    /// side does not keep to the protocol.
    @discardableResult
    package func perform<Request: DeviceRequest>(_ request: Request) throws(DeviceRefusal) -> Request.Answer {
        try DeviceReply.answer(in: try exchange(RequestMessage.bytes(of: request)))
    }
}

extension DeviceLink {
    /// All that the request finds, up to its limit, however many answers that takes. Somebody who must be asked is asked once for all of them. Throws what the
    /// broker refuses with.
    package func find(_ request: FindItems) throws(DeviceRefusal) -> [FoundItem] {
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

/// A request as it is sent: the version of the protocol, the kind, and the request's own bytes.
package enum RequestMessage {
    /// Raised whenever an old broker would misread a new request. A broker refuses what it does not speak.
    package static let version: UInt8 = 3

    package static func bytes<Request: DeviceRequest>(of request: Request) -> [UInt8] {
        var writer = WireWriter()
        writer.number(version)
        writer.value(Request.kind)
        writer.value(request)
        return writer.bytes
    }
}
