package import JSONText
import WebAuthn

/// A file under `/.well-known` that browsers and password managers fetch from the host of the relying party ID, as
/// `application/json` and without a redirect. If that host is not this server, it must serve the same content.
package struct PasskeyFile: Sendable {
    package let path: String
    package let content: JSONValue
}

extension PasskeyConfiguration {
    /// The files of the relying party.
    package var files: [PasskeyFile] {
        // Browsers read this file for pages of other origins (WebAuthn Level 3, section 5.11). Apps do not read it.
        let pages = relyingParty.origins.map(\.description).filter { $0.hasPrefix("https://") }
        return [
            PasskeyFile(path: "/.well-known/webauthn", content: ["origins": .array(pages.map(JSONValue.string))]),
            // States that passkeys are accepted (W3C, A Well-Known URL for Relying Party Passkey Endpoints).
            PasskeyFile(path: "/.well-known/passkey-endpoints", content: [:]),
        ]
    }
}
