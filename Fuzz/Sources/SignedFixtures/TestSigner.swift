public import AppleIdentity
internal import Crypto
internal import FoundationEssentials

/// Signs any payload, so that the code behind the signature check is tested too.
public struct TestSigner: Sendable {
    /// The key set with its key.
    public let keys: AppleKeySet
    private let key: P256.Signing.PrivateKey

    /// A signer with a new key.
    public init() throws {
        key = P256.Signing.PrivateKey()
        let point = Array(key.publicKey.rawRepresentation)
        let (x, y) = (Self.base64URL(point.prefix(32)), Self.base64URL(point.suffix(32)))
        let text = #"{"keys":[{"kty":"EC","crv":"P-256","alg":"ES256","use":"sig","kid":"test","x":"\#(x)","y":"\#(y)"}]}"#
        keys = try AppleKeySet(Array(text.utf8))
    }

    /// A signed message in compact form.
    public func sign(_ payload: [UInt8]) throws -> String {
        let input = Self.base64URL(Array(#"{"kid":"test","alg":"ES256"}"#.utf8)) + "." + Self.base64URL(payload)
        return input + "." + Self.base64URL(Array(try key.signature(for: Array(input.utf8)).rawRepresentation))
    }

    private static func base64URL(_ bytes: some Collection<UInt8>) -> String {
        let text = Data(bytes).base64EncodedString().utf8.filter { $0 != UInt8(ascii: "=") }
        return String(
            decoding: text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 },
            as: UTF8.self)
    }
}
