import EmulatedAuthenticator
import JSONText
import Secrets
import Testing

@testable import AccountServer

extension ShownPage {
    /// The identifiers of the listed passkeys.
    var passkeys: [String] { text.matches(of: /<li data-passkey="([^"]*)">/).map { String($0.1) } }
}

extension PageForm {
    /// The challenge in base64url, as the options have it.
    var challenge: String {
        get throws { try #require(try JSONText.parse(Array(options.utf8)).root.value["challenge"]?.string) }
    }
}

extension EmulatedPasskey {
    func answer(to form: PageForm) throws -> String {
        String(decoding: try assertionJSON(#require(Base64URL.decode(try form.challenge))), as: UTF8.self)
    }

    mutating func make(_ form: PageForm) throws -> String {
        let options = try JSONText.parse(Array(form.options.utf8)).root.value
        let user = try #require(Base64URL.decode(options["user"]?["id"]?.string ?? ""))
        return String(decoding: registrationJSON(try #require(Base64URL.decode(try form.challenge)), user: user), as: UTF8.self)
    }
}

extension Browser {
    /// Sends the form with the passkey's signature.
    mutating func sign(_ page: ShownPage, to action: String, _ passkey: EmulatedPasskey) async throws -> ShownPage {
        try await submit(page, to: action, ["credential": try passkey.answer(to: page.form(to: action, having: ["credential"]))])
    }

    /// Sends the form with the new passkey.
    mutating func make(
        _ page: ShownPage, to action: String, _ passkey: inout EmulatedPasskey
    ) async throws -> ShownPage {
        try await submit(page, to: action, ["credential": try passkey.make(page.form(to: action, having: ["credential"]))])
    }

    mutating func signUp(_ name: String, with passkey: inout EmulatedPasskey) async throws -> ShownPage {
        let page = try await submit(try await open("/sign-up"), to: "/sign-up/passkey", ["username": name])
        return try await make(page, to: "/sign-up/passkey/finish", &passkey)
    }

    mutating func signIn(with passkey: EmulatedPasskey) async throws -> ShownPage {
        try await sign(try await open("/sign-in"), to: "/sign-in/passkey", passkey)
    }

    mutating func signOutAndIn(with passkey: EmulatedPasskey) async throws -> ShownPage {
        _ = try await submit(try await open("/account"), to: "/sign-out")
        return try await signIn(with: passkey)
    }

    mutating func add(_ passkey: inout EmulatedPasskey) async throws -> ShownPage {
        try await make(try await open("/account/passkeys/new"), to: "/account/passkeys", &passkey)
    }
}
