/// The identifier of a client: the bundle identifier of an app (App ID), or the Services ID of a website.
///
/// Case-sensitive. Codes and tokens belong to the client they were issued to: the bundle identifier in an app, the Services ID on
/// the web.
public struct ClientID: Sendable, Hashable, CustomStringConvertible {
    /// The longest identifier, in characters. No identifier in use is longer.
    public static let maximumLength = 255

    /// The identifier.
    public let text: String

    /// Accepts 1 to 255 letters, digits, hyphens and periods, without empty parts between periods.
    public init(_ text: String) throws(AppleIdentityError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maximumLength else {
            throw AppleIdentityError(
                .clientIDLength, "The client ID is \(bytes.isEmpty ? "empty" : "longer than \(Self.maximumLength) characters").",
                remedy: Self.remedy)
        }
        if bytes.last == UInt8(ascii: "*"), text.hasSuffix(".*") || bytes.count == 1 {
            throw AppleIdentityError(
                .clientIDWildcard, "The client ID is a wildcard App ID, which does not support Sign in with Apple.",
                remedy: "Use an explicit App ID.", position: bytes.count - 1)
        }
        for (position, byte) in bytes.enumerated() {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "-"): break
            case UInt8(ascii: ".") where position > 0 && position < bytes.count - 1 && bytes[position - 1] != byte: break
            default:
                throw AppleIdentityError(
                    .clientIDCharacter, "The client ID contains an unsupported character at position \(position + 1).",
                    remedy: Self.remedy,
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
    /// Creates a list of checked client IDs with at least one entry.
    public init(_ first: ClientID, _ others: ClientID...) {
        values = others.reduce(into: [first.text]) { values, other in
            if !values.contains(other.text) { values.append(other.text) }
        }
    }
}

/// The client IDs whose tokens a verifier accepts: App IDs (bundle identifiers) and Services IDs. Never empty.
///
/// A verifier without audiences would accept the tokens of every other app, so an empty list is rejected.
public struct ClientIDs: Sendable, Hashable {
    /// The identifiers without duplicates, in the given order.
    public let values: [String]

    /// Creates a list. Rejects an empty list, and an identifier that is empty or not printable ASCII without spaces. Identifiers
    /// are case-sensitive.
    public init(_ identifiers: [String]) throws(AppleIdentityError) {
        guard !identifiers.isEmpty else {
            throw AppleIdentityError(
                .noClientID, "The list of client IDs is empty; without one, tokens of every app would be accepted.")
        }
        var values: [String] = []
        for identifier in identifiers {
            guard !identifier.isEmpty, identifier.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw AppleIdentityError(
                    .malformedClientID, "A client ID is empty or contains characters other than printable ASCII.")
            }
            if !values.contains(identifier) { values.append(identifier) }
        }
        self.values = values
    }

    /// Returns whether the list contains an identifier, compared byte for byte.
    public func contains(_ identifier: String) -> Bool {
        values.contains { $0.hasSameBytes(as: identifier) }
    }
}

/// The identifier of a developer team: 10 capital letters and digits, as the membership page of the developer account shows it.
public struct TeamID: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    public let text: String

    /// Accepts 10 characters of `A`–`Z` and `0`–`9`. Case and white space are not corrected.
    public init(_ text: String) throws(AppleIdentityError) {
        self.text = try AppleIdentifierGrammar.check(text, name: "team ID", length: .teamIDLength, character: .teamIDCharacter)
    }

    /// The identifier.
    public var description: String { text }
}

/// The identifier of a private key for Sign in with Apple: 10 capital letters and digits. It is the `kid` of client secrets.
///
/// The name of the downloaded file contains it: `AuthKey_ABC123DEFG.p8`.
public struct KeyID: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    public let text: String

    /// Accepts 10 characters of `A`–`Z` and `0`–`9`. Case and white space are not corrected.
    public init(_ text: String) throws(AppleIdentityError) {
        self.text = try AppleIdentifierGrammar.check(text, name: "key ID", length: .keyIDLength, character: .keyIDCharacter)
    }

    /// The identifier.
    public var description: String { text }
}

/// The grammar of team IDs and key IDs.
enum AppleIdentifierGrammar {
    static func check(
        _ text: String, name: String, length: AppleIdentityError.Code, character: AppleIdentityError.Code
    ) throws(AppleIdentityError) -> String {
        let remedy = "Copy the \(name) from the developer account; it has 10 capital letters and digits."
        for (position, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "A"..."Z", "0"..."9": break
            case "a"..."z":
                throw AppleIdentityError(
                    character, "The \(name) has a lower-case letter at character \(position + 1).", remedy: remedy,
                    position: position)
            default:
                throw AppleIdentityError(
                    character, "The \(name) has a character other than a letter or digit at character \(position + 1).",
                    remedy: remedy, position: position)
            }
        }
        guard text.utf8.count == 10 else {
            throw AppleIdentityError(length, "The \(name) has \(text.utf8.count) characters instead of 10.", remedy: remedy)
        }
        return text
    }
}
