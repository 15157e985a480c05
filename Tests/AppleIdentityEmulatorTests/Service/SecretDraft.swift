import Crypto
import Foundation

/// A client secret under construction: members as raw JSON, so that a test can write what no encoder would.
struct SecretDraft {
    var header: [String: String]
    var claims: [String: String]
    /// Changes the parts of the finished text.
    var change: (inout [String]) -> Void = { _ in }
    /// Signs in DER, as many libraries do by mistake.
    var signsDER = false
    /// Signs with another key.
    var signsWithAnotherKey = false

    func signed(with key: P256.Signing.PrivateKey) throws -> String {
        let input = encode(object(header)) + "." + encode(object(claims))
        let signature = try (signsWithAnotherKey ? P256.Signing.PrivateKey() : key).signature(for: Data(input.utf8))
        var parts = (input + "." + encode(signsDER ? signature.derRepresentation : signature.rawRepresentation))
            .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        change(&parts)
        return parts.joined(separator: ".")
    }

    private func object(_ members: [String: String]) -> Data {
        Data(("{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}").utf8)
    }

    private func encode(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
