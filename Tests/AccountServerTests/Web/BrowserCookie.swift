/// A cookie as a `Set-Cookie` field gives it (RFC 6265bis, section 5.6).
struct BrowserCookie: Hashable {
    let name: String
    let value: String
    /// As sent, such as `Path=/`, in alphabetical order.
    let attributes: [String]

    struct Malformed: Error {
        let field: String
    }

    init(_ field: String) throws {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " })
        }
        let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, !pair[0].isEmpty else { throw Malformed(field: field) }
        self.init(name: String(pair[0]), value: String(pair[1]), attributes: parts.dropFirst().sorted())
    }

    init(name: String, value: String, attributes: [String] = []) {
        self.name = name
        self.value = value
        self.attributes = attributes
    }

    /// In seconds; nil for a cookie that goes when the browser closes.
    var maximumAge: Int? { attribute("max-age").flatMap(Int.init) }

    /// Whether a browser takes it from a site over TLS or not: `Secure` needs TLS, and the prefix `__Host-` needs `Secure`, the path `/`,
    /// and no domain (sections 4.1.2.5 and 4.1.3.2).
    func isAccepted(overTLS: Bool) -> Bool {
        let isSecure = attribute("secure") != nil
        guard overTLS || !isSecure else { return false }
        guard name.lowercased().hasPrefix("__host-") else { return true }
        return isSecure && attribute("path") == "/" && attribute("domain") == nil
    }

    private func attribute(_ name: String) -> String? {
        attributes.lazy.map { $0.split(separator: "=", maxSplits: 1) }.first { $0.first?.lowercased() == name }
            .map { $0.count == 2 ? String($0[1]) : "" }
    }
}
