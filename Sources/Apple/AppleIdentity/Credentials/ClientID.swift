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
    public init(_ text: String) throws(AppleIdentityError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maximumLength else {
            throw AppleIdentityError(
                .clientIDLength, "The client id is \(bytes.isEmpty ? "empty" : "longer than \(Self.maximumLength) characters").",
                remedy: Self.remedy)
        }
        if bytes.last == UInt8(ascii: "*"), text.hasSuffix(".*") || bytes.count == 1 {
            throw AppleIdentityError(
                .clientIDWildcard, "The client id is a wildcard App ID, which cannot sign anyone in.",
                remedy: "Use an explicit App ID.", position: bytes.count - 1)
        }
        for (position, byte) in bytes.enumerated() {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"): break
            case UInt8(ascii: ".") where position > 0 && position < bytes.count - 1 && bytes[position - 1] != byte: break
            default:
                throw AppleIdentityError(
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

/// The client identifiers whose tokens are ours: App IDs (bundle identifiers) and Services IDs. There is at least one.
///
/// A verifier without audiences accepts the tokens of every other app, so that none can be made.
public struct ClientIDs: Sendable, Hashable {
    /// The identifiers, each once, in the order given.
    public let values: [String]

    /// Refuses an empty list, and an identifier that is empty or not printable ASCII without spaces. Identifiers are
    /// case-sensitive.
    public init(_ identifiers: [String]) throws(AppleIdentityError) {
        guard !identifiers.isEmpty else {
            throw AppleIdentityError(.noClientID, "No client id is given; without one the tokens of every app would be accepted.")
        }
        var values: [String] = []
        for identifier in identifiers {
            guard !identifier.isEmpty, identifier.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw AppleIdentityError(.malformedClientID, "A client id is empty or holds something else than printable ASCII.")
            }
            if !values.contains(identifier) { values.append(identifier) }
        }
        self.values = values
    }

    /// Identifiers that were checked; not empty.
    init(checked identifiers: [ClientID]) {
        var values: [String] = []
        for identifier in identifiers where !values.contains(identifier.text) { values.append(identifier.text) }
        self.values = values
    }

    /// Whether an identifier is one of these, byte for byte.
    public func contains(_ identifier: String) -> Bool {
        values.contains { $0.hasSameBytes(as: identifier) }
    }
}

/// The identifier of a developer team: 10 capital letters and digits, as the membership page of the developer account shows it.
public struct TeamID: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    public let text: String

    /// Refuses everything but 10 characters of `A`–`Z` and `0`–`9`; nothing is repaired.
    public init(_ text: String) throws(AppleIdentityError) {
        self.text = try TenCharacters.check(text, name: "team ID", length: .teamIDLength, character: .teamIDCharacter)
    }

    /// The identifier.
    public var description: String { text }
}

/// The identifier of a private key for Sign in with Apple: 10 capital letters and digits, the `kid` of client secrets.
///
/// Apple names the downloaded file after it: `AuthKey_ABC123DEFG.p8`.
public struct KeyID: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    public let text: String

    /// Refuses everything but 10 characters of `A`–`Z` and `0`–`9`; nothing is repaired.
    public init(_ text: String) throws(AppleIdentityError) {
        self.text = try TenCharacters.check(text, name: "key ID", length: .keyIDLength, character: .keyIDCharacter)
    }

    /// The identifier.
    public var description: String { text }
}

/// The form that team IDs and key IDs share.
enum TenCharacters {
    static func check(
        _ text: String, name: String, length: AppleIdentityError.Code, character: AppleIdentityError.Code
    ) throws(AppleIdentityError) -> String {
        let remedy = "Copy the \(name) from the developer account; it has 10 capital letters and digits."
        for (position, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "A"..."Z", "0"..."9": break
            case "a"..."z":
                throw AppleIdentityError(
                    character, "The \(name) has a small letter at character \(position + 1).", remedy: remedy, position: position)
            default:
                throw AppleIdentityError(
                    character, "The \(name) has something else than letters and digits at character \(position + 1).",
                    remedy: remedy, position: position)
            }
        }
        guard text.utf8.count == 10 else {
            throw AppleIdentityError(length, "The \(name) has \(text.utf8.count) characters instead of 10.", remedy: remedy)
        }
        return text
    }
}
