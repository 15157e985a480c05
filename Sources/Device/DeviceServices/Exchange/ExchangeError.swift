package import JSONText
package import PasswordManager

/// The reason why a whole document is rejected, or why credentials cannot be exchanged. It never quotes the document, which contains
/// secrets.
package enum ExchangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The document is not strict JSON, or exceeds the limit of bytes or depth.
    case text(JSONTextError)
    /// The version is not 1.
    case version
    /// The member at the path (RFC 6901) is malformed or exceeds a limit.
    case document(String, String)
    /// The credentials of the device cannot be read or written.
    case store(String)

    /// A line for the user.
    package var description: String {
        switch self {
        case .text(let error): "\(error)"
        case .version: "/version: the format must be CXF 1.0"
        case .document(let path, let reason): "\(path): \(reason)"
        case .store(let reason): "the device's credentials cannot be read or saved: \(reason)"
        }
    }
}

/// A part of a document that is not imported, with its path (RFC 6901).
package struct ExchangeRejection: Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Error, Hashable, Sendable {
        /// A member that is missing or has a wrong type.
        case malformed
        /// A kind of credential that the device does not save.
        case kind
        /// No web address with a domain name.
        case site
        /// Too many web addresses.
        case sites
        /// A time that is not a number of seconds since 1970.
        case time
        case password(PasswordImport.Skipped.Reason)
        /// A relying party that is neither a domain below a public suffix nor `localhost`.
        case relyingParty
        /// A user name that is missing, too long, or has control characters.
        case userName
        /// A private key that is not for ES256, in PKCS#8.
        case key
        /// The passkey is imported without an extension that the device does not support.
        case extensions
        /// A secret, algorithm, period or number of digits that the device does not support.
        case code
        /// Another credential of the same account in this document is used.
        case repeated
    }

    package let path: String
    package let reason: Reason

    init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// A line for the user. It does not quote the document.
    package var description: String { "\(path): \(words)" }

    private var words: String {
        switch reason {
        case .malformed: "a member is missing or malformed"
        case .kind: "the device does not save credentials of this kind"
        case .site: "the item has no web address with a domain name"
        case .sites: "the item has too many web addresses"
        case .time: "the time is not a number of seconds since 1970"
        case .password(.user), .userName: "the user name is missing, too long or contains control characters"
        case .password(.title): "the title is too long"
        case .password(.notes): "the notes are too long"
        case .password: "the password is missing or too long"
        case .relyingParty: "the relying party is not a domain of one owner"
        case .key: "the private key is not an ES256 key in PKCS#8"
        case .extensions: "the passkey is imported without an extension that the device does not support"
        case .code: "the secret, algorithm, period or number of digits of the code is not supported"
        case .repeated: "the document has another credential for the same account"
        }
    }
}
