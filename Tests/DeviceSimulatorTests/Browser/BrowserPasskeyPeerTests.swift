import DeviceScreens
import Foundation
import JSONText
import PasskeyPeers
import Secrets
import TestKit
import Testing

@testable import DeviceSimulator

/// The responses of the phone's browser, whose client data has a member more than an app's, verified by py_webauthn and python-fido2.
@Suite(
    "Passkeys of a page verified by other implementations", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: PasskeyPeers.isProvided, "the packages of Tests/PasskeyPeers are not here: scripts/setup test installs them"))
struct BrowserPasskeyPeerTests {
    private static let challenge = Base64URL.encode([UInt8](repeating: 7, count: 32))

    private static func page(_ method: String, _ options: String) -> String {
        """
        <title>Shop</title><h1>Sign in</h1>
        <form method="post" action="/passkey" hidden data-with-passkeys data-passkey="\(method)" data-options='\(options)'>
        <input type="hidden" name="credential" value=""><button>Use a passkey</button></form>
        """
    }

    @Test("are accepted for the page's origin, and rejected for another")
    func verified() async throws {
        let web = ScriptedWeb()
        let phone = try web.phone()
        try phone.device.signIn(toAppleAccount: "jane", service: "http://127.0.0.1:9")
        let creation = """
            {"challenge":"\(Self.challenge)","rp":{"id":"example.com","name":"Shop"},\
            "user":{"id":"Bw","name":"anna","displayName":"Anna"},"pubKeyCredParams":[{"type":"public-key","alg":-7}]}
            """
        web.put(Self.page("create", creation), at: "GET https://example.com/join")
        web.put(Self.page("get", #"{"challenge":"\#(Self.challenge)","rpId":"example.com"}"#), at: "GET https://example.com/")
        web.put(ScriptedWeb.welcome, at: "POST https://example.com/passkey")
        try await phone.browse("example.com/join")
        try await phone.tap("Use a passkey")
        try await phone.tap("Continue")
        try await phone.showFace()
        try await phone.screen { $0.shownTexts.contains("Welcome") }
        let made = try Self.credential(web)
        try await phone.browse("example.com")
        try await phone.tap("Use a passkey")
        try await phone.tap("anna")
        try await phone.showFace()
        try await phone.screen { $0.field("address")?.text == "https://example.com/passkey" }
        let signed = try Self.credential(web)

        let key = JSONValue.string(Base64URL.encode(try Self.publicKey(of: made)))
        var questions: [JSONValue] = []
        for origin in ["https://example.com", "https://login.example.com"] {
            questions += [
                Self.question("registration", made, at: origin),
                Self.question("authentication", signed, at: origin, publicKey: key),
            ]
        }
        for peer in ["py_webauthn", "python-fido2"] {
            let opinions = try PasskeyPeers.judge(questions, by: peer)
            #expect(
                opinions.map { $0["accepted"]?.boolean } == [true, true, false, false], "\(peer): \(opinions.map { $0.text() })")
        }
    }

    /// Returns the credential that the page's last form sent.
    private static func credential(_ web: ScriptedWeb) throws -> JSONValue {
        let post = try #require(web.sent.last(where: { $0.line.hasPrefix("POST") }))
        let body = try #require(post.body.removingPercentEncoding)
        try #require(body.hasPrefix("credential={"))
        let credential = try JSONText.parse(Array(body.dropFirst("credential=".count).utf8)).root.value
        let clientData = Base64URL.decode(credential["response"]?["clientDataJSON"]?.string ?? "") ?? []
        #expect(String(decoding: clientData, as: UTF8.self).hasSuffix(#""origin":"https://example.com","crossOrigin":false}"#))
        return credential
    }

    /// Returns the COSE_Key at the end of the authenticator data, after the length of the credential ID and the ID.
    private static func publicKey(of made: JSONValue) throws -> [UInt8] {
        let data = try #require(Base64URL.decode(made["response"]?["authenticatorData"]?.string ?? ""))
        try #require(data.count > 55)
        return Array(data.dropFirst(55 + (Int(data[53]) << 8 | Int(data[54]))))
    }

    private static func question(
        _ ceremony: String, _ credential: JSONValue, at origin: String, publicKey: JSONValue = .null
    ) -> JSONValue {
        [
            "ceremony": .string(ceremony), "challenge": .string(challenge), "rpId": "example.com", "origin": .string(origin),
            "root": .null, "publicKey": publicKey, "response": credential,
        ]
    }
}
