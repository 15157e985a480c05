import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import Foundation
import PasswordManager
import Secrets

@testable import DeviceServices

/// The passkeys of an app that is associated with every site: from the options of a server to the responses of the device, in JSON.
struct PasskeyCeremony {
    struct Misuse: Error {}

    private let authenticator: PasskeyAuthenticator
    private let app: App

    init(_ store: KeychainPasskeys, now: @escaping @Sendable () -> Date) throws {
        guard let group = AccessGroup(rawValue: "ABCDE12345.com.example.app") else { throw Misuse() }
        app = App(identifier: group)
        authenticator = PasskeyAuthenticator(store: store, associations: EverySite(), now: now)
    }

    /// Creates a passkey. Returns the response, or `excluded` if the device has a passkey that the options exclude.
    func create(_ json: String) throws -> String {
        let options = try JSONDecoder().decode(CreationOptions.self, from: Data(json.utf8))
        guard let challenge = Base64URL.decode(options.challenge), let handle = Base64URL.decode(options.user.id),
            let request = PasskeyRegistrationRequest(
                relyingParty: options.rp.id, challenge: challenge, userName: options.user.name, userHandle: handle,
                excludedCredentials: (options.excludeCredentials ?? []).compactMap { Base64URL.decode($0.id) })
        else { throw Misuse() }
        switch try authenticator.create(request, for: app, isBackedUp: true) {
        case .granted(.passkeyRegistration(let made)):
            return try Self.json(
                made.credentialID, ["clientDataJSON": made.clientData, "attestationObject": made.attestationObject])
        case .rejected(let rejection) where rejection.code == .matchedExcludedCredential: return "excluded"
        default: throw Misuse()
        }
    }

    /// Signs in with the first passkey of the site.
    func sign(_ json: String) throws -> String {
        let options = try JSONDecoder().decode(RequestOptions.self, from: Data(json.utf8))
        guard let challenge = Base64URL.decode(options.challenge),
            let request = PasskeyAssertionRequest(relyingParty: options.rpId, challenge: challenge),
            let passkey = authenticator.offers(for: request).first,
            case .granted(.passkeyAssertion(let signed)) = try authenticator.sign(
                request, with: passkey, for: app, isBackedUp: true)
        else { throw Misuse() }
        return try Self.json(
            signed.credentialID,
            [
                "clientDataJSON": signed.clientData, "authenticatorData": signed.authenticatorData,
                "signature": signed.signature, "userHandle": signed.userHandle,
            ])
    }

    /// Reports the argument of `signalAllAcceptedCredentials`.
    func report(_ json: String) throws {
        let signal = try JSONDecoder().decode(AcceptedSignal.self, from: Data(json.utf8))
        guard let handle = Base64URL.decode(signal.userId),
            let accepted = AcceptedPasskeys(
                relyingParty: signal.rpId, userHandle: handle,
                credentialIDs: signal.allAcceptedCredentialIds.compactMap { Base64URL.decode($0) }),
            try authenticator.apply(.acceptedPasskeys(accepted), of: app) == .accepted
        else { throw Misuse() }
    }

    private static func json(_ id: [UInt8], _ response: [String: [UInt8]]) throws -> String {
        let encoded = Response(
            id: Base64URL.encode(id), rawId: Base64URL.encode(id), type: "public-key",
            response: response.mapValues { Base64URL.encode($0) })
        return String(decoding: try JSONEncoder().encode(encoded), as: UTF8.self)
    }
}

private struct EverySite: DomainAssociations {
    func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { true }
    func hosts(of app: AppIdentifier) -> [DomainName] { [] }
}

private struct CreationOptions: Decodable {
    struct RelyingParty: Decodable {
        let id: String
    }

    struct User: Decodable {
        let id: String
        let name: String
    }

    struct Known: Decodable {
        let id: String
    }

    let rp: RelyingParty
    let user: User
    let challenge: String
    let excludeCredentials: [Known]?
}

private struct RequestOptions: Decodable {
    let rpId: String
    let challenge: String
}

private struct AcceptedSignal: Decodable {
    let rpId: String
    let userId: String
    let allAcceptedCredentialIds: [String]
}

private struct Response: Encodable {
    let id: String
    let rawId: String
    let type: String
    let response: [String: String]
}
