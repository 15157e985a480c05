import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import Foundation
import PasswordManager
import Secrets
import Testing

@testable import DeviceServices
@testable import DeviceSimulator

@Suite("What a device does after the rejection of a security key") struct SecurityKeyRejectionTests {
    private struct RejectingKey: SecurityKey {
        let rejection: SecurityKeyRejection
        let attemptsLeft: Int? = 3

        func create(
            _ order: SecurityKeyCreation, pin: SecretBytes?, until cancellation: PromptCancellationToken
        ) throws(SecurityKeyRejection) -> SecurityKeyCredential {
            throw rejection
        }

        func sign(
            _ order: SecurityKeySignatureOrder, pin: SecretBytes?, until cancellation: PromptCancellationToken
        ) throws(SecurityKeyRejection) -> SecurityKeySignature {
            throw rejection
        }
    }

    private struct Associated: DomainAssociations {
        func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { true }
        func hosts(of app: AppIdentifier) -> [DomainName] { [] }
    }

    @Test("it asks for the key or its PIN again, or ends the request", arguments: SecurityKeyRejection.allCases)
    func outcome(rejection: SecurityKeyRejection) throws {
        let device = try DeviceSimulator()
        let authenticator = PasskeyAuthenticator(
            store: KeychainPasskeys(link: BrokerLink.system(device.device.broker)), associations: Associated(),
            now: { Date(timeIntervalSince1970: 0) })
        let request = SecurityKeyRequest.assertion(
            try #require(SecurityKeyAssertionRequest(relyingParty: "example.com", challenge: [1])))
        let app = App(identifier: try #require(AccessGroup(rawValue: "ABCDE12345.com.example.app")))
        let outcome = authenticator.use(
            RejectingKey(rejection: rejection), for: request, pin: nil, app, until: PromptCancellationToken())
        switch (rejection, outcome) {
        case (.missing, .keyMissing), (.pinRequired, .asksPIN(isRepeated: false, attempts: nil)): break
        case (.wrongPIN, .asksPIN(isRepeated: true, attempts: 3?)): break
        case (.notTouched, .ended(.rejected(let rejection))), (.cancelled, .ended(.rejected(let rejection))):
            #expect(rejection.code == .canceled)
        case (.excluded, .ended(.rejected(let rejection))): #expect(rejection.code == .matchedExcludedCredential)
        case (.pinBlocked, .ended(.rejected(let rejection))), (.pinPaused, .ended(.rejected(let rejection))),
            (.pinNotSet, .ended(.rejected(let rejection))), (.noCredential, .ended(.rejected(let rejection))),
            (.full, .ended(.rejected(let rejection))), (.several, .ended(.rejected(let rejection))),
            (.unusable, .ended(.rejected(let rejection))):
            #expect(rejection.code == .failed)
        default: Issue.record("\(outcome)")
        }
    }
}
