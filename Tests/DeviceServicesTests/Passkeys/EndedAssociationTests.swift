import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import Foundation
import PasswordManager
import Secrets
import Synchronization
import Testing

@testable import DeviceServices
@testable import DeviceSimulator

@Suite("The association of an app that uses a security key, or a passkey of another password manager")
struct EndedAssociationTests {
    private final class Associations: DomainAssociations {
        private let isHeld = Mutex(true)

        func end() { isHeld.withLock { $0 = false } }
        func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { isHeld.withLock { $0 } }
        func hosts(of app: AppIdentifier) -> [DomainName] { [] }
    }

    /// A security key that reports when it waits for a touch.
    private struct WaitingKey: SecurityKey {
        let software = SoftwareSecurityKey(pin: nil)
        let whenWaiting: @Sendable () -> Void

        func create(
            _ order: SecurityKeyCreation, pin: SecretBytes?, until cancellation: PromptCancellationToken
        ) throws(SecurityKeyRejection) -> SecurityKeyCredential {
            whenWaiting()
            return try software.create(order, pin: pin, until: cancellation)
        }

        func sign(
            _ order: SecurityKeySignatureOrder, pin: SecretBytes?, until cancellation: PromptCancellationToken
        ) throws(SecurityKeyRejection) -> SecurityKeySignature {
            whenWaiting()
            return try software.sign(order, pin: pin, until: cancellation)
        }
    }

    /// The moment at which the association ends.
    enum Moment: CaseIterable, Sendable {
        case never, before, meanwhile
    }

    private let associations = Associations()
    private let challenge: [UInt8] = [1]

    private func authenticator() throws -> PasskeyAuthenticator {
        let device = try DeviceSimulator()
        return PasskeyAuthenticator(
            store: KeychainPasskeys(link: BrokerLink.system(device.device.broker)), associations: associations,
            now: { Date(timeIntervalSince1970: 0) })
    }

    private func app(_ name: String = "app") throws -> App {
        App(identifier: try #require(AccessGroup(rawValue: "ABCDE12345.com.example.\(name)")))
    }

    private func check(_ outcome: AuthorizationOutcome, _ moment: Moment, isAsked: Bool) {
        #expect(isAsked == (moment != .before))
        switch outcome {
        case .granted: #expect(moment == .never)
        case .rejected(let rejection):
            #expect(rejection.code == .failed && rejection.reason.contains("is not associated with domain example.com"))
            #expect(moment != .never)
        }
    }

    @Test(
        "if it ended before, the password manager creates nothing; if it ends meanwhile, the app gets nothing",
        arguments: Moment.allCases)
    func creation(moment: Moment) throws {
        let request = try #require(
            PasskeyRegistrationRequest(relyingParty: "example.com", challenge: challenge, userName: "ann", userHandle: [2]))
        let registration = try #require(
            ProvidedRegistration(
                relyingParty: "example.com", clientDataHash: [3], credentialID: [4], attestationObject: [5]))
        if moment == .before { associations.end() }
        var isAsked = false
        let vault = try AppIdentifier("ABCDE12345.com.example.vault")
        let outcome = try authenticator().create(request, at: vault, for: app()) { order in
            isAsked = true
            #expect(order.relyingParty == "example.com" && order.userName == "ann" && order.userHandle == [2])
            if moment == .meanwhile { associations.end() }
            return .registration(registration)
        }
        check(outcome, moment, isAsked: isAsked)
    }

    @Test(
        "if it ended before, the password manager signs nothing; if it ends meanwhile, the app gets nothing",
        arguments: Moment.allCases)
    func signature(moment: Moment) throws {
        let request = try #require(PasskeyAssertionRequest(relyingParty: "example.com", challenge: challenge))
        let assertion = try #require(
            ProvidedAssertion(
                relyingParty: "example.com", credentialID: [1], userHandle: [2], clientDataHash: [3], authenticatorData: [4],
                signature: [5]))
        if moment == .before { associations.end() }
        var isAsked = false
        let passkey = ProvidedPasskey(
            provider: try AppIdentifier("ABCDE12345.com.example.vault"), identity: try ProviderCeremonyTests.identity(.passkey))
        let outcome = try authenticator().sign(request, with: passkey, for: app()) { _ in
            isAsked = true
            if moment == .meanwhile { associations.end() }
            return .passkey(assertion)
        }
        check(outcome, moment, isAsked: isAsked)
    }

    @Test(
        "if it ended before, the password manager shows no list; if it ends meanwhile, the app gets neither passkey nor password",
        arguments: Moment.allCases, [true, false])
    func list(moment: Moment, isPassword: Bool) throws {
        let request = try #require(PasskeyAssertionRequest(relyingParty: "example.com", challenge: challenge))
        let assertion = try #require(
            ProvidedAssertion(
                relyingParty: "example.com", credentialID: [1], userHandle: [2], clientDataHash: [3], authenticatorData: [4],
                signature: [5]))
        if moment == .before { associations.end() }
        var isAsked = false
        let vault = try AppIdentifier("ABCDE12345.com.example.vault")
        let outcome = try authenticator().choose(request, at: vault, acceptsPasswords: true, for: app()) { order in
            isAsked = true
            #expect(order.relyingParty == "example.com")
            if moment == .meanwhile { associations.end() }
            return isPassword ? .password(PasswordGrant(user: "ann", password: "hunter2")) : .passkey(assertion)
        }
        check(outcome, moment, isAsked: isAsked)
    }

    @Test(
        "a security key is not used after the association ended, and its response is rejected if the association ends before the touch",
        arguments: Moment.allCases, [true, false])
    func securityKey(moment: Moment, isCreation: Bool) throws {
        let registration = try #require(
            SecurityKeyRegistrationRequest(
                relyingParty: "example.com", challenge: challenge, userName: "ann", userHandle: [2], userVerification: .discouraged,
                residentKey: .required, algorithms: [-7]))
        let assertion = try #require(
            SecurityKeyAssertionRequest(relyingParty: "example.com", challenge: challenge, userVerification: .discouraged))
        let isAsked = Mutex(false)
        let associations = associations
        let key = WaitingKey {
            isAsked.withLock { $0 = true }
            if moment == .meanwhile { associations.end() }
        }
        _ = try key.software.create(
            SecurityKeyCreation(registration, clientDataHash: [UInt8](repeating: 3, count: 32)), pin: nil,
            until: PromptCancellationToken())
        if moment == .before { associations.end() }
        let outcome = try authenticator().use(
            key, for: isCreation ? .registration(registration) : .assertion(assertion), pin: nil, app(),
            until: PromptCancellationToken())
        guard case .ended(let ended) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        check(ended, moment, isAsked: isAsked.withLock { $0 })
    }
}
