import Foundation
import Testing

@testable import OpenSecurity

@Suite("RSA keys from data") struct RSAImportTests {
    static var privately: CFDictionary { KeyImportTests.attributes(kSecAttrKeyTypeRSA, isPrivate: true) }
    static var publicly: CFDictionary { KeyImportTests.attributes(kSecAttrKeyTypeRSA, isPrivate: false) }

    /// The numbers of the sample, in the order of PKCS #1.
    static func numbers(_ key: SecKey, count: Int) throws -> [[UInt8]] {
        let bytes = [UInt8](try key.bytes)
        return try bytes.withUnsafeBufferPointer { bytes in
            try DERIntegers.ranges(in: bytes, count: count).map { Array(bytes[$0]) }
        }
    }

    static func spelled(_ numbers: [[UInt8]]) -> [UInt8] {
        DERIntegers.sequence(numbers.map { KeyBytes(copying: $0) }).withBytes { Array($0) }
    }

    @Test("encoding the sample's numbers reproduces the sample") func spelling() throws {
        let key = KeySamples.rsa1024
        #expect(try Data(Self.spelled(Self.numbers(key, count: 9))) == key.bytes)
        let half = try key.publicHalf
        #expect(try Data(Self.spelled(Self.numbers(half, count: 2))) == half.bytes)
    }

    @Test("a private key with inconsistent numbers is rejected", arguments: 0..<9)
    func consistency(place: Int) throws {
        var numbers = try Self.numbers(KeySamples.rsa1024, count: 9)
        #expect(!KeyImportTests.rejects(Self.spelled(numbers), Self.privately))
        // By two, so that an odd number stays odd.
        if numbers[place].isEmpty { numbers[place] = [1] } else { numbers[place][numbers[place].count - 1] ^= 2 }
        #expect(KeyImportTests.rejects(Self.spelled(numbers), Self.privately))
    }

    @Test("a missing, zero or overlong number is rejected", arguments: 1..<9)
    func ranges(place: Int) throws {
        let numbers = try Self.numbers(KeySamples.rsa1024, count: 9)
        for wrong in [[], [1] + numbers[1] + numbers[1]] as [[UInt8]] {
            var changed = numbers
            changed[place] = wrong
            #expect(KeyImportTests.rejects(Self.spelled(changed), Self.privately))
        }
        var missing = numbers
        missing.remove(at: place)
        #expect(KeyImportTests.rejects(Self.spelled(missing), Self.privately))
        #expect(KeyImportTests.rejects(Self.spelled(numbers + [[1]]), Self.privately))
    }

    @Test("a public key needs an odd modulus of 1024 to 8192 bits and an odd exponent above 1") func publicNumbers() throws {
        let modulus = try Self.numbers(try KeySamples.rsa1024.publicHalf, count: 2)[0]
        #expect(!KeyImportTests.rejects(Self.spelled([modulus, [1, 0, 1]]), Self.publicly))
        #expect(!KeyImportTests.rejects(Self.spelled([modulus, [3]]), Self.publicly))
        for exponent in [[], [1], [2], [1, 0, 0], [UInt8](repeating: 0xff, count: 9)] as [[UInt8]] {
            #expect(KeyImportTests.rejects(Self.spelled([modulus, exponent]), Self.publicly), "\(exponent)")
        }
        let even = modulus.dropLast() + [(modulus.last ?? 0) & 0xfe]
        let short = [0x7f] + modulus.dropFirst()
        let long = [UInt8](repeating: 0xff, count: 1_025)
        for wrong in [Array(even), short, Array(modulus.dropLast(2)), long, []] {
            #expect(KeyImportTests.rejects(Self.spelled([wrong, [1, 0, 1]]), Self.publicly))
        }
    }

    @Test("only the unique encoding of the numbers is accepted") func encodings() throws {
        let good = [UInt8](try KeySamples.rsa1024.publicHalf.bytes)
        #expect(!KeyImportTests.rejects(good, Self.publicly))
        // 30 81 89 02 81 81 00 … 02 03 01 00 01
        #expect(Array(good.prefix(6)) == [0x30, 0x81, 0x89, 0x02, 0x81, 0x81])
        func spelled(_ start: [UInt8], _ rest: ArraySlice<UInt8>, _ end: [UInt8] = []) -> [UInt8] { start + Array(rest) + end }
        let wrong: [[UInt8]] = [
            spelled([], good[...], [0]), spelled([], good.dropLast()), spelled([0x31], good.dropFirst()),
            spelled([0x30, 0x80], good.dropFirst(3), [0, 0]), spelled([0x30, 0x82, 0x00], good.dropFirst(2)),
            spelled([0x30, 0x84, 0, 0, 0], good.dropFirst(2)), spelled([0x30, 0x81, 0x8a, 0x02, 0x82, 0x00], good.dropFirst(5)),
            // One leading zero too many, and one too few.
            spelled([0x30, 0x81, 0x8a, 0x02, 0x81, 0x82, 0x00], good.dropFirst(6)),
            spelled([0x30, 0x81, 0x88, 0x02, 0x81, 0x80], good.dropFirst(7)),
            // The exponent with a leading zero.
            spelled([0x30, 0x81, 0x8a], good.dropFirst(3).dropLast(5), [0x02, 0x04, 0x00, 0x01, 0x00, 0x01]),
        ]
        for data in wrong { #expect(KeyImportTests.rejects(data, Self.publicly)) }
        // The key inside an X.509 public key, as in files.
        let algorithm: [UInt8] = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]
        let wrapped = spelled([0x30, 0x81, 0x9f] + algorithm, [0x03, 0x81, 0x8d, 0x00], good)
        #expect(KeyImportTests.rejects(wrapped, Self.publicly))
    }

    @Test(
        "each error of the DER reader has its position",
        arguments: [
            ([0x30], DERIntegers.Rejection.Cause.truncated, 0), ([0x31, 0], .wrongTag, 0), ([0x30, 0x80], .longLength, 1),
            ([0x30, 0x84, 0, 0, 0, 1], .longLength, 1), ([0x30, 0x82, 1], .truncated, 2),
            ([0x30, 0x81, 0x7f], .lengthWithLeadingZero, 2),
            ([0x30, 0x82, 0, 0x80], .lengthWithLeadingZero, 2), ([0x30, 3, 2, 1], .truncated, 2),
            ([0x30, 3, 2, 1, 1, 0], .trailingBytes, 5),
            ([0x30, 3, 2, 1, 0x80], .negative, 4), ([0x30, 4, 2, 2, 0, 1], .leadingZero, 4), ([0x30, 2, 2, 0], .truncated, 2),
            ([0x30, 0], .wrongCount, 2), ([0x30, 6, 2, 1, 1, 2, 1, 1], .wrongCount, 5), ([0x30, 4, 2, 3, 1, 1], .truncated, 4),
            ([0x30, 3, 4, 1, 1], .wrongTag, 2),
        ] as [([UInt8], DERIntegers.Rejection.Cause, Int)])
    func places(bytes: [UInt8], cause: DERIntegers.Rejection.Cause, position: Int) {
        #expect(throws: DERIntegers.Rejection(cause: cause, position: position)) {
            try bytes.withUnsafeBufferPointer { (bytes) throws(DERIntegers.Rejection) in
                _ = try DERIntegers.ranges(in: bytes, count: 1)
            }
        }
    }

    @Test(
        "the DER reader returns the bytes of each integer",
        arguments: [
            ([0x30, 3, 2, 1, 0], [[]]), ([0x30, 3, 2, 1, 0x7f], [[0x7f]]), ([0x30, 4, 2, 2, 0, 0x80], [[0x80]]),
            ([0x30, 6, 2, 1, 5, 2, 1, 6], [[5], [6]]), ([0x30, 0], []),
        ] as [([UInt8], [[UInt8]])])
    func integers(bytes: [UInt8], integers: [[UInt8]]) throws {
        let read = try bytes.withUnsafeBufferPointer { bytes in
            try DERIntegers.ranges(in: bytes, count: integers.count).map { Array(bytes[$0]) }
        }
        #expect(read == integers)
        #expect(Self.spelled(integers) == bytes)
    }
}
