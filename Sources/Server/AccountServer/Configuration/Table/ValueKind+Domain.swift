import Accounts
import FoundationEssentials
import InternetAddresses
import Logging
import Secrets

extension ValueKind<IPAddress> {
    /// An address of this machine, to listen on.
    static var address: ValueKind {
        ValueKind("IP address", allowed: "an IPv4 or IPv6 address") { text throws(ValueRejection) in
            do {
                return try IPAddress(text)
            } catch {
                throw ValueRejection("\(ValueRejection.quoted(text)): \(error)")
            }
        } write: {
            $0.description
        }
    }
}

extension ValueKind<IPNetwork> {
    /// A block of addresses, or one of them.
    static var network: ValueKind {
        ValueKind("network", allowed: "addresses, or networks as 10.0.0.0/8") { text throws(ValueRejection) in
            do {
                return try IPNetwork(text)
            } catch {
                throw ValueRejection("\(ValueRejection.quoted(text)): \(error)")
            }
        } write: {
            $0.description
        }
    }
}

extension ValueKind<PublicOrigin> {
    /// See ``PublicOrigin/init(_:)``.
    static var origin: ValueKind {
        ValueKind("origin", allowed: "https://host, or http:// with a loopback host") { text throws(ValueRejection) in
            do {
                return try PublicOrigin(text)
            } catch {
                throw ValueRejection("\(ValueRejection.quoted(text)): \(error)")
            }
        } write: {
            $0.description
        }
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
        } write: {
            $0.description
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
        } write: {
            $0.description
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
