import AccountPages
package import JSONText
import Markup
import WebAuthn

/// A file under `/.well-known` that browsers and password managers fetch from the host of the relying party ID, as
/// `application/json` and without a redirect. If that host is not this server, it must serve the same content.
package struct PasskeyFile: Sendable {
    package let path: String
    package let content: JSONValue
}

extension ServerConfiguration {
    /// The files of the relying party; empty if passkeys are off.
    package var passkeyFiles: [PasskeyFile] {
        guard let relyingParty = passkeys?.relyingParty else { return [] }
        // Browsers read this file for pages of other origins (WebAuthn Level 3, section 5.11). Apps do not read it.
        let pages = relyingParty.origins.map(\.description).filter { $0.hasPrefix("https://") }
        return [
            PasskeyFile(path: "/.well-known/webauthn", content: ["origins": .array(pages.map(JSONValue.string))]),
            // The pages where users add and manage passkeys (W3C, A Well-Known URL for Relying Party Passkey Endpoints).
            PasskeyFile(
                path: "/.well-known/passkey-endpoints",
                content: [
                    "enroll": .string("\(site.publicOrigin)\(PagePath.newPasskey.text)"),
                    "manage": .string("\(site.publicOrigin)\(PagePath.account.text)"),
                ]),
        ]
    }
}
