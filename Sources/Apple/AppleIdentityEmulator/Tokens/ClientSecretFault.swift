/// What is wrong with the form of a client secret.
enum ClientSecretFault: Error, Hashable {
    case oversize
    case parts
    case base64
    case header
    case algorithm(String)
    case critical
    case noKeyID
    case claims
    case signatureLength(Int)

    /// For the developer.
    var explanation: String {
        switch self {
        case .oversize: "the client secret has more than \(ClientSecretText.byteLimit) bytes"
        case .parts: "the client secret is no compact JWS: it must have three parts divided by dots"
        case .base64: "a part of the client secret is not base64url without padding"
        case .header: "the header of the client secret is no JSON object with the string alg"
        case .algorithm(let name): "the client secret is signed with \(name); it must be ES256"
        case .critical: "the client secret has a crit header; none is understood"
        case .noKeyID: "the client secret has no kid"
        case .claims:
            "the client secret must have iss and sub as strings, aud as a string or an array of one, and iat and exp as numbers"
        case .signatureLength(let count): "the signature has \(count) bytes; ES256 has r and s as 64 raw bytes, not DER"
        }
    }
}
