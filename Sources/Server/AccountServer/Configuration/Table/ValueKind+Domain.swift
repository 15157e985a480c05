import Accounts
import FoundationEssentials
import InternetAddresses
import Logging
import Secrets
import WebClient

extension ValueKind<Bool> {
    /// `true` or `false`; YAML's other words for them are refused, so that the same text means the same everywhere.
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
    /// A line of text, 1 to `length` characters, all of them visible.
    static func line(upTo length: Int) -> ValueKind {
        ValueKind("text", allowed: "one line, up to \(length) characters") { text throws(ValueRejection) in
            guard text.unicodeScalars.allSatisfy(\.isShown), text.first != " ", text.last != " " else {
                throw ValueRejection("it holds characters that cannot be seen")
            }
            guard text.unicodeScalars.count <= length else { throw ValueRejection("the text is too long") }
            return text
        }
    }

    /// A path of a file. One in the file of configuration is relative to that file's folder; any other, to the working directory.
    static var path: ValueKind {
        ValueKind("path", allowed: "a path") { text throws(ValueRejection) in
            guard !text.unicodeScalars.contains("\0") else { throw ValueRejection("a path holds no null character") }
            return text
        }
    }

    /// A URI with one of these schemes: ASCII without white space (RFC 3986, section 2).
    static func uri(_ schemes: [String]) -> ValueKind {
        let allowed = "a URI that begins with " + schemes.joined(separator: " or ")
        return ValueKind("URI", allowed: allowed) { text throws(ValueRejection) in
            guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#"<>"\^`{|}"#.utf8.contains($0) }) else {
                throw ValueRejection("a URI holds neither white space nor letters beyond ASCII")
            }
            guard schemes.contains(where: { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }) else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is no such URI")
            }
            return text
        }
    }
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> {
    /// One of a closed set of words.
    static var choice: ValueKind {
        let words = Value.allCases.map(\.rawValue)
        return ValueKind("word", allowed: words.joined(separator: ", ")) { text throws(ValueRejection) in
            guard let value = Value(rawValue: text) else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is none of them")
            }
            return value
        } write: {
            $0.rawValue
        }
    }
}

extension ValueKind where Value: CustomStringConvertible {
    /// What the type itself reads, with its own word on a text that it refuses.
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
    /// An address of this machine, to listen on.
    static var address: ValueKind { parsed("IP address", allowed: "an IPv4 or IPv6 address") { try IPAddress($0) } }
}

extension ValueKind<IPNetwork> {
    /// A block of addresses, or one of them.
    static var network: ValueKind { parsed("network", allowed: "addresses, or networks as 10.0.0.0/8") { try IPNetwork($0) } }
}

extension ValueKind<PublicOrigin> {
    /// See ``PublicOrigin/init(_:)``.
    static var origin: ValueKind {
        parsed("origin", allowed: "https://host, or http:// with a loopback host") { try PublicOrigin($0) }
    }
}

extension ValueKind<PasswordRequirements> {
    /// Rules for new passwords: see ``PasswordRequirements/init(_:)``.
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
    /// A moment in the one form `2027-01-31T00:00:00Z` of RFC 3339.
    static var moment: ValueKind {
        ValueKind("date and time", allowed: "in UTC, as 2027-01-31T00:00:00Z") { text throws(ValueRejection) in
            guard let date = try? Date(text, strategy: .iso8601), date.formatted(.iso8601) == text else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is no such moment")
            }
            return Timestamp(seconds: Int64(date.timeIntervalSince1970))
        } write: {
            Date(timeIntervalSince1970: Double($0.seconds)).formatted(.iso8601)
        }
    }
}

extension ValueKind<MasterKey> {
    /// 32 bytes in base64. Nothing of a refused text is quoted, and nothing of a key is written.
    static var masterKey: ValueKind {
        ValueKind("key", allowed: "32 bytes in base64, as `openssl rand -base64 32` prints them") { text throws(ValueRejection) in
            guard let key = MasterKey(base64: text) else { throw ValueRejection("it is not a key") }
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
            "name of a key", allowed: "000b and 64 digits of 0 to 9 and a to f, as `latchkey device attestation-key` prints them"
        ) {
            text throws(ValueRejection) in
            guard let name = TPMName(text) else { throw ValueRejection("\(ValueRejection.quoted(text)) is no such name") }
            return name
        }
    }
}

extension ValueKind<AccountID> {
    /// The identifier of an account.
    static var accountID: ValueKind {
        ValueKind("identifier", allowed: "identifiers of accounts, as `latchkey accounts list` prints them") {
            text throws(ValueRejection) in
            guard let id = AccountID(text) else { throw ValueRejection("\(ValueRejection.quoted(text)) is not an identifier") }
            return id
        }
    }
}

extension ValueKind<Logger.Level> {
    /// A severity of swift-log.
    static var logLevel: ValueKind { choice }
}

extension ValueKind<DatabaseAddress> {
    /// The connection URI of a PostgreSQL database. Only its beginning is looked at here; the rest is for the client library.
    static var databaseAddress: ValueKind {
        ValueKind("address", allowed: "postgres://user:password@host/database") { text throws(ValueRejection) in
            guard StoreConfiguration.isDatabaseAddress(text) else {
                throw ValueRejection("an address of PostgreSQL begins with postgres:// or postgresql://")
            }
            guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ValueRejection(
                    "an address holds neither white space nor letters beyond ASCII; write them as %20 and the like")
            }
            return DatabaseAddress(text)
        } write: { _ in
            "(set)"
        }
    }
}

extension ValueKind<TokenIntrospector> {
    /// An audience and the secret of its backend. Nothing of a rejected text is quoted, and nothing of a secret is written.
    static var introspector: ValueKind {
        ValueKind("audience with its secret", allowed: "an audience, a space, and 32 bytes in base64") {
            text throws(ValueRejection) in
            guard let space = text.lastIndex(of: " "), space != text.startIndex,
                let secret = MasterKey(base64: String(text[text.index(after: space)...]))
            else { throw ValueRejection("it is not an audience, a space and a secret") }
            return TokenIntrospector(audience: String(text[..<space]), secret: secret)
        } write: { _ in
            "(set)"
        }
    }
}

extension ValueKind<String> {
    /// The address of a service that answers `/range/` and five digits: https, or http of this machine, with a path at most.
    static var rangeService: ValueKind {
        ValueKind("URL", allowed: "https://host, or http:// with a loopback host, without a slash at the end") {
            text throws(ValueRejection) in
            let url: WebURL
            do throws(WebURLError) {
                url = try WebURL(text)
            } catch {
                throw ValueRejection("\(ValueRejection.quoted(text)) is no such address")
            }
            guard url.scheme == .https || url.host == "localhost" || (try? IPAddress(url.host))?.isLoopback == true else {
                throw ValueRejection("what leaves this machine goes by https")
            }
            guard !text.hasSuffix("/"), !text.contains("?") else {
                throw ValueRejection("the range is appended to it, so it ends with neither a slash nor a query")
            }
            return text
        }
    }
}
