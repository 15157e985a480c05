import DeviceProtocol

/// The way to another link, past someone who watches: they see each request before it goes and after its reply has come, and may keep the
/// call waiting.
struct WatchedLink: DeviceLink {
    let link: any DeviceLink
    var before: @Sendable (RequestKind) -> Void = { _ in }
    var after: @Sendable (RequestKind) -> Void = { _ in }

    func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        // The version, then the kind.
        let kind = message.count > 1 ? RequestKind(rawValue: message[1]) : nil
        if let kind { before(kind) }
        defer { if let kind { after(kind) } }
        return try link.exchange(message)
    }
}
