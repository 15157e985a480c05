import CLibcrypto
import Foundation
import Testing

@testable import OpenSecurity

@Suite("Keys from data") struct KeyImportTests {
    static func attributes(_ key: SecKey) -> CFDictionary {
        attributes(key.description.contains("RSA") ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeECSECPrimeRandom, isPrivate: key.isPrivate)
    }

    static func attributes(_ type: CFString, isPrivate: Bool) -> CFDictionary {
        [
            kSecAttrKeyType as String: type,
            kSecAttrKeyClass as String: isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
        ] as [String: Any] as CFDictionary
    }

    static func rejects(_ data: some Sequence<UInt8>, _ attributes: CFDictionary) -> Bool {
        status { SecKeyCreateWithData(Data(data) as CFData, attributes, $0) } == errSecParam
    }

    @Test("an exported key can be imported unchanged", arguments: KeySamples.all)
    func roundTrip(key: SecKey) throws {
        for half in [key, try key.publicHalf] {
            let bytes = try half.bytes
            let back = try result { SecKeyCreateWithData(bytes as CFData, Self.attributes(half), $0) }
            #expect(back == half)
            #expect(try back.bytes == bytes)
            #expect(try back.publicHalf == key.publicHalf)
        }
        let bytes = try key.bytes
        let signature = try SignatureTests.sign(
            try result { SecKeyCreateWithData(bytes as CFData, Self.attributes(key), $0) },
            key.description.contains("RSA") ? .rsaSignatureMessagePSSSHA256 : .ecdsaSignatureMessageX962SHA256, Data([1]))
        #expect(!signature.isEmpty)
    }

    @Test("the lengths follow X9.63", arguments: zip(KeySamples.curves, [(65, 97), (97, 145), (133, 199)]))
    func lengths(key: SecKey, expected: (Int, Int)) throws {
        #expect(try key.publicHalf.bytes.count == expected.0)
        #expect(try key.bytes.count == expected.1)
        #expect(try key.bytes.starts(with: key.publicHalf.bytes))
    }

    @Test("another length, form or half is rejected", arguments: KeySamples.curves)
    func forms(key: SecKey) throws {
        let (whole, half) = ([UInt8](try key.bytes), [UInt8](try key.publicHalf.bytes))
        let (privately, publicly) = (Self.attributes(key), Self.attributes(try key.publicHalf))
        #expect(!Self.rejects(half, publicly))
        #expect(!Self.rejects(whole, privately))
        for form: UInt8 in [0, 2, 3, 5, 6, 7, 0xff] {
            #expect(Self.rejects([form] + half.dropFirst(), publicly), "form \(form)")
            #expect(Self.rejects([form] + whole.dropFirst(), privately), "form \(form)")
        }
        // The compressed form of the same point, infinity, and the coordinates without a form byte.
        let length = SecKeyGetBlockSize(key)
        #expect(Self.rejects([2 + (half.last ?? 0) % 2] + half[1...length], publicly))
        #expect(Self.rejects([0], publicly))
        #expect(Self.rejects(half.dropFirst(), publicly))
        for data in [half, whole] {
            for attributes in [publicly, privately] {
                for wrong in [Array(data.dropLast()), data + [0], [0] + data, []] { #expect(Self.rejects(wrong, attributes)) }
            }
        }
        #expect(Self.rejects(whole, publicly))
        #expect(Self.rejects(whole, Self.attributes(kSecAttrKeyTypeRSA, isPrivate: true)))
    }

    @Test("a point that is not on the curve is rejected", arguments: KeySamples.curves)
    func points(key: SecKey) throws {
        let half = [UInt8](try key.publicHalf.bytes)
        let attributes = Self.attributes(try key.publicHalf)
        for place in [1, half.count / 2, half.count - 1] {
            var wrong = half
            wrong[place] ^= 1
            #expect(Self.rejects(wrong, attributes))
            let number = [UInt8](try key.bytes).suffix(SecKeyGetBlockSize(key))
            #expect(Self.rejects(wrong + number, Self.attributes(key)))
        }
        #expect(Self.rejects([4] + [UInt8](repeating: 0, count: half.count - 1), attributes))
        #expect(Self.rejects([4] + [UInt8](repeating: 0xff, count: half.count - 1), attributes))
    }

    @Test("a private number out of range, or of another point, is rejected", arguments: zip(KeySamples.curves, CurveOrder.all))
    func numbers(key: SecKey, order: CurveOrder) throws {
        let half = [UInt8](try key.publicHalf.bytes)
        let attributes = Self.attributes(key)
        let length = SecKeyGetBlockSize(key)
        let zero = [UInt8](repeating: 0, count: length)
        let one = zero.dropLast() + [1]
        #expect(Self.rejects(half + zero, attributes))
        #expect(Self.rejects(half + one, attributes))
        #expect(Self.rejects(half + order.bytes, attributes))
        #expect(Self.rejects(half + [UInt8](repeating: 0xff, count: length), attributes))
        // Valid neighbours: 1 and the order less 1 with their own points.
        for number in [Array(one), order.lessOne] {
            let point = try #require(order.point(number))
            #expect(!Self.rejects(point + number, attributes))
            #expect(Self.rejects(half + number, attributes))
        }
        // 1 plus the order has the point of 1, but is out of range.
        let point = try #require(order.point(Array(one)))
        #expect(Self.rejects(point + order.plusOne, attributes))
        #expect(Self.rejects(point + order.bytes, attributes))
        let other = [UInt8](try KeySamples.curve(key.sizeInBits).bytes).suffix(length)
        #expect(Self.rejects(half + other, attributes))
    }

    @Test("attributes must contain type and class, and no token") func attributes() throws {
        let wrong: [[NSString: NSString]] = [
            [:], [kSecAttrKeyType: kSecAttrKeyTypeEC], [kSecAttrKeyClass: kSecAttrKeyClassPublic],
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassSymmetric],
            [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeyClass: kSecAttrKeyClassPublic],
            [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic],
            [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPublic,
                kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            ],
        ]
        let half = try KeySamples.p256.publicHalf.bytes
        for attributes in wrong { #expect(Self.rejects(half, attributes as CFDictionary)) }
        let right = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPublic] as [NSString: NSString]
        #expect(!Self.rejects(half, right as CFDictionary))
    }

    @Test("numbers may represent type and class, and a size is ignored") func numbers() throws {
        let attributes: [String: Any] = ["type": 73, "kcls": 0, "bsiz": 999]
        #expect(!Self.rejects(try KeySamples.p256.publicHalf.bytes, attributes as CFDictionary))
    }
}

/// The order of a curve's group, and points by their numbers.
struct CurveOrder: Sendable {
    let group: Int32
    let length: Int

    static let all = [
        CurveOrder(group: NID_X9_62_prime256v1, length: 32), CurveOrder(group: NID_secp384r1, length: 48),
        CurveOrder(group: NID_secp521r1, length: 66),
    ]

    var bytes: [UInt8] { number(adding: 0) }
    var lessOne: [UInt8] { number(adding: -1) }
    var plusOne: [UInt8] { number(adding: 1) }

    private func number(adding offset: Int) -> [UInt8] {
        let group = EC_GROUP_new_by_curve_name(group)
        let number = BN_dup(EC_GROUP_get0_order(group))
        defer {
            BN_free(number)
            EC_GROUP_free(group)
        }
        if offset > 0 { BN_add_word(number, 1) }
        if offset < 0 { BN_sub_word(number, 1) }
        var bytes = [UInt8](repeating: 0, count: length)
        BN_bn2binpad(number, &bytes, Int32(length))
        return bytes
    }

    /// Returns the uncompressed point of a private number.
    func point(_ number: [UInt8]) -> [UInt8]? {
        let group = EC_GROUP_new_by_curve_name(group)
        let point = EC_POINT_new(group)
        let scalar = BN_bin2bn(number, Int32(number.count), nil)
        defer {
            BN_free(scalar)
            EC_POINT_free(point)
            EC_GROUP_free(group)
        }
        guard EC_POINT_mul(group, point, scalar, nil, nil, nil) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1 + 2 * length)
        return EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil) == bytes.count
            ? bytes : nil
    }
}
