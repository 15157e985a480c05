internal import Crypto
internal import FoundationEssentials
internal import HTTPTypes
internal import Secrets

/// Signs requests as Standard Webhooks specifies, with signature version 1: HMAC-SHA256 under a shared key.
package struct WebhookSigner: Sendable {
    private let keys: [WebhookKey]

    /// - Parameter previousKeys: Additional signing keys, until the receiver uses `key`.
    package init(key: WebhookKey, previousKeys: [WebhookKey] = []) {
        keys = [key] + previousKeys
    }

    /// Returns a signed POST request.
    ///
    /// - Parameters:
    ///   - id: Identifies the message; the same for every attempt. It must not contain a full stop, which separates the signed
    ///     parts.
    ///   - seconds: The time of this attempt in seconds since 1970. Receivers reject a time that differs from their clock by
    ///     minutes.
    ///   - body: The message in JSON.
    package func request(to url: WebURL, id: String, at seconds: Int64, body: [UInt8]) -> WebRequest {
        let signed = Array("\(id).\(seconds).".utf8) + body
        let signatures = keys.map { "v1,\($0.signature(of: signed))" }.joined(separator: " ")
        var headers: HTTPFields = [.contentType: "application/json"]
        for (name, value) in [("webhook-id", id), ("webhook-timestamp", "\(seconds)"), ("webhook-signature", signatures)] {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return WebRequest(.post, url, headers: headers, body: body)
    }
}

/// A shared key of Standard Webhooks.
package struct WebhookKey: Sendable, Redacted {
    private let bytes: SecretBytes

    /// Parses `whsec_` and the base64 of 24 to 64 bytes. Returns nil for any other text.
    package init?(_ text: String) {
        let prefix = "whsec_"
        guard text.hasPrefix(prefix), let bytes = Data(base64Encoded: String(text.dropFirst(prefix.count))),
            (24...64).contains(bytes.count)
        else { return nil }
        self.bytes = SecretBytes(bytes)
    }

    fileprivate func signature(of message: [UInt8]) -> String {
        let key = bytes.withBytes { SymmetricKey(data: $0) }
        return Data(HMAC<SHA256>.authenticationCode(for: message, using: key)).base64EncodedString()
    }
}
