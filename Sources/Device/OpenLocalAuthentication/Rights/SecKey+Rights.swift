import DeviceProtocol
import Foundation
import OpenSecurity

// Security's operations with `Data` and thrown errors.
extension SecKey {
    func signature(over data: Data, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try reported { SecKeyCreateSignature(self, algorithm, data as NSData, $0) }
    }

    func decryption(of data: Data, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try reported { SecKeyCreateDecryptedData(self, algorithm, data as NSData, $0) }
    }

    func encryption(of data: Data, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try reported { SecKeyCreateEncryptedData(self, algorithm, data as NSData, $0) }
    }

    func secret(with peer: Data, _ algorithm: SecKeyAlgorithm, _ parameters: ExchangeParameters) throws -> Data {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass as String: kSecAttrKeyClassPublic,
        ]
        let peer: SecKey = try reportedObject { SecKeyCreateWithData(peer as NSData, attributes as NSDictionary, $0) }
        return try reported { SecKeyCopyKeyExchangeResult(self, algorithm, peer, parameters.dictionary, $0) }
    }

    func verify(_ signature: Data, over data: Data, _ algorithm: SecKeyAlgorithm) throws {
        let _: Bool = try reportedObject {
            SecKeyVerifySignature(self, algorithm, data as NSData, signature as NSData, $0) ? true : nil
        }
    }

    private func reported(_ operation: (FailureOutlet) -> CFData?) throws -> Data {
        Data(try reportedObject(operation).octets)
    }

    private func reportedObject<Value>(_ operation: (FailureOutlet) -> Value?) throws -> Value {
        var failure: Unmanaged<CFError>?
        if let value = operation(&failure) { return value }
        let error = failure?.takeRetainedValue() ?? SecurityFailure(errSecInternalComponent, "the function returned no error").error
        throw error.domain == LAErrorDomain ? LAError(_nsError: error) : error
    }
}

/// The parameters of a key exchange, extracted from the app's dictionary, which cannot be passed to another thread.
struct ExchangeParameters: Sendable {
    private var requestedSize: Int?
    private var sharedInformation: Data?
    /// Whether a parameter has the wrong type. Security rejects it.
    private var isMistyped = false

    init(_ parameters: [AnyHashable: Any]) {
        for (name, value) in parameters {
            switch Self.parameter(name) {
            case .requestedSize:
                requestedSize = (value as? Int) ?? (value as? NSNumber)?.intValue
                if requestedSize == nil { isMistyped = true }
            case .sharedInfo:
                sharedInformation = value as? Data ?? (value as? NSData).map { $0 as Data }
                if sharedInformation == nil { isMistyped = true }
            default: break
            }
        }
    }

    var dictionary: NSDictionary {
        let dictionary = NSMutableDictionary()
        let size = SecKeyKeyExchangeParameter.requestedSize.rawValue
        dictionary[size] = requestedSize.map { NSNumber(value: $0) }
        dictionary[SecKeyKeyExchangeParameter.sharedInfo.rawValue] = sharedInformation.map { $0 as NSData }
        // A value of the wrong type is rejected like a wrong size.
        if isMistyped { dictionary[size] = "mistyped" as NSString }
        return dictionary
    }

    /// Converts a key of the dictionary: a parameter, or its raw value as either type of string.
    private static func parameter(_ key: AnyHashable) -> SecKeyKeyExchangeParameter? {
        if let parameter = key.base as? SecKeyKeyExchangeParameter { return parameter }
        if let name = key.base as? String { return SecKeyKeyExchangeParameter(rawValue: name as NSString) }
        return (key.base as? NSString).map { SecKeyKeyExchangeParameter(rawValue: $0) }
    }
}

/// The private key of a saved right, which the device uses while the right is authorized.
struct RightKeyHolder: RemotePrivateKey {
    let identifier: RightIdentifier
    let key: P256PublicKey
    let authorization: RightAuthorization

    var publicKey: [UInt8] { key.x963 }

    func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        guard let digest = Octets32(digest) else { throw .parameter("a digest for P-256 must have \(Octets32.length) bytes") }
        return try answer { (use) throws(DeviceError) in Sign(key: .right(identifier), digest: digest, authentication: use) }
            .bytes
    }

    func sharedSecret(with peer: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        guard let peer = P256PublicKey(x963: peer) else { throw .parameter("the peer's key is not a P-256 key") }
        return try answer { (use) throws(DeviceError) in Exchange(key: .right(identifier), peer: peer, authentication: use) }
            .bytes
    }

    /// Returns the attestation of the key by the enclave. Needs no authorization.
    func attestation(over digest: Octets32) throws(DeviceError) -> KeyAttestation {
        try authorization.device.perform(Attest(key: .right(identifier), digest: digest))
    }

    /// Sends a request. Neither this process nor the device shows a prompt.
    private func answer<Request: DeviceRequest>(
        _ request: (AuthenticationUse) throws(DeviceError) -> Request
    ) throws(SecurityFailure) -> Request.Answer {
        do throws(DeviceError) {
            let use = AuthenticationUse(context: try authorization.authorizedContext(), interface: .fail)
            return try authorization.device.perform(try request(use))
        } catch {
            throw error.securityFailure
        }
    }
}
