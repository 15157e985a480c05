import Foundation
import OpenSecurity
import Testing

/// Keys to test with; each made once.
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

/// The value of a Security function; throws the error that it puts out.
func result<Value>(_ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?) throws -> Value {
    var error: Unmanaged<CFError>?
    if let value = call(&error) {
        #expect(error == nil, "a value and an error")
        return value
    }
    throw try #require(error, "neither a value nor an error").takeRetainedValue()
}

/// The code of the error that a Security function puts out, in the domain of statuses; nil if it gives a value.
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

/// The same for a function that answers with a truth value.
func status(ofCheck call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Bool) -> OSStatus? {
    status { call($0) ? true : nil }
}
