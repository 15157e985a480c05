import DeviceProtocol
import Foundation

// The archives of credentials. They do not contain the outputs of extensions, because keys are not archived.

extension PasskeyRegistration {
    func encode(with coder: NSCoder) {
        coder.encode(octets: credentialID, "credentialID")
        coder.encode(octets: clientData, "rawClientDataJSON")
        coder.encode(octets: attestationObject, "rawAttestationObject")
    }

    /// Returns nil if a part is missing.
    init?(coder: NSCoder) {
        guard let credentialID = coder.octets("credentialID"), let clientData = coder.octets("rawClientDataJSON"),
            let attestationObject = coder.octets("rawAttestationObject")
        else { return nil }
        self.init(credentialID: credentialID, clientData: clientData, attestationObject: attestationObject)
    }
}

extension PasskeyAssertion {
    func encode(with coder: NSCoder) {
        coder.encode(octets: credentialID, "credentialID")
        coder.encode(octets: userHandle, "userID")
        coder.encode(octets: clientData, "rawClientDataJSON")
        coder.encode(octets: authenticatorData, "rawAuthenticatorData")
        coder.encode(octets: signature, "signature")
    }

    /// Returns nil if a part is missing.
    init?(coder: NSCoder) {
        guard let credentialID = coder.octets("credentialID"), let userHandle = coder.octets("userID"),
            let clientData = coder.octets("rawClientDataJSON"), let authenticatorData = coder.octets("rawAuthenticatorData"),
            let signature = coder.octets("signature")
        else { return nil }
        self.init(
            credentialID: credentialID, userHandle: userHandle, clientData: clientData, authenticatorData: authenticatorData,
            signature: signature)
    }
}

extension NSCoder {
    fileprivate func encode(octets: [UInt8], _ key: String) {
        encode(Data(octets) as NSData, forKey: key)
    }

    fileprivate func octets(_ key: String) -> [UInt8]? {
        (decodeObject(of: NSData.self, forKey: key) as Data?).map { Array($0) }
    }
}
