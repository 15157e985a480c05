import Foundation
import OpenSecurity

// Security's own operations, with data for data and errors thrown.
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
        try reportedObject(operation) as Data
    }

    private func reportedObject<Value>(_ operation: (FailureOutlet) -> Value?) throws -> Value {
        var failure: Unmanaged<CFError>?
        if let value = operation(&failure) { return value }
        let error = failure?.takeRetainedValue() ?? SecurityFailure(errSecInternalComponent, "no error was given").error
        throw error.domain == LAErrorDomain ? LAError(_nsError: error) : error
    }
}

/// The parameters of a key exchange, taken out of the app's dictionary, which cannot go to another thread.
struct ExchangeParameters: Sendable {
    private var requestedSize: Int?
    private var sharedInformation: Data?
    /// A parameter of a kind that it never has: refused as Security refuses it.
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
        // What cannot be read is refused there as any wrong size is.
        if isMistyped { dictionary[size] = "mistyped" as NSString }
        return dictionary
    }

    /// By itself or by its raw value, as a string of either kind.
    private static func parameter(_ key: AnyHashable) -> SecKeyKeyExchangeParameter? {
        if let parameter = key.base as? SecKeyKeyExchangeParameter { return parameter }
        if let name = key.base as? String { return SecKeyKeyExchangeParameter(rawValue: name as NSString) }
        return (key.base as? NSString).map { SecKeyKeyExchangeParameter(rawValue: $0) }
    }
}
