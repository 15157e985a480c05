package import DeviceBroker
import DeviceProtocol

/// The Apple account that a device is signed in to, by the name that the service knows it under.
package struct AppleAccount: RawRepresentable, Hashable, Codable, Sendable {
    /// In bytes.
    package static let maximumLength = 255

    package let rawValue: String

    /// Gives nothing for an empty name, one over `maximumLength` bytes, and one with characters that an address would have to escape.
    package init?(rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count),
            rawValue.utf8.allSatisfy({ Self.isPlain($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// An app as Apple's service knows it, by its application identifier: the team's, a dot, and the bundle's.
package struct AppleClient: Hashable, Codable, Sendable {
    package let team: String
    package let bundle: String

    package init?(_ app: App) {
        let parts = app.identifier.rawValue.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        team = String(parts[0])
        bundle = String(parts[1])
    }

    init(team: String, bundle: String) {
        self.team = team
        self.bundle = bundle
    }
}
