import Accounts
import FoundationEssentials
import InternetAddresses
import Logging
import Secrets
import Texts
import WebClient

extension ValueKind<Bool> {
    /// `true` or `false`. YAML's other words are rejected, so that a text means the same in every source.
    static var boolean: ValueKind {
        ValueKind("boolean", allowed: "true or false") { text throws(ValueRejection) in
            switch text {
            case "true": return true
            case "false": return false
            default: throw ValueRejection("\(ValueRejection.quoted(text)) is neither true nor false")
            }
        } write: {
            $0 ? "true" : "false"
        }
    }
}

extension ValueKind<String> {
    /// Returns the kind of one line of 1 to `length` visible characters.
    static func line(upTo length: Int) -> ValueKind {
        ValueKind("text", allowed: "one line, up to \(length) characters") { text throws(ValueRejection) in
            guard text.unicodeScalars.allSatisfy(\.isShown), text.first != " ", text.last != " " else {
                throw ValueRejection("the text contains invisible characters")
            }
            let count = text.unicodeScalars.count
            guard count <= length else {
                throw ValueRejection("the text has \(count) characters; at most \(length) are allowed")
            }
            return text
        }
    }

    /// A file path. A path in the configuration file is relative to its folder, any other to the working directory.
    static var path: ValueKind {
        ValueKind("path", allowed: "a path") { text throws(ValueRejection) in
            guard !text.unicodeScalars.contains("\0") else { throw ValueRejection("the path contains a null character") }
            return text
        }
    }

    /// Returns the kind of a URI with one of these schemes: ASCII without white space (RFC 3986, section 2).
    static func uri(_ schemes: [String]) -> ValueKind {
        let allowed = "a URI that begins with " + schemes.joined(separator: " or ")
        return ValueKind("URI", allowed: allowed) { text throws(ValueRejection) in
            guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#"<>"\^`{|}"#.utf8.contains($0) }) else {
                throw ValueRejection("a URI must not contain white space or non-ASCII characters")
            }
            guard schemes.contains(where: { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }) else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is not such a URI")
            }
            return text
        }
    }
}

extension ValueKind<Language> {
    /// An offered language, as its BCP 47 tag.
    static var language: ValueKind {
        ValueKind(
            "language", allowed: Language.offered.map(\.tag).joined(separator: ", "), rejected: "one of them",
            parse: { Language(rawValue: $0).flatMap { Language.offered.contains($0) ? $0 : nil } }, write: \.tag)
    }
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> {
    /// One of a closed set of words.
    static var choice: ValueKind {
        ValueKind(
            "word", allowed: Value.allCases.map(\.rawValue).joined(separator: ", "), rejected: "one of them",
            parse: { Value(rawValue: $0) }, write: \.rawValue)
    }
}

extension ValueKind where Value: CustomStringConvertible {
    /// Returns the kind of a value that its type parses. The type's error is the reason of a rejection.
    fileprivate static func parsed(
        _ noun: String, allowed: String, _ parse: @escaping @Sendable (String) throws -> Value
    ) -> ValueKind {
        ValueKind(noun, allowed: allowed) { text throws(ValueRejection) in
            do {
                return try parse(text)
            } catch {
                throw ValueRejection("\(ValueRejection.quoted(text)): \(error)")
            }
        }
    }
}

extension ValueKind<IPAddress> {
    /// A local address to listen on.
    static var address: ValueKind { parsed("IP address", allowed: "an IPv4 or IPv6 address") { try IPAddress($0) } }
}

extension ValueKind<IPNetwork> {
    /// A network in CIDR notation or a single address.
    static var network: ValueKind { parsed("network", allowed: "addresses, or networks such as 10.0.0.0/8") { try IPNetwork($0) } }
}

extension ValueKind<PublicOrigin> {
    /// See ``PublicOrigin/init(_:)``.
    static var origin: ValueKind {
        parsed("origin", allowed: "https://host, or http:// with a loopback host") { try PublicOrigin($0) }
    }
}

extension ValueKind<PasswordRequirements> {
    /// Rules for new passwords; see ``PasswordRequirements/init(_:)``.
    static var passwordRules: ValueKind {
        let bounds = (PasswordRequirements.minimums, PasswordRequirements.maximums)
        return ValueKind(
            "password rules",
            allowed: "password rules with minlength \(bounds.0.lowerBound) to \(bounds.0.upperBound) and maxlength "
                + "\(bounds.1.lowerBound) to \(bounds.1.upperBound)"
        ) { text throws(ValueRejection) in
            do throws(PasswordRequirementsError) {
                return try PasswordRequirements(text)
            } catch {
                throw ValueRejection("\(error); \(error.remedy)")
            }
        } write: {
            $0.text
        }
    }
}

extension ValueKind<Timestamp> {
    /// A date and time in the RFC 3339 form `2027-01-31T00:00:00Z`.
    static var moment: ValueKind {
        ValueKind("date and time", allowed: "a UTC time such as 2027-01-31T00:00:00Z", rejected: "such a time") { text in
            guard let date = try? Date(text, strategy: .iso8601), date.formatted(.iso8601) == text else { return nil }
            return Timestamp(seconds: Int64(date.timeIntervalSince1970))
        } write: {
            Date(timeIntervalSince1970: Double($0.seconds)).formatted(.iso8601)
        }
    }
}

extension ValueKind<MasterKey> {
    /// 32 bytes in base64. A rejected text is not quoted, and a key is never written.
    static var masterKey: ValueKind {
        ValueKind("key", allowed: "32 bytes in base64, as `openssl rand -base64 32` prints them") { text throws(ValueRejection) in
            guard let key = MasterKey(base64: text) else { throw ValueRejection("the value is not a key") }
            return key
        } write: { _ in
            "(set)"
        }
    }
}

extension ValueKind<TPMName> {
    /// See ``Accounts/TPMName``.
    static var attestationKey: ValueKind {
        ValueKind(
            "key name", allowed: "000b and 64 digits from 0 to 9 and a to f, as `latchkey device attestation-key` prints them",
            rejected: "such a name", parse: { TPMName($0) }, write: \.description)
    }
}

extension ValueKind<AccountID> {
    /// The identifier of an account.
    static var accountID: ValueKind {
        ValueKind(
            "identifier", allowed: "account identifiers, as `latchkey accounts list` prints them", rejected: "an identifier",
            parse: { AccountID($0) }, write: \.description)
    }
}

extension ValueKind<Logger.Level> {
    /// A severity of swift-log.
    static var logLevel: ValueKind { choice }
}

extension ValueKind<DatabaseAddress> {
    /// The connection URI of a PostgreSQL database. Only the scheme and the characters are checked here; the client library
    /// parses the rest.
    static var databaseAddress: ValueKind {
        ValueKind("address", allowed: "postgres://user:password@host/database") { text throws(ValueRejection) in
            guard StoreConfiguration.isDatabaseAddress(text) else {
                throw ValueRejection("the address must begin with postgres:// or postgresql://")
            }
            guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ValueRejection(
                    "the address must not contain white space or non-ASCII characters; percent-encode them (%20)")
            }
            return DatabaseAddress(text)
        } write: { _ in
            "(set)"
        }
    }
}

extension ValueKind<TokenIntrospector> {
    /// An audience and the secret of its backend. A rejected text is not quoted, and a secret is never written.
    static var introspector: ValueKind {
        ValueKind("audience with its secret", allowed: "an audience, a space, and 32 bytes in base64") {
            text throws(ValueRejection) in
            guard let space = text.lastIndex(of: " "), space != text.startIndex,
                let secret = MasterKey(base64: String(text[text.index(after: space)...]))
            else { throw ValueRejection("the value is not an audience, a space and a secret") }
            return TokenIntrospector(audience: String(text[..<space]), secret: secret)
        } write: { _ in
            "(set)"
        }
    }
}

extension ValueKind<String> {
    /// The base URL of a service with the path `/range/` and five digits: https, or http on a loopback host.
    static var rangeService: ValueKind {
        ValueKind("URL", allowed: "https://host, or http:// with a loopback host, without a slash at the end") {
            text throws(ValueRejection) in
            let url: WebURL
            do throws(WebURLError) {
                url = try WebURL(text)
            } catch {
                throw ValueRejection("\(ValueRejection.quoted(text)) is not such a URL")
            }
            guard url.scheme == .https || url.host == "localhost" || (try? IPAddress(url.host))?.isLoopback == true else {
                throw ValueRejection("http is allowed for loopback hosts only; use https")
            }
            guard !text.hasSuffix("/"), !text.contains("?") else {
                throw ValueRejection("the URL must not end with a slash or a query, because the range is appended")
            }
            return text
        }
    }
}
