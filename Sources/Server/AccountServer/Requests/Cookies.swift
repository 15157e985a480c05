package import HTTPTypes

extension IncomingRequest {
    /// The value of the cookie `name`, or nil where none was sent. Throws as ``HTTPFields/cookie(_:)``.
    package func cookie(_ name: String) throws(Problem) -> String? { try headers.cookie(name) }
}

extension HTTPFields {
    /// The value of the cookie `name`, compared byte for byte, or nil where none was sent.
    ///
    /// Refuses with 400 a name given twice (one of the two was planted, by a neighbouring host or over another path, and order tells
    /// nothing) and a value with characters that RFC 6265 section 4.1.1 does not allow. Other sites on the same host may have set
    /// anything: what does not bear the name is passed over, however malformed.
    package func cookie(_ name: String) throws(Problem) -> String? {
        var found: String?
        for field in self[values: .cookie] {
            for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<equals].elementsEqual(name.utf8) else {
                    continue
                }
                guard found == nil else { throw Problem(.badRequest, detail: "A cookie is sent twice.") }
                let value = pair[pair.index(after: equals)...]
                guard value.allSatisfy(\.isCookieOctet) else { throw Problem(.badRequest, detail: "A cookie is malformed.") }
                found = String(value)
            }
        }
        return found
    }
}

extension UInt8 {
    fileprivate var isCookieOctet: Bool {
        switch self {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }
}
