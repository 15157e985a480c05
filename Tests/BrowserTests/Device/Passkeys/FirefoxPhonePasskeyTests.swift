import DeviceProtocol
import Firefox
import Foundation
import Testing
import WebClient

@testable import DeviceServices
@testable import DeviceSimulator

extension InBrowser.InFirefox {
    /// The authenticator of Firefox signs as one that backs nothing up, and the server rejects that from a synchronized passkey.
    /// So the phone answers the page, as a password manager's extension does that replaces the functions of the page.
    @Suite("The passkey of a phone in Firefox")
    struct FirefoxPhonePasskeyTests {
        @Test("the passkey that a sign-in with a password created signs in to the same account in Firefox")
        func story() async throws {
            let firefox = try #require(SharedFirefox.current)
            try await PasskeyPhones.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.signInToJuice(as: PasskeyPhones.user)
                try await anna.dismissSavedPasskey()

                try await firefox.forget()
                let web = FirefoxUser(page: firefox, origin: scene.apple.scene.site.origin)
                try await web.open("/sign-in")
                let options = try await firefox.evaluate("document.querySelector('form.passkey').dataset.options")
                let credential = try scene.credential(for: try #require(options.string), on: try await firefox.url)
                try await firefox.evaluate("void (navigator.credentials.get = async () => (\(credential)))")
                try await web.follow("form.passkey button")
                #expect(try await web.path == "/account")
                #expect(try await firefox.count("li[data-passkey]") == 1)
                let used = try #require(try scene.phones[1].device.services.passkeys.listed().first)
                #expect(used.passkey.userName == PasskeyPhones.user && used.lastUsed != nil)
                try await firefox.forget()
            }
        }
    }
}

extension PasskeyPhones {
    private struct NoPasskey: Error {}

    /// Returns the response of the second phone to a page's options, in the standard's JSON.
    fileprivate func credential(for options: String, on address: String) throws -> String {
        let request = try PagePasskeyRequest(.get, options: options, on: WebURL(address))
        let services = phones[1].device.services
        let authenticator = PasskeyAuthenticator(
            store: services.passkeys, associations: services.associations, now: { Date() }, page: request.page)
        guard case .passkeyAssertion(let assertion) = request.subject, let passkey = authenticator.offers(for: assertion).first,
            let response = request.response(
                to: try authenticator.sign(
                    assertion, with: passkey, for: try DeviceSimulator.app("ABCDE12345.com.example.extension", [], nil),
                    isBackedUp: true))
        else { throw NoPasskey() }
        return response
    }
}
