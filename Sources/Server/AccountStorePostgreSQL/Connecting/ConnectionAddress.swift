#if PostgreSQL
import Accounts
import CPostgreSQL
import InternetAddresses
import Glibc

/// Where the database is, as a connection URI of PostgreSQL (documentation, section 34.1.1.2):
/// `postgres://user:password@host:port/database?sslmode=verify-full`. It prints without its password.
///
/// What crosses a network is encrypted, and the server's certificate checked against its name, unless the URI says otherwise: libpq alone
/// would fall back to plain text.
package struct ConnectionAddress: Sendable, CustomStringConvertible {
    /// Keywords and values, as libpq takes them.
    let parameters: [String: String]

    /// Throws ``StoreError/Code/unavailable`` for what is no such URI, in libpq's words; the text itself is not repeated.
    package init(_ uri: String) throws {
        guard uri.hasPrefix("postgres://") || uri.hasPrefix("postgresql://") else {
            throw StoreError(.unavailable, reason: "an address of PostgreSQL begins with postgres:// or postgresql://")
        }
        guard !uri.utf8.contains(0) else { throw StoreError(.unavailable, reason: "the address of the database holds a NUL") }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(uri, &message) else {
            PQfreemem(message)
            throw StoreError(.unavailable, reason: "the address of the database is not a connection URI of PostgreSQL")
        }
        defer { PQconninfoFree(options) }
        var given: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { given[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        parameters = Self.completed(given)
    }

    package var description: String {
        let place = parameters["host"] ?? parameters["hostaddr"] ?? "this machine"
        return "database \(parameters["dbname"] ?? "of the user's name") on \(place)"
    }

    /// Whether every host is this machine: a folder of sockets, or a loopback address.
    var isLocal: Bool { Self.isLocal(parameters) }

    private static func completed(_ given: [String: String]) -> [String: String] {
        var parameters = given
        if given["sslmode"] == nil, !isLocal(given) {
            parameters["sslmode"] = "verify-full"
            if given["sslrootcert"] == nil, access(systemRoots, R_OK) == 0 { parameters["sslrootcert"] = systemRoots }
        }
        parameters["application_name"] = given["application_name"] ?? "latchkey"
        parameters["client_encoding"] = "UTF8"
        // A server that is gone without a word is noticed by these.
        parameters["keepalives_idle"] = given["keepalives_idle"] ?? "30"
        parameters["keepalives_interval"] = given["keepalives_interval"] ?? "5"
        parameters["keepalives_count"] = given["keepalives_count"] ?? "3"
        return parameters
    }

    private static func isLocal(_ parameters: [String: String]) -> Bool {
        guard let hosts = parameters["hostaddr"] ?? parameters["host"], !hosts.isEmpty else { return true }
        return hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
            host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
                || (try? IPAddress(host))?.isLoopback == true
        }
    }

    private static let systemRoots = "/etc/ssl/certs/ca-certificates.crt"
}
#endif
