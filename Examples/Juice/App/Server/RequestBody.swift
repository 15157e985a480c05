import AuthenticationServices
import Foundation

/// What is sent: texts by their names, and the person's name where Apple told it.
struct RequestBody: Encodable {
    var texts: [String: String]
    var name: PersonNameComponents?
    /// What the device states of a key, and over which challenge.
    var attestation: [String: String]?

    init(_ texts: [String: String]) {
        self.texts = texts
    }

    /// What Apple gave the app.
    init(_ credential: ASAuthorizationAppleIDCredential, nonce: String) {
        texts = ["nonce": nonce]
        texts["identityToken"] = credential.identityToken.map { String(decoding: $0, as: UTF8.self) }
        texts["authorizationCode"] = credential.authorizationCode.map { String(decoding: $0, as: UTF8.self) }
        name = credential.fullName
    }

    func encode(to encoder: Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, text) in texts { try container.encode(text, forKey: Name(stringValue: name)) }
        try container.encodeIfPresent(attestation, forKey: Name(stringValue: "attestation"))
        if let name {
            var parts: [String: String] = [:]
            parts["givenName"] = name.givenName
            parts["familyName"] = name.familyName
            try container.encode(parts, forKey: Name(stringValue: "name"))
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }
}
