import Crypto
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Secrets
import Testing
import WebAuthn

@testable import AsyncApps
@testable import DelegateApps

/// Sources for Apple's platforms, which the compiler accepts unchanged, on a device and with the verifier of a server.
@Suite("Apps with passkeys in source for Apple's platforms") @MainActor
struct AppSourceTests {
    private let anchor = ASPresentationAnchor()

    private func link(_ scene: PasskeyScene) throws -> any DeviceLink {
        try scene.device.link(ofApp: PasskeyScene.app, accessGroups: [])
    }

    // MARK: - A delegate for all requests

    /// Returns the next news of the manager after `begin`.
    private func news(_ scene: PasskeyScene, _ begin: (AccountManager) -> Void) async throws -> AccountManager.News {
        let link = try link(scene)
        let manager = CurrentDevice.$link.withValue(link) { AccountManager() }
        let news = await withCheckedContinuation { (continuation: CheckedContinuation<AccountManager.News, Never>) in
            manager.onNews = { continuation.resume(returning: $0) }
            CurrentDevice.$link.withValue(link) { begin(manager) }
        }
        // The controller references its delegate weakly.
        return withExtendedLifetime(manager) { news }
    }

    @Test("one with a delegate signs a user up and in, and learns of a closed sheet and of no credential")
    func delegate() async throws {
        let scene = try await PasskeyScene()
        let challenge = Challenge()
        let bytes = Data(challenge.bytes)
        let none = try await news(scene) { $0.logIn(in: anchor, challenge: bytes, onlyIfAvailable: true) }
        #expect(none.isClosedSheet && scene.device.sheets.shown.isEmpty)

        scene.device.sheets.will([.proceed])
        scene.device.person.will(.match)
        guard
            case .signedUp(let registration) = try await news(
                scene, { $0.signUp("jane", userID: Data([1]), in: anchor, challenge: bytes) })
        else { throw Unexpected() }
        let credential = try await scene.verified(registration, challenge, user: [1]).credential(isRegistered: false)

        scene.device.sheets.will([.cancel])
        #expect(try await news(scene) { $0.logIn(in: anchor, challenge: bytes, onlyIfAvailable: false) }.isClosedSheet)
        scene.device.sheets.will([.choose(0)])
        scene.device.person.will(.match)
        guard
            case .signedIn(let assertion) = try await news(
                scene, { $0.logIn(in: anchor, challenge: bytes, onlyIfAvailable: false) })
        else { throw Unexpected() }
        #expect(try scene.verified(assertion, challenge, credential).flags.contains(.userVerified))
    }

    @Test("one with a delegate receives a saved password, and an error of the keyboard's bar on a device without one")
    func otherNews() async throws {
        let scene = try await PasskeyScene()
        scene.device.savePassword("hunter2", user: "jane", site: PasskeyScene.site, for: PasskeyScene.app)
        scene.device.sheets.will([.choose(0)])
        scene.device.person.will(.match)
        guard
            case .enteredPassword(let password) = try await news(
                scene, { $0.logIn(in: anchor, challenge: Data([1]), onlyIfAvailable: true) })
        else { throw Unexpected() }
        #expect(password.user == "jane")
        guard
            case .failed(.notHandled) = try await news(
                scene, { $0.offerPasskeysAboveKeyboard(in: anchor, challenge: Data([1])) })
        else { throw Unexpected() }
    }

    // MARK: - A plugin with JSON

    @Test("a plugin of a cross-platform framework returns responses that the server parses and accepts")
    func bridge() async throws {
        let scene = try await PasskeyScene()
        let server = try RelyingParty(id: PasskeyScene.site, origins: [Origin("https://\(PasskeyScene.site)")])
        let (challenge, handle) = (Challenge(), try UserHandle([1]))
        let encoded = Base64URL.encode(challenge.bytes)
        let options = #"""
            {"rp":{"id":"example.com","name":"Example"},"user":{"id":"AQ","name":"jane","displayName":"Jane"},
            "challenge":"\#(encoded)","pubKeyCredParams":[{"type":"public-key","alg":-7}],
            "authenticatorSelection":{"userVerification":"required"}
            """#
        scene.device.sheets.will([.proceed])
        scene.device.person.will(.match)
        let made = try await bridge(scene) { try await $0.create(options + "}") }
        let credential = try await server.verify(
            RegistrationResponse(json: Array(made.utf8)), for: RegistrationChallenge(challenge, for: handle),
            policy: RegistrationPolicy(userVerification: .required), now: scene.device.clock.now
        ).credential(isRegistered: false)

        scene.device.sheets.will([.choose(0)])
        scene.device.person.will(.match)
        let signed = try await bridge(scene) { try await $0.get(#"{"rpId":"example.com","challenge":"\#(encoded)"}"#) }
        let response = try AuthenticationResponse(json: Array(signed.utf8))
        #expect(response.userHandle == handle)
        _ = try server.verify(
            response, for: AuthenticationChallenge(challenge), with: credential,
            policy: AuthenticationPolicy(userVerification: .required))

        let known = Base64URL.encode(credential.id.bytes)
        scene.device.sheets.will([.proceed])
        scene.device.person.will(.match)
        await #expect(throws: PasskeyBridge.Failure.alreadyRegistered) {
            try await bridge(scene) {
                try await $0.create(options + #","excludeCredentials":[{"type":"public-key","id":"\#(known)"}]}"#)
            }
        }
        await #expect(throws: PasskeyBridge.Failure.cancelled) {
            try await bridge(scene) {
                try await $0.get(#"{"rpId":"example.com","challenge":"AQ","allowCredentials":[{"id":"AQ"}]}"#)
            }
        }
        await #expect(throws: PasskeyBridge.Failure.malformedOptions) { try await bridge(scene) { try await $0.get("{}") } }

        scene.device.insert(SimulatedSecurityKey(pin: "1234"))
        scene.device.sheets.will([.choose(0), .proceed, .password("1234")])
        let madeByKey = try await bridge(scene) { try await $0.create(options + "}") }
        let keyCredential = try await server.verify(
            RegistrationResponse(json: Array(madeByKey.utf8)), for: RegistrationChallenge(challenge, for: handle),
            policy: RegistrationPolicy(userVerification: .required), now: scene.device.clock.now
        ).credential(isRegistered: false)
        let keyID = Base64URL.encode(keyCredential.id.bytes)
        // The device has no passkey with this ID, so it asks for the security key.
        scene.device.sheets.will([.proceed, .password("1234")])
        let signedByKey = try await bridge(scene) {
            try await $0.get(#"{"rpId":"example.com","challenge":"\#(encoded)","allowCredentials":[{"id":"\#(keyID)"}]}"#)
        }
        _ = try server.verify(
            AuthenticationResponse(json: Array(signedByKey.utf8)),
            for: AuthenticationChallenge(challenge, for: handle, allowing: [keyCredential.id]), with: keyCredential,
            policy: AuthenticationPolicy(userVerification: .required))
    }

    @discardableResult
    private func bridge(
        _ scene: PasskeyScene, _ body: @MainActor (PasskeyBridge) async throws -> String
    ) async throws -> String {
        try await CurrentDevice.$link.withValue(try link(scene)) { try await body(PasskeyBridge()) }
    }

    // MARK: - Derived keys and security keys

    private func outcome(_ scene: PasskeyScene, _ begin: (NotesVault) -> Void) async throws -> NotesVault.Outcome {
        let link = try link(scene)
        let vault = NotesVault()
        let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<NotesVault.Outcome, Never>) in
            vault.completion = { continuation.resume(returning: $0) }
            CurrentDevice.$link.withValue(link) { begin(vault) }
        }
        return withExtendedLifetime(vault) { outcome }
    }

    @Test("one with security keys derives the same key at each sign-in, and finds excluded credentials")
    func vault() async throws {
        let scene = try await SecurityKeyScene(pin: "1234").scene
        let (device, challenge) = (scene.device, Data(Challenge().bytes))
        device.sheets.will([.proceed])
        device.person.will(.match)
        guard
            case .passkey(let passkey, derivesKeys: true) = try await outcome(
                scene, { $0.addPasskey(for: "jane", Data([1]), challenge: challenge, excluding: []) })
        else { throw Unexpected() }
        var keys: [SymmetricKey] = []
        for _ in 0..<2 {
            device.sheets.will([.choose(0)])
            device.person.will(.match)
            guard
                case .unlocked(let key) = try await outcome(
                    scene, { $0.unlock(challenge, passkeys: [passkey], securityKeys: []) })
            else { throw Unexpected() }
            keys.append(key)
        }
        #expect(keys[0] == keys[1] && keys[0].bitCount == 256)
        device.sheets.will([.proceed])
        device.person.will(.match)
        guard
            case .failed(let error) = try await outcome(
                scene, { $0.addPasskey(for: "jane", Data([1]), challenge: challenge, excluding: [passkey]) })
        else { throw Unexpected() }
        #expect(error.code == .matchedExcludedCredential)

        device.sheets.will([.proceed, .password("1234")])
        guard
            case .securityKey(let key) = try await outcome(
                scene, { $0.addSecurityKey(for: "jane", Data([1]), challenge: challenge, excluding: []) })
        else { throw Unexpected() }
        #expect(key.transports == [.usb])
        // The device offers its own passkey first, and the security key after it.
        device.sheets.will([.choose(1), .proceed, .password("1234")])
        guard
            case .signedIn(let assertion) = try await outcome(
                scene, { $0.unlock(challenge, passkeys: [passkey], securityKeys: [key.credentialID]) })
        else { throw Unexpected() }
        #expect(assertion.credentialID == key.credentialID)
        device.sheets.will([.proceed, .password("1234")])
        guard
            case .failed(let excluded) = try await outcome(
                scene, { $0.addSecurityKey(for: "jane", Data([1]), challenge: challenge, excluding: [key.credentialID]) })
        else { throw Unexpected() }
        #expect(excluded.code == .matchedExcludedCredential)
    }

    // MARK: - The controller of an environment

    @Test("one in Swift 6 mode registers, signs in, upgrades a password and creates an account")
    func model() async throws {
        let scene = try await PasskeyScene()
        let link = try link(scene)
        let (model, challenge) = (SignInModel(), Data(Challenge().bytes))
        let controller = CurrentDevice.$link.withValue(link) { AuthorizationController() }
        await model.offerSavedCredentials(controller, challenge: challenge)
        #expect(model.state == .showsForm)

        scene.savePassword()
        scene.device.sheets.will([.choose(0)])
        scene.device.person.will(.match)
        await model.offerSavedCredentials(controller, challenge: challenge)
        #expect(model.state == .enteredPassword(user: "jane"))
        #expect(await model.upgrade(controller, user: "jane", userID: Data([1]), challenge: challenge))
        #expect(await model.upgrade(controller, user: "jane", userID: Data([1]), challenge: challenge) == false)

        scene.device.sheets.will([.choose(0)])
        scene.device.person.will(.match)
        await model.offerSavedCredentials(controller, challenge: challenge)
        #expect(model.state == .signedIn(userID: Data([1])))

        scene.device.sheets.will([.proceed])
        scene.device.person.will(.match)
        await model.register(controller, user: "joe", userID: Data([2]), challenge: challenge)
        guard case .registered(let id) = model.state else { throw Unexpected() }
        try await CurrentDevice.$link.withValue(link) { try await model.report(accepted: [], of: Data([2])) }
        #expect(scene.device.hiddenPasskeys.map(\.user) == ["joe"] && id.count == 20)

        scene.device.sheets.will([.cancel])
        await model.createAccount(controller, userID: Data([3]), challenge: challenge)
        #expect(model.state == .showsForm)
    }

    private struct Unexpected: Error {}
}

extension AccountManager.News {
    fileprivate var isClosedSheet: Bool { if case .sheetClosed = self { true } else { false } }
}
