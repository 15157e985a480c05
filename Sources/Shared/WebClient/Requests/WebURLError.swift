/// Why a text is no URL that this client asks.
package enum WebURLError: Error, Hashable, Sendable {
    case tooLong
    case unprintable
    case schemeMissing
    case schemeUnsupported
    case userInformation
    case fragment
    case hostMalformed
    case portMalformed
}

extension WebURLError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong: "longer than \(WebURL.maximumLength) bytes"
        case .unprintable: "holds a space, a control character or a character outside ASCII; a URL escapes them"
        case .schemeMissing: "does not begin with https:// or http://"
        case .schemeUnsupported: "its scheme is neither https nor http"
        case .userInformation: "names a user before the host"
        case .fragment: "ends in a fragment, which no server ever sees"
        case .hostMalformed: "its host is neither a domain name nor an IP address"
        case .portMalformed: "its port is not a number from 1 to 65535"
        }
    }
}
