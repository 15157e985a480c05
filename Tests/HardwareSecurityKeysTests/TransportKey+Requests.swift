import Crypto
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Secrets
import Testing
import WebAuthn

@testable import HardwareSecurityKeys

/// Requests of a client at example.com, each with its client data.
extension TransportKey {
    static let site = "example.com"

    func create(
        _ challenge: Challenge = Challenge(), handle: [UInt8] = [1], excluding excluded: [[UInt8]] = [],
        userVerification: SecurityKeyPreference = .discouraged, residentKey: SecurityKeyPreference = .discouraged,
        pin: String? = nil, until cancellation: PromptCancellationToken = PromptCancellationToken()
    ) throws -> (SecurityKeyCredential, clientData: [UInt8]) {
        let request = try #require(
            SecurityKeyRegistrationRequest(
                relyingParty: Self.site, challenge: challenge.bytes, userName: "jane", userHandle: handle,
                excludedCredentials: excluded, userVerification: userVerification, residentKey: residentKey, algorithms: [-7]))
        let clientData = Self.clientData("webauthn.create", challenge)
        let order = SecurityKeyCreation(request, clientDataHash: Array(SHA256.hash(data: clientData)))
        let made = try hardware.create(order, pin: pin.map { SecretBytes(utf8: $0) }, until: cancellation)
        return (made, clientData)
    }

    func sign(
        _ challenge: Challenge = Challenge(), allowing allowed: [[UInt8]] = [],
        userVerification: SecurityKeyPreference = .discouraged, pin: String? = nil
    ) throws -> (SecurityKeySignature, clientData: [UInt8]) {
        let order = try order(challenge, allowing: allowed, userVerification: userVerification)
        let signed = try hardware.sign(order, pin: pin.map { SecretBytes(utf8: $0) }, until: PromptCancellationToken())
        return (signed, Self.clientData("webauthn.get", challenge))
    }

    func order(
        _ challenge: Challenge = Challenge(), allowing allowed: [[UInt8]] = [],
        userVerification: SecurityKeyPreference = .discouraged
    ) throws -> SecurityKeySignatureOrder {
        let request = try #require(
            SecurityKeyAssertionRequest(
                relyingParty: Self.site, challenge: challenge.bytes, allowedCredentials: allowed,
                userVerification: userVerification))
        let digest = SHA256.hash(data: Self.clientData("webauthn.get", challenge))
        return SecurityKeySignatureOrder(request, clientDataHash: Array(digest))
    }

    private static func clientData(_ type: String, _ challenge: Challenge) -> [UInt8] {
        let text = Base64URL.encode(challenge.bytes)
        return Array(#"{"type":"\#(type)","challenge":"\#(text)","origin":"https://\#(site)"}"#.utf8)
    }
}

/// Returns the rejection of a request; nil if it succeeds.
func rejection(_ body: () throws -> Void) -> SecurityKeyRejection? {
    do {
        try body()
    } catch let rejection as SecurityKeyRejection {
        return rejection
    } catch {
        Issue.record(error)
    }
    return nil
}
