import AccountServer
import Chromium
import TestAuthority
import Testing
import WebAuthn

extension InBrowser {
    /// All hosts lead to the same server over TLS, which a page under another host name uses like a site behind its own proxy.
    @Suite("Passkeys on related origins")
    struct RelatedOriginTests {
        @Test("a passkey signs in on another origin that the server lists, and the browser rejects it on one that it does not list")
        func related() async throws {
            let authority = try TestAuthority()
            let party = try RelyingParty(
                id: "accounts.example", origins: [try Origin("https://accounts.example"), try Origin("https://shop.example")])
            try await AccountSite.run(
                host: party.id, tls: try authority.server(for: party.id), adjust: { $0.passkeys?.relyingParty = party }
            ) { site in
                let sites = SecureSites([("*.example", site.port)], authority: authority.fingerprint)
                try await Browser.withBrowser(sites: sites) { browser in
                    let anna = Visitor(page: try await browser.newPage(), origin: site.origin)
                    let authenticator = try await anna.page.addAuthenticator()
                    try await anna.signUpWithPasskey(as: "anna.k")
                    #expect(try await anna.codes == ["account-created"])

                    try await anna.page.ignoreContentSecurityPolicy()
                    try await anna.page.open("https://shop.example/sign-up")
                    #expect(try await anna.page.evaluate(Self.signIn) == [201, "anna.k"])
                    #expect(try await authenticator.credentials.map(\.signCount) == [2])

                    try await anna.page.open("https://shop.example.attacker.example/sign-up")
                    #expect(try await anna.page.evaluate(Self.signIn) == ["SecurityError"])
                    #expect(try await authenticator.credentials.map(\.signCount) == [2])
                }
            }
        }

        /// Signs in with the API, and returns the status of the response and the user name, or the browser's error.
        private static let signIn = """
            (async () => {
              const post = (path, body) => fetch(path, {
                method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
              });
              const { publicKey, secret } = await (await post("/v1/sessions/passkey-options", {})).json();
              const request = { publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) };
              const credential = await navigator.credentials.get(request);
              const response = await post("/v1/sessions/passkey", { secret, credential });
              return [response.status, (await response.json()).account?.username];
            })().catch(error => [error.name])
            """
    }
}
