#if PostgreSQL
import Accounts
import CPostgreSQL
import Glibc
import InternetAddresses

/// The address of the database, as a PostgreSQL connection URI (documentation, section 34.1.1.2):
/// `postgres://user:password@host:port/database?sslmode=verify-full`. Its description omits the password.
///
/// Connections over a network are encrypted, and the server's certificate is verified against its name. Another `sslmode` is
/// rejected unless the operator allows it, because libpq could otherwise fall back to plain text.
package struct ConnectionAddress: Sendable, CustomStringConvertible {
    /// The connection parameters of libpq.
    let parameters: [String: String]

    /// Throws ``StoreError/Code/unavailable`` for a malformed URI, and for a remote database with another `sslmode` than
    /// `verify-full`. The error does not repeat the URI.
    ///
    /// - Parameter allowsUnverified: whether another `sslmode` is accepted for a remote database.
    package init(_ uri: String, allowsUnverified: Bool = false) throws {
        try self.init(uri, defaults: Self.surroundings, allowsUnverified: allowsUnverified)
    }

    /// - Parameter defaults: the values that libpq uses for parameters missing in the URI.
    init(_ uri: String, defaults: [String: String], allowsUnverified: Bool = false) throws {
        guard uri.hasPrefix("postgres://") || uri.hasPrefix("postgresql://") else {
            throw StoreError(.unavailable, reason: "the database address must begin with postgres:// or postgresql://")
        }
        guard !uri.utf8.contains(0) else { throw StoreError(.unavailable, reason: "the database address contains a NUL") }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(uri, &message) else {
            PQfreemem(message)
            throw StoreError(.unavailable, reason: "the database address is not a valid PostgreSQL connection URI")
        }
        defer { PQconninfoFree(options) }
        let given = Self.values(options)
        if let mode = given["sslmode"], mode != "verify-full", !allowsUnverified, !Self.isLocal(given, over: defaults) {
            throw StoreError(
                .unavailable,
                reason: "sslmode=\(mode) does not verify a remote database; set sslmode=verify-full, or allow it with "
                    + "store.unverifiedTLS: true")
        }
        parameters = Self.completed(given, over: defaults)
    }

    private init(parameters: [String: String]) {
        self.parameters = parameters
    }

    /// Returns the address with another value for a parameter; nil removes the parameter.
    func setting(_ keyword: String, to value: String?) -> ConnectionAddress {
        var parameters = parameters
        parameters[keyword] = value
        return ConnectionAddress(parameters: parameters)
    }

    package var description: String {
        let place = parameters["host"] ?? parameters["hostaddr"] ?? "this machine"
        return "database \(parameters["dbname"] ?? "named after the user") on \(place)"
    }

    private static func completed(_ given: [String: String], over defaults: [String: String]) -> [String: String] {
        var parameters = given
        if given["sslmode"] == nil, !isLocal(given, over: defaults) {
            parameters["sslmode"] = "verify-full"
            if given["sslrootcert"] == nil, access(systemRoots, R_OK) == 0 { parameters["sslrootcert"] = systemRoots }
        }
        parameters["application_name"] = given["application_name"] ?? "latchkey"
        parameters["client_encoding"] = "UTF8"
        // These detect a server that disappeared without closing the connection.
        parameters["keepalives_idle"] = given["keepalives_idle"] ?? "30"
        parameters["keepalives_interval"] = given["keepalives_interval"] ?? "5"
        parameters["keepalives_count"] = given["keepalives_count"] ?? "3"
        return parameters
    }

    /// Returns whether every host is this machine: a socket folder or a loopback address. If the URI names no host, libpq takes one
    /// from its environment, and a service file can name any host.
    private static func isLocal(_ given: [String: String], over defaults: [String: String]) -> Bool {
        guard given["service"] == nil else { return false }
        // libpq treats empty values as missing.
        let place = defaults.merging(given) { old, new in new.isEmpty ? old : new }.filter { !$0.value.isEmpty }
        guard let hosts = place["hostaddr"] ?? place["host"] else { return true }
        return hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
            host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
                || (try? IPAddress(host))?.isLoopback == true
        }
    }

    /// The values that libpq reads from its environment variables and service file.
    private static var surroundings: [String: String] {
        guard let options = PQconndefaults() else { return [:] }
        defer { PQconninfoFree(options) }
        return values(options)
    }

    private static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }

    private static let systemRoots = "/etc/ssl/certs/ca-certificates.crt"
}

extension ConnectionAddress {
    /// The addresses of the single hosts, in the order of the connection attempts. libpq can try several hosts itself, but then a
    /// host that does not respond blocks it without a time limit (documentation, sections 34.1.1.3 and 34.2).
    ///
    /// With `target_session_attrs=prefer-standby` each host appears twice: first as a standby, then as any server.
    var hosts: [ConnectionAddress] {
        guard parameters["target_session_attrs"] == "prefer-standby" else { return each }
        return ["standby", "any"].flatMap { kind in each.map { $0.setting("target_session_attrs", to: kind) } }
    }

    /// Lists of different lengths are passed to libpq, which reports the error.
    private var each: [ConnectionAddress] {
        let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = max(names.count, addresses.count)
        let isMatching = [names, addresses].allSatisfy { [0, count].contains($0.count) } && [0, 1, count].contains(ports.count)
        guard count > 1, isMatching else { return [self] }
        return (0..<count).map { place in
            setting("host", to: names.isEmpty ? nil : names[place])
                .setting("hostaddr", to: addresses.isEmpty ? nil : addresses[place])
                .setting("port", to: ports.count == count ? ports[place] : ports.first)
        }
    }

    private func list(_ keyword: String) -> [String] {
        parameters[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }
}
#endif
