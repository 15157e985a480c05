import Foundation
import Testing

@testable import OpenSecurity

@Suite("Key attributes") struct KeyAttributeTests {
    @Test("a key has its type, class, size, label and abilities", arguments: KeySamples.all)
    func attributes(key: SecKey) throws {
        let isRSA = key.description.contains("RSA")
        for half in [key, try key.publicHalf] {
            let attributes = try #require(SecKeyCopyAttributes(half))
            #expect(attributes[kSecClass] as? String == "keys")
            #expect(attributes[kSecAttrKeyType] as? String == (isRSA ? "42" : "73"))
            #expect(attributes[kSecAttrKeyClass] as? String == (half.isPrivate ? "1" : "0"))
            #expect(attributes[kSecAttrKeySizeInBits] as? Int == key.sizeInBits)
            #expect(attributes[kSecAttrEffectiveKeySize] as? Int == key.sizeInBits)
            let label = Data(HashFunction.sha1.digest(of: [UInt8](try key.publicHalf.bytes)))
            #expect(attributes[kSecAttrApplicationLabel] as? Data == label)
            #expect(attributes[kSecAttrCanSign] as? Bool == half.isPrivate)
            #expect(attributes[kSecAttrCanVerify] as? Bool == !half.isPrivate)
            #expect(attributes[kSecAttrCanDecrypt] as? Bool == half.isPrivate)
            #expect(attributes[kSecAttrCanEncrypt] as? Bool == !half.isPrivate)
            #expect(attributes[kSecAttrCanDerive] as? Bool == (half.isPrivate && !isRSA))
            #expect(attributes[kSecAttrTokenID] == nil)
            #expect(attributes[kSecValueData] == nil)
        }
    }

    @Test("a key has the attributes of its item, unless they contradict it") func itemAttributes() throws {
        let key = SecKey(
            KeySamples.p256.material,
            itemAttributes: [kSecAttrLabel as String: "mine", kSecAttrKeySizeInBits as String: 1, kSecAttrKeyType as String: "42"])
        let attributes = try #require(SecKeyCopyAttributes(key))
        #expect(attributes[kSecAttrLabel] as? String == "mine")
        #expect(attributes[kSecAttrKeySizeInBits] as? Int == 256)
        #expect(attributes[kSecAttrKeyType] as? String == "73")
    }

    @Test("a key has its block size", arguments: zip(KeySamples.all, [32, 48, 66, 128, 256, 512]))
    func blockSize(key: SecKey, size: Int) throws {
        #expect(SecKeyGetBlockSize(key) == size)
        #expect(SecKeyGetBlockSize(try key.publicHalf) == size)
    }

    @Test("the public half of a public key is itself") func publicHalf() throws {
        let half = try KeySamples.p256.publicHalf
        #expect(try half.publicHalf === half)
    }

    @Test("no number of a private key is printed, dumped or reflected", arguments: KeySamples.all)
    func printing(key: SecKey) throws {
        let bytes = try key.bytes
        var dumped = ""
        dump(key, to: &dumped)
        dump(try key.externalRepresentation(), to: &dumped)
        let text = dumped + "\(key) \(key.debugDescription) \(String(reflecting: key)) \(try key.externalRepresentation())"
        // Eight bytes of any private part, in hexadecimal, decimal or base64.
        for start in stride(from: bytes.count - 24, to: bytes.count - 8, by: 4) {
            let part = bytes[start..<start + 8]
            #expect(!text.contains(Data(part).hexadecimal))
            #expect(!text.contains(part.map(String.init).joined(separator: ", ")))
            #expect(!text.contains(Data(part).base64EncodedString().prefix(9)))
        }
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test("cleared bytes are zero") func clearing() {
        var bytes: [UInt8] = [1, 2, 3]
        bytes.clear()
        #expect(bytes == [0, 0, 0])
    }
}
