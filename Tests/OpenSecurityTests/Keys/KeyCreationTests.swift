import Foundation
import Synchronization
import Testing

@testable import OpenSecurity

@Suite("New keys") struct KeyCreationTests {
    static func create(_ parameters: [CFString: Any], in store: (any KeyStoreProviding)? = nil) throws -> SecKey {
        try KeyStore.$current.withValue(store ?? BrokerKeyStore()) {
            try result { SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
        }
    }

    static func status(_ parameters: [CFString: Any], in store: (any KeyStoreProviding)? = nil) -> OSStatus? {
        do {
            _ = try create(parameters, in: store)
            return nil
        } catch let error as NSError {
            return OSStatus(error.code)
        }
    }

    @Test(
        "a new key has the requested size",
        arguments: [
            (kSecAttrKeyTypeEC as String, 256), ("73", 384), ("73", 521), ("42", 1_024), ("42", 1_032), ("42", 2_048),
        ])
    func sizes(type: String, bits: Int) throws {
        let key = try Self.create([kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits])
        #expect(key.isPrivate)
        #expect(key.sizeInBits == bits)
        #expect(SecKeyGetBlockSize(key) == (bits + 7) / 8)
        #expect(try Self.create([kSecAttrKeyType: type, kSecAttrKeySizeInBits: "\(bits)"]) != key)
    }

    @Test(
        "other sizes are rejected",
        arguments: [
            ("73", 0), ("73", 255), ("73", 192), ("73", 512), ("73", -256), ("42", 512), ("42", 1_023), ("42", 1_025),
            ("42", 1_028),
            ("42", 4_104), ("42", 8_192), ("42", Int.max), ("42", -2_048),
        ])
    func otherSizes(type: String, bits: Int) {
        #expect(Self.status([kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits]) == errSecKeySizeNotAllowed)
    }

    @Test("missing or meaningless parameters are rejected") func parameters() throws {
        let wrong: [[CFString: Any]] = [
            [:], [kSecAttrKeyType: kSecAttrKeyTypeEC], [kSecAttrKeySizeInBits: 256],
            [kSecAttrKeyType: "99", kSecAttrKeySizeInBits: 256], [kSecAttrKeyType: Data(), kSecAttrKeySizeInBits: 256],
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: "many"],
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256.5],
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecAttrTokenID: "com.example.token"],
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecPrivateKeyAttrs: "none"],
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecAttrAccessControl: "ak"],
            [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecAttrAccessControl: try DeviceDouble.control,
                kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
            ],
            [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
                kSecPrivateKeyAttrs: [kSecAttrIsPermanent: "yes"] as [CFString: Any],
            ],
        ]
        for parameters in wrong { #expect(Self.status(parameters, in: DeviceDouble()) == errSecParam, "\(parameters)") }
        #expect(Self.status([kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]) == nil)
    }

    @Test("without a device nothing is stored and there is no enclave") func absence() {
        let curve: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
        let kept = curve.merging([kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true] as [CFString: Any]]) { $1 }
        let enclosed = curve.merging([kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]) { $1 }
        #expect(Self.status(kept) == errSecNotAvailable)
        #expect(Self.status(enclosed) == errSecNotAvailable)
        #expect(Self.status(curve) == nil)
    }

    @Test("a permanent key is stored with its own attributes and those of both halves") func permanence() throws {
        let device = DeviceDouble()
        let key = try Self.create(
            [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 384, kSecAttrLabel: "both", kSecAttrIsPermanent: false,
                kSecPrivateKeyAttrs: [
                    kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data("tag".utf8), kSecAttrKeyClass: "2",
                ] as [CFString: Any],
                kSecPublicKeyAttrs: [kSecAttrLabel: "half"] as [CFString: Any],
            ], in: device)
        let kept = try #require(device.kept.first)
        #expect(device.kept.count == 1)
        #expect(kept.key == key)
        #expect(kept.attributes[kSecAttrLabel as String] == "both")
        #expect(kept.attributes[kSecAttrKeyClass as String] == "1")
        #expect(kept.attributes[kSecAttrKeyType as String] == "73")
        #expect(kept.attributes[kSecAttrKeySizeInBits as String] == "384")
        #expect(kept.attributes[kSecPrivateKeyAttrs as String] == nil)
    }

    @Test("both halves are stored if both are requested") func bothHalves() throws {
        let device = DeviceDouble()
        let key = try Self.create(
            [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1_024, kSecAttrIsPermanent: true], in: device)
        #expect(device.kept.map(\.key) == [try key.publicHalf, key])
        #expect(device.kept.map { $0.attributes[kSecAttrKeyClass as String] } == ["0", "1"])
    }

    @Test("a key that cannot be stored is not returned") func failure() throws {
        let device = DeviceDouble(failure: SecurityFailure(errSecDuplicateItem, "a duplicate"))
        let kept: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256, kSecAttrIsPermanent: true]
        #expect(Self.status(kept, in: device) == errSecDuplicateItem)
    }

    @Test("the enclave creates P-256 keys, with or without a size") func enclave() throws {
        let device = DeviceDouble()
        for size in [256, nil] as [Int?] {
            var parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrAccessControl: try DeviceDouble.control]
                    as [CFString: Any],
            ]
            if let size { parameters[kSecAttrKeySizeInBits] = size }
            let key = try Self.create(parameters, in: device)
            guard case .remote = key.material else { throw SecurityFailure(errSecParam, "not a remote key") }
        }
        #expect(device.enclaveRequests.count == 2)
        for request in device.enclaveRequests {
            #expect(request[kSecAttrKeySizeInBits as String] == "256")
            #expect(request[kSecAttrKeyClass as String] == "1")
            #expect(request["public"] == nil)
            #expect(request[kSecAttrAccessControl as String] == (try DeviceDouble.control).description)
        }
        for (type, bits) in [("73", 384), ("73", 521), ("42", 2_048), ("42", 256)] {
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            ]
            #expect(Self.status(parameters, in: device) == errSecParam)
        }
        #expect(device.enclaveRequests.count == 2)
        _ = try Self.create(
            [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                kSecPublicKeyAttrs: [kSecAttrIsPermanent: true] as [CFString: Any],
            ], in: device)
        #expect(device.enclaveRequests.last?["public"] == "0")
    }
}

/// A device that records what it stores.
final class DeviceDouble: KeyStoreProviding {
    struct Kept {
        let key: SecKey
        let attributes: [String: String]
    }

    private let records = Mutex<(kept: [(SecKey, [String: String])], requests: [[String: String]])>(([], []))
    private let failure: SecurityFailure?

    init(failure: SecurityFailure? = nil) {
        self.failure = failure
    }

    static var control: SecAccessControl {
        get throws {
            try result {
                SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.privateKeyUsage], $0)
            }
        }
    }

    var kept: [Kept] { records.withLock { $0.kept.map { Kept(key: $0.0, attributes: $0.1) } } }
    var enclaveRequests: [[String: String]] { records.withLock { $0.requests } }

    func createEnclaveKey(attributes: CFDictionary, publicAttributes: CFDictionary?) throws(SecurityFailure) -> SecKey {
        var described = Self.described(attributes)
        described["public"] = publicAttributes.map { Self.described($0)[kSecAttrKeyClass as String] ?? "" }
        records.withLock { [described] in $0.requests.append(described) }
        return try SecKey(remote: RemoteKeyDouble(answering: KeySamples.p256))
    }

    func enclaveKey(of object: [UInt8], attributes: CFDictionary) throws(SecurityFailure) -> SecKey {
        throw SecurityFailure(errSecNotAvailable, "this test device stores no enclave keys")
    }

    func add(_ keys: [(key: SecKey, attributes: CFDictionary)]) throws(SecurityFailure) {
        if let failure { throw failure }
        let described = keys.map { ($0.key, Self.described($0.attributes)) }
        records.withLock { $0.kept += described }
    }

    private static func described(_ attributes: CFDictionary) -> [String: String] {
        var described: [String: String] = [:]
        for case (let name as String, let value) in attributes { described[name] = "\(value)" }
        return described
    }
}
