import AuthenticationServices
import Foundation

/// The JSON body of a request: texts by name, and the user's name if Apple provided it.
struct RequestBody: Encodable {
    var texts: [String: String]
    var name: PersonNameComponents?
    /// The device's attestation of a key, and the challenge that it covers.
    var attestation: [String: String]?
    var passkey: NewPasskey?
    /// The signature of a passkey, and the name of the member.
    var assertion: (name: String, PasskeyAssertion)?

    init(_ texts: [String: String]) {
        self.texts = texts
    }

    /// A body with Apple's identity token, code and name.
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
        try container.encodeIfPresent(passkey, forKey: Name(stringValue: "credential"))
        if let (name, assertion) = assertion { try container.encode(assertion, forKey: Name(stringValue: name)) }
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
