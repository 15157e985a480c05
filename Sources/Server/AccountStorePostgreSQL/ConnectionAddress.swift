#if PostgreSQL
import Accounts
import CPostgreSQL
import Glibc
import InternetAddresses

/// Where the database is, as a connection URI of PostgreSQL (documentation, section 34.1.1.2):
/// `postgres://user:password@host:port/database?sslmode=verify-full`. It prints without its password.
///
/// What crosses a network is encrypted, and the server's certificate checked against its name. Another `sslmode` is rejected, unless the
/// operator allows it: libpq alone would fall back to plain text.
package struct ConnectionAddress: Sendable, CustomStringConvertible {
    /// Keywords and values, as libpq takes them.
    let parameters: [String: String]

    /// Throws ``StoreError/Code/unavailable`` for what is no such URI, in libpq's words, and for a remote database with another `sslmode`
    /// than `verify-full`; the text itself is not repeated.
    ///
    /// - Parameter allowsUnverified: whether another `sslmode` is accepted for a remote database.
    package init(_ uri: String, allowsUnverified: Bool = false) throws {
        try self.init(uri, defaults: Self.surroundings, allowsUnverified: allowsUnverified)
    }

    /// - Parameter defaults: what libpq takes where the URI is silent.
    init(_ uri: String, defaults: [String: String], allowsUnverified: Bool = false) throws {
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
        let given = Self.values(options)
        if let mode = given["sslmode"], mode != "verify-full", !allowsUnverified, !Self.isLocal(given, over: defaults) {
            throw StoreError(
                .unavailable,
                reason: "sslmode=\(mode) does not verify a remote database; write sslmode=verify-full, or allow it with "
                    + "store.unverifiedTLS: true")
        }
        parameters = Self.completed(given, over: defaults)
    }

    private init(parameters: [String: String]) {
        self.parameters = parameters
    }

    /// The same with another value; nil: without one.
    func setting(_ keyword: String, to value: String?) -> ConnectionAddress {
        var parameters = parameters
        parameters[keyword] = value
        return ConnectionAddress(parameters: parameters)
    }

    package var description: String {
        let place = parameters["host"] ?? parameters["hostaddr"] ?? "this machine"
        return "database \(parameters["dbname"] ?? "of the user's name") on \(place)"
    }

    private static func completed(_ given: [String: String], over defaults: [String: String]) -> [String: String] {
        var parameters = given
        if given["sslmode"] == nil, !isLocal(given, over: defaults) {
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

    /// Whether every host is this machine: a folder of sockets, or a loopback address. Where the URI names none, libpq takes one from its
    /// surroundings, and a service file may name any.
    private static func isLocal(_ given: [String: String], over defaults: [String: String]) -> Bool {
        guard given["service"] == nil else { return false }
        // Empty values are none to libpq.
        let place = defaults.merging(given) { old, new in new.isEmpty ? old : new }.filter { !$0.value.isEmpty }
        guard let hosts = place["hostaddr"] ?? place["host"] else { return true }
        return hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
            host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
                || (try? IPAddress(host))?.isLoopback == true
        }
    }

    /// What libpq reads from its environment variables and from the service file that one of them names.
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
    /// Which of several hosts is meant, each by itself, in the order in which they are to be tried. libpq tries them too, but waits for one that says nothing as
    /// long as it is let, and so for ever gets no further (documentation, sections 34.1.1.3 and 34.2).
    ///
    /// With `target_session_attrs=prefer-standby` they come twice: first as standbys, then as anything.
    var hosts: [ConnectionAddress] {
        guard parameters["target_session_attrs"] == "prefer-standby" else { return each }
        return ["standby", "any"].flatMap { kind in each.map { $0.setting("target_session_attrs", to: kind) } }
    }

    /// Lists that do not match are left to libpq, which says so.
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
