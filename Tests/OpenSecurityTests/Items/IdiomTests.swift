import Foundation
import OpenSecurity
import Testing

@Suite("Code in Apple's idiom") struct IdiomTests {
    @Test("a query consists of constants cast to strings") func query() {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrAccount as String: "anna",
            kSecReturnData as String: kCFBooleanTrue as Any,
        ]
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecUseDataProtectionKeychain as String] = kCFBooleanTrue!
        let dictionary = query as CFDictionary
        #expect(dictionary[kSecClass] as? String == "genp")
        #expect(dictionary[kSecReturnData] as? Bool == true)
        #expect(CFDictionaryGetCount(dictionary) == 5)
    }

    @Test("code for Apple's systems creates a key, signs and verifies") func keys() throws {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            kSecPrivateKeyAttrs: [kSecAttrIsPermanent: false] as [CFString: Any],
        ]
        var error: Unmanaged<CFError>?
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
            throw error!.takeRetainedValue() as any Error
        }
        let message = Data("an order".utf8)
        guard
            let signature = SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, message as CFData, &error) as Data?
        else { throw error!.takeRetainedValue() as any Error }
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        #expect(
            SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA256, message as CFData, signature as CFData, &error))
        #expect(error == nil)
    }

    @Test("descriptions of objects exist, and contain no byte of data")
    func descriptions() {
        let secret = Data("hunter2".utf8)
        #expect(CFCopyDescription(nil) == nil)
        #expect(CFCopyDescription("anna" as NSString) as String? == "anna")
        #expect(CFCopyDescription(secret as CFData) as String? == "<data>")
        #expect(CFCopyDescription([kSecValueData: secret] as [CFString: Any] as CFDictionary) as String? == "<dictionary of 1>")
        #expect(CFCopyDescription([secret, secret] as NSArray) as String? == "<array of 2>")
    }

    @Test("data exposes its bytes, and can use its caller's without copying") func bytes() {
        let data = Data([1, 2, 3]) as CFData
        #expect(Array(UnsafeBufferPointer(start: CFDataGetBytePtr(data), count: CFDataGetLength(data))) == [1, 2, 3])
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 2)
        defer { bytes.deallocate() }
        bytes.initialize(repeating: 7, count: 2)
        do {
            let borrowed = CFDataCreateWithBytesNoCopy(kCFAllocatorDefault, bytes, 2, kCFAllocatorNull)
            #expect(CFDataGetBytePtr(borrowed) == UnsafePointer(bytes))
            bytes[0] = 8
            #expect(borrowed as Data == Data([8, 7]))
        }
        #expect(bytes[0] == 8)
    }

    @Test("a code of four characters is a number") func fourCharacters() {
        let code: FourCharCode = 0x6b65_7973
        #expect(withUnsafeBytes(of: code.bigEndian) { String(decoding: $0, as: UTF8.self) } == "keys")
    }

    @Test("an error has its domain, code and text") func errors() throws {
        var error: Unmanaged<CFError>?
        #expect(SecKeyCreateRandomKey([:] as CFDictionary, &error) == nil)
        let failure = try #require(error).takeRetainedValue()
        #expect(CFErrorGetDomain(failure) == kCFErrorDomainOSStatus)
        #expect(CFErrorGetCode(failure) == CFIndex(errSecParam))
        let information = try #require(CFErrorCopyUserInfo(failure)) as? [String: Any]
        #expect(CFErrorCopyDescription(failure) == SecCopyErrorMessageString(errSecParam, nil))
        #expect(failure.localizedDescription == "One or more parameters passed to a function were not valid.")
        #expect(information?["NSDescription"] as? String == "the type of the key is missing")
        #expect((failure as any Error as NSError).code == Int(errSecParam))
        let made = CFErrorCreate(kCFAllocatorDefault, kCFErrorDomainOSStatus, 7, ["key": "value"] as CFDictionary)
        #expect(CFErrorGetCode(made) == 7)
        #expect(made.userInfo["key"] as? String == "value")
    }

    @Test("the error parameter may be nil") func unwantedErrors() {
        #expect(SecKeyCreateRandomKey([:] as CFDictionary, nil) == nil)
    }

    @Test("equal objects are equal and have the same hash") func equality() throws {
        #expect(CFEqual("a" as CFString, NSString(string: "a")))
        #expect(!CFEqual("a" as CFString, "b" as CFString))
        #expect(!CFEqual("a" as CFString, nil))
        #expect(CFEqual("a" as CFTypeRef, "a" as CFTypeRef))
        #expect(CFEqual(7 as CFTypeRef, NSNumber(value: 7)))
        #expect(CFEqual(nil, nil))
        #expect(CFHash("a" as CFString) == CFHash(NSString(string: "a")))
        let half = try KeySamples.p256.publicHalf
        #expect(CFEqual(half, try KeySamples.p256.publicHalf))
        #expect(CFHash(half) == CFHash(try KeySamples.p256.publicHalf))
        #expect(!CFEqual(half, KeySamples.p256))
        #expect(!CFEqual(half, try KeySamples.otherP256.publicHalf))
    }

    @Test("objects have a type identifier") func types() throws {
        let control = try result { SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], $0) }
        let objects: [(CFTypeRef, CFTypeID)] = [
            (KeySamples.p256, SecKeyGetTypeID()), (control, SecAccessControlGetTypeID()),
            ("text" as CFString, CFStringGetTypeID()), ("text" as CFTypeRef, CFStringGetTypeID()), (NSData(), CFDataGetTypeID()),
            ([1] as NSArray, CFArrayGetTypeID()),
            ([:] as NSDictionary, CFDictionaryGetTypeID()), (NSNumber(value: 3), CFNumberGetTypeID()),
            (NSNumber(value: 1), CFNumberGetTypeID()), (NSNumber(value: Int8(1)), CFNumberGetTypeID()),
            (kCFBooleanTrue, CFBooleanGetTypeID()), (NSNumber(value: false), CFBooleanGetTypeID()),
            (NSDate(), CFDateGetTypeID()), (kCFNull, CFNullGetTypeID()),
            (NSError(domain: "x", code: 1), CFErrorGetTypeID()),
        ]
        for (object, type) in objects { #expect(CFGetTypeID(object) == type, "\(object)") }
        #expect(CFGetTypeID(nil) == 0)
        #expect(CFGetTypeID(NSObject()) == 0)
        #expect(Set(objects.map(\.1)).count == 11)
    }

    @Test("success is zero, by both names") func success() {
        #expect(noErr == errSecSuccess)
        #expect(noErr == 0)
    }
}
