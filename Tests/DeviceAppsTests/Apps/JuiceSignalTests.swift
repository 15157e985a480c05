import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@testable import JuiceApp

@Suite("Signals in the responses of Juice's server") @MainActor
struct JuiceSignalTests {
    private let device: DeviceSimulator
    private let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")

    init() throws {
        device = try DeviceSimulator(biometry: .faceID, passcode: "2468")
        try device.signIn(toAppleAccount: "jane", service: "http://127.0.0.1:9")
        device.shareWebCredentials(with: ["example.com"])
    }

    @Test("a rejected registration removes the passkey that the device created for it from the sheet")
    func rejectedRegistration() async throws {
        let passkey = try await create()
        #expect(try await isOffered(passkey))
        await report(
            status: 400,
            #""signalAllAcceptedCredentials": {"rpId": "example.com", "userId": "AQ", "allAcceptedCredentialIds": []}"#)
        #expect(try await !isOffered(passkey))
    }

    @Test("a passkey that no account has is deleted")
    func unknown() async throws {
        let passkey = try await create()
        await report(
            status: 401,
            #""signalUnknownCredential": {"rpId": "example.com", "credentialId": "\#(passkey.base64URLEncodedString())"}"#)
        #expect(device.savedPasskeys.isEmpty)
    }

    @Test("a sign-in shows the current name of the account, and keeps its passkeys")
    func signIn() async throws {
        let passkey = try await create()
        await report(
            status: 200,
            #"""
            "signalAllAcceptedCredentials": {
              "rpId": "example.com", "userId": "AQ", "allAcceptedCredentialIds": ["\#(passkey.base64URLEncodedString())"]
            },
            "signalCurrentUserDetails": {"rpId": "example.com", "userId": "AQ", "name": "mary", "displayName": "Mary"}
            """#)
        #expect(device.savedPasskeys.map(\.user) == ["mary"])
        #expect(try await isOffered(passkey))
    }

    @Test("a list with a malformed ID hides nothing, and a response without signals changes nothing")
    func malformed() async throws {
        let passkey = try await create()
        await report(
            status: 200,
            #""signalAllAcceptedCredentials": {"rpId": "example.com", "userId": "AQ", "allAcceptedCredentialIds": ["é"]}"#)
        #expect(try await isOffered(passkey))
        for body in ["", "{}", "[]", #"{"signals": 1}"#] {
            #expect(ServerAnswer(status: 200, content: Data(body.utf8)).signals == nil)
        }
    }

    /// Creates a passkey for the user handle 1, and returns its ID.
    private func create() async throws -> Data {
        device.sheets.will(.proceed)
        device.person.will(.match)
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(repeating: 1, count: 32), name: "jane", userID: Data([1]))
        guard case .passkeyRegistration(let passkey) = try await perform(request) else { throw UnexpectedCredential() }
        return passkey.credentialID
    }

    private func isOffered(_ passkey: Data) async throws -> Bool {
        let request = provider.createCredentialAssertionRequest(challenge: Data(repeating: 2, count: 32))
        do {
            device.sheets.will(.choose(0))
            device.person.will(.match)
            guard case .passkeyAssertion(let assertion) = try await perform(request) else { throw UnexpectedCredential() }
            return assertion.credentialID == passkey
        } catch ASAuthorizationError.canceled {
            return false
        }
    }

    private func perform(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationResult {
        let controller = try asApp { AuthorizationController() }
        return try await controller.performRequest(request)
    }

    private func report(status: Int, _ signals: String) async {
        let answer = ServerAnswer(status: status, content: Data(#"{"code": "x", "signals": {\#(signals)}}"#.utf8))
        guard let manager = try? asApp({ ASCredentialDataManager() }) else { return }
        await answer.signals?.report(to: manager)
    }

    private func asApp<Value>(_ body: () -> Value) throws -> Value {
        CurrentDevice.$link.withValue(try device.link(ofApp: DeviceSimulator.usualApp, accessGroups: []), operation: body)
    }

    private struct UnexpectedCredential: Error {}
}
