/// The identifier of a client: the bundle identifier of an app (App ID), or the Services ID of a website.
///
/// It is case-sensitive. Codes and tokens belong to the one they were issued to: natively to the bundle identifier, on the web to the
/// Services ID.
public struct ClientID: Sendable, Hashable, CustomStringConvertible {
    /// The longest identifier in characters: more than any that is in use.
    public static let maximumLength = 255

    /// The identifier.
    public let text: String

    /// Refuses everything but 1 to 255 letters, digits, hyphens and periods with something between each two periods.
    public init(_ text: String) throws(CredentialError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maximumLength else {
            throw CredentialError(
                .clientIDLength, "The client id is \(bytes.isEmpty ? "empty" : "longer than \(Self.maximumLength) characters").",
                remedy: Self.remedy)
        }
        if bytes.last == UInt8(ascii: "*"), text.hasSuffix(".*") || bytes.count == 1 {
            throw CredentialError(
                .clientIDWildcard, "The client id is a wildcard App ID, which cannot sign anyone in.",
                remedy: "Use an explicit App ID.", position: bytes.count - 1)
        }
        for (position, byte) in bytes.enumerated() {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"): break
            case UInt8(ascii: ".") where position > 0 && position < bytes.count - 1 && bytes[position - 1] != byte: break
            default:
                throw CredentialError(
                    .clientIDCharacter, "The client id cannot have what stands at character \(position + 1).", remedy: Self.remedy,
                    position: position)
            }
        }
        self.text = text
    }

    /// The identifier.
    public var description: String { text }

    private static let remedy = "Use the bundle identifier of the app or the Services ID of the website, such as com.example.app."
}

extension ClientIDs {
    /// Client identifiers that were checked; there is at least one.
    public init(_ first: ClientID, _ others: ClientID...) {
        values = others.reduce(into: [first.text]) { values, other in
            if !values.contains(other.text) { values.append(other.text) }
        }
    }
}
