import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing
import WebAuthn

@Suite("Rejected requests for passkeys") @MainActor
struct PasskeyRejectionTests {
    private static let stranger = "ABCDE12345.com.example.stranger"

    @Test("an app without an association receives Apple's error and reason, and no sheet is shown")
    func notAssociated() async throws {
        let scene = try await PasskeyScene()
        let credential = try await scene.register()
        let count = scene.device.sheets.shown.count
        for request in [scene.registration(), scene.assertion(allowing: [Data(credential.id.bytes)])] as [ASAuthorizationRequest] {
            let error = try await scene.error([request], sheets: [], as: Self.stranger)
            #expect(error.code == .failed)
            let reason = (error as NSError).localizedFailureReason
            #expect(reason == "Application with identifier \(Self.stranger) is not associated with domain example.com")
        }
        #expect(scene.device.sheets.shown.count == count && scene.device.savedPasskeys.count == 1)
    }

    @Test("an association that ends while the sheet is open yields neither a passkey nor a signature", arguments: [true, false])
    func changedAssociation(isRegistered: Bool) async throws {
        let scene = try await PasskeyScene()
        if isRegistered { try await scene.register() }
        let shown = scene.device.sheets.shown.count
        let app = CredentialRequester()
        scene.device.sheets.will(.wait)
        scene.device.person.will(.match)
        await app.perform([isRegistered ? scene.assertion() : scene.registration()], on: scene.device) { _ in
            await scene.device.sheets.shown(times: shown + 1)
            try? await scene.device.install(associatedDomains: [])
            scene.device.sheets.will(isRegistered ? .choose(0) : .proceed)
        }
        #expect(app.told == [.error(.failed)])
        #expect(scene.device.savedPasskeys.count == (isRegistered ? 1 : 0))
    }

    @Test(
        "a relying party that is not a domain below a public suffix is rejected, even if the app is associated with it",
        arguments: [
            ("co.uk", false), ("example.co.uk", true), ("com", false), ("github.io", false), ("jane.github.io", true),
            ("127.0.0.1", false), ("EXAMPLE.co.uk", false), ("https://example.co.uk", false), ("", false), ("localhost", false),
        ])
    func relyingParties(id: String, isAccepted: Bool) async throws {
        let scene = try await PasskeyScene()
        scene.device.shareWebCredentials(with: [id, id.lowercased()])
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: id)
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(Challenge().bytes), name: "jane", userID: Data([1]))
        if isAccepted {
            _ = try await scene.perform([request], sheets: [.proceed], person: .match)
        } else {
            #expect(try await scene.error([request], sheets: [.proceed], person: .match).code == .failed)
        }
        #expect(scene.device.savedPasskeys.map(\.site) == (isAccepted ? [id] : []))
    }

    @Test("a passkey of another relying party is not offered, and does not exclude")
    func otherRelyingParty() async throws {
        let scene = try await PasskeyScene()
        let credential = try await scene.register()
        scene.device.shareWebCredentials(with: ["example.org"])
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.org")
        let challenge = Data(Challenge().bytes)
        #expect(try await scene.error([provider.createCredentialAssertionRequest(challenge: challenge)]).code == .canceled)
        let request = provider.createCredentialRegistrationRequest(challenge: challenge, name: "jane", userID: Data([1]))
        request.excludedCredentials = [.init(credentialID: Data(credential.id.bytes))]
        _ = try await scene.perform([request], sheets: [.proceed], person: .match)
        #expect(scene.device.savedPasskeys.map(\.site) == ["example.com", "example.org"])
    }

    @Test("an excluded passkey ends the request with matchedExcludedCredential, but only after the user confirmed")
    func excluded() async throws {
        let scene = try await PasskeyScene()
        let credential = try await scene.register()
        let request = { scene.registration("jane", handle: [2], excluding: [Data(credential.id.bytes)]) }
        #expect(try await scene.error([request()], sheets: [.cancel]).code == .canceled)
        #expect(try await scene.error([request()], sheets: [.proceed], person: .cancel).code == .canceled)
        #expect(try await scene.error([request()], sheets: [.proceed], person: .match).code == .matchedExcludedCredential)
        #expect(scene.device.savedPasskeys.count == 1)
        #expect(try await scene.signIn(with: credential).user.bytes == [1])
    }

    @Test("a device without passcode or account creates no passkey", arguments: [true, false])
    func notConfigured(hasPasscode: Bool) async throws {
        let scene = try await PasskeyScene(passcode: hasPasscode ? "2468" : nil, account: hasPasscode ? nil : "jane")
        let error = try await scene.error([scene.registration()], sheets: [.proceed], person: .match)
        #expect(error.code == .deviceNotConfiguredForPasskeyCreation)
        #expect(scene.device.sheets.shown.isEmpty && scene.device.savedPasskeys.isEmpty)
    }

    @Test("a passkey is not used after the passcode was removed")
    func withoutPasscode() async throws {
        let device = try DeviceSimulator(biometry: .none)
        let scene = try await PasskeyScene(device)
        _ = try await scene.perform([scene.registration()], sheets: [.proceed], person: .passcode("2468"))
        try device.removePasscode("2468")
        #expect(try await scene.error([scene.assertion()], sheets: [.choose(0)]).code == .failed)
    }

    @Test(
        "without the owner, there is neither a passkey nor a signature",
        arguments: [[SimulatedPerson.Answer.cancel], [.noMatch, .cancel]])
    func withoutOwner(answers: [SimulatedPerson.Answer]) async throws {
        let scene = try await PasskeyScene()
        try await scene.register()
        let table: [(ASAuthorizationRequest, SimulatedSheets.Answer)] = [
            (scene.assertion(), .choose(0)), (scene.registration("joe", handle: [2]), .proceed),
        ]
        for (request, answer) in table {
            for answer in answers { scene.device.person.will(answer) }
            #expect(try await scene.error([request], sheets: [answer]).code == .canceled)
            let prompts = scene.device.person.promptCount
            #expect(try await scene.error([request], sheets: [.cancel]).code == .canceled)
            #expect(scene.device.person.promptCount == prompts)
        }
        #expect(scene.device.savedPasskeys.map(\.user) == ["jane"])
    }

    @Test("a locked device offers no passkey and creates none")
    func locked() async throws {
        let scene = try await PasskeyScene()
        try await scene.register()
        scene.device.lock()
        let shown = scene.device.sheets.shown.count
        #expect(try await scene.error([scene.assertion()]).code == .canceled)
        #expect(try await scene.error([scene.registration()]).code == .notInteractive)
        #expect(scene.device.sheets.shown.count == shown)
    }

    @Test("a conditional, combined or malformed request fails without a sheet")
    func malformed() async throws {
        let scene = try await PasskeyScene()
        let conditional = scene.provider.createCredentialRegistrationRequest(
            challenge: Data(Challenge().bytes), name: "jane", userID: Data([1]), requestStyle: .conditional)
        #expect(conditional.requestStyle == .conditional)
        let long = scene.registration(handle: [UInt8](repeating: 1, count: 65))
        let control = scene.registration("ja\u{1B}[2Jne")
        let empty = scene.provider.createCredentialAssertionRequest(challenge: Data())
        for requests in [[conditional], [long], [control], [empty], [scene.registration(), scene.assertion()]] {
            #expect(try await scene.error(requests, sheets: []).code == .failed)
        }
        #expect(scene.device.sheets.shown.isEmpty)
        let longest = scene.registration(handle: [UInt8](repeating: 1, count: 64))
        _ = try await scene.perform([longest], sheets: [.proceed], person: .match)
    }
}
