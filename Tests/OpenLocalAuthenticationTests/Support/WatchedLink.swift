import DeviceProtocol

/// A link that calls a handler before each request is sent and after its reply has arrived. The handler may delay the call.
struct WatchedLink: DeviceLink {
    let link: any DeviceLink
    var before: @Sendable (RequestKind) -> Void = { _ in }
    var after: @Sendable (RequestKind) -> Void = { _ in }

    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        // The version, then the kind.
        let kind = message.count > 1 ? RequestKind(rawValue: message[1]) : nil
        if let kind { before(kind) }
        defer { if let kind { after(kind) } }
        return try link.exchange(message)
    }
}
