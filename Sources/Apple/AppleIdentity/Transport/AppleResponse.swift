/// An answer of Apple's service.
public struct AppleResponse: Sendable {
    /// The largest body in bytes, 64 KiB. Apple's largest, the key set, has about two thousand.
    public static let maximumByteCount = 65_536

    /// The HTTP status.
    public let status: Int

    /// The fields of the header as they came.
    public let headers: [(name: String, value: String)]

    /// The body. It may hold tokens.
    public let body: [UInt8]

    /// An answer as it came.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field of this name, whatever the case of its letters.
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }
}

extension AppleResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the size, nothing of what it holds.
    public var description: String { "\(status), \(body.count) bytes" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
