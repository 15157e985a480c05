import AuthenticationServices
import Foundation

/// The signals about passkeys in a response of the server (Web Authentication Level 3, section 5.1.10).
struct PasskeySignals: Decodable {
    struct Unknown: Decodable {
        let rpId: String
        let credentialId: String
    }

    struct Accepted: Decodable {
        let rpId: String
        let userId: String
        let allAcceptedCredentialIds: [String]
    }

    struct Details: Decodable {
        let rpId: String
        let userId: String
        let name: String
    }

    let signalUnknownCredential: Unknown?
    let signalAllAcceptedCredentials: Accepted?
    let signalCurrentUserDetails: Details?

    /// Passes the signals to the device. A failure shows nothing, because a later response repeats them.
    func report(to manager: ASCredentialDataManager) async {
        if let signal = signalUnknownCredential, let id = Data(base64URLEncoded: signal.credentialId) {
            try? await manager.reportUnknownPublicKeyCredential(relyingPartyIdentifier: signal.rpId, credentialID: id)
        }
        if let signal = signalAllAcceptedCredentials, let user = Data(base64URLEncoded: signal.userId) {
            let ids = signal.allAcceptedCredentialIds.compactMap { Data(base64URLEncoded: $0) }
            // The device hides every passkey that a list omits.
            if ids.count == signal.allAcceptedCredentialIds.count {
                try? await manager.reportAllAcceptedPublicKeyCredentials(
                    relyingPartyIdentifier: signal.rpId, userHandle: user, acceptedCredentialIDs: ids)
            }
        }
        if let signal = signalCurrentUserDetails, let user = Data(base64URLEncoded: signal.userId) {
            try? await manager.reportPublicKeyCredentialUpdate(
                relyingPartyIdentifier: signal.rpId, userHandle: user, newName: signal.name)
        }
    }
}

extension ServerAnswer {
    /// The signals of the response; nil if it has none.
    var signals: PasskeySignals? {
        struct Signaling: Decodable {
            let signals: PasskeySignals?
        }
        return try? decoded(Signaling.self).signals
    }
}
