import Foundation
import OpenSecurity
import Testing

/// Sample keys, each created once.
enum KeySamples {
    static let p256 = curve(256)
    static let otherP256 = curve(256)
    static let p384 = curve(384)
    static let p521 = curve(521)
    static let rsa1024 = rsa(1_024)
    static let rsa2048 = rsa(2_048)
    static let rsa4096 = rsa(4_096)

    static let curves = [p256, p384, p521]
    static let all = curves + [rsa1024, rsa2048, rsa4096]

    static func curve(_ bits: Int) -> SecKey { make(kSecAttrKeyTypeECSECPrimeRandom, bits) }
    static func rsa(_ bits: Int) -> SecKey { make(kSecAttrKeyTypeRSA, bits) }

    private static func make(_ type: CFString, _ bits: Int) -> SecKey {
        let parameters: [String: Any] = [kSecAttrKeyType as String: type, kSecAttrKeySizeInBits as String: bits]
        guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, nil) else { fatalError("no key of \(bits) bits") }
        return key
    }
}

extension SecKey {
    var publicHalf: SecKey {
        get throws { try #require(SecKeyCopyPublicKey(self)) }
    }

    var bytes: Data {
        get throws { try result { SecKeyCopyExternalRepresentation(self, $0) } as Data }
    }
}

/// Returns the value of a Security function, or throws its error.
func result<Value>(_ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?) throws -> Value {
    var error: Unmanaged<CFError>?
    if let value = call(&error) {
        #expect(error == nil, "a value and an error")
        return value
    }
    throw try #require(error, "neither a value nor an error").takeRetainedValue()
}

/// Returns the code of a Security function's error in the domain of statuses, or nil if it returns a value.
func status<Value>(_ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?) -> OSStatus? {
    do {
        _ = try result(call)
        return nil
    } catch let error as NSError {
        #expect(error.domain == NSOSStatusErrorDomain)
        #expect(!error.localizedDescription.isEmpty)
        return OSStatus(error.code)
    }
}

/// Returns the code of the error of a function with a Boolean result, or nil.
func status(ofCheck call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Bool) -> OSStatus? {
    status { call($0) ? true : nil }
}
