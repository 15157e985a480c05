import Secrets
import Testing

@Suite("Bytes that must not be seen")
struct SecretBytesTests {
    @Test("the revealed bytes are the bytes that were stored", arguments: [[], [7], Array(0...255)] as [[UInt8]])
    func roundTrip(bytes: [UInt8]) {
        let secret = SecretBytes(bytes)
        #expect(secret.count == bytes.count)
        #expect(secret.isEmpty == bytes.isEmpty)
        #expect(secret.withBytes { Array($0) } == bytes)
    }

    @Test("a collection without contiguous storage is copied alike")
    func nonContiguous() {
        let secret = SecretBytes((0..<40).lazy.map { UInt8($0) })
        #expect(secret.withBytes { Array($0) } == Array(0..<40))
    }

    @Test("text is kept in UTF-8, unnormalised", arguments: ["", "correct horse", "e\u{301}", "\u{E9}", "🔑x"])
    func text(_ text: String) {
        #expect(SecretBytes(utf8: text).withBytes { Array($0) } == Array(text.utf8))
    }

    @Test("an error of the borrower reaches the caller with its type")
    func typedThrow() {
        struct Rejection: Error {}
        #expect(throws: Rejection.self) {
            try SecretBytes([1]).withBytes { (_) throws(Rejection) -> Int in throw Rejection() }
        }
    }

    @Test("nothing that prints or reflects shows a byte")
    func printsNothing() {
        let text = "open-sesame"
        let random = PredictableRandomBytes(seed: 1)
        let key = MasterKey.random(random)
        let token = OpaqueToken(random: random)
        let secrets: [any Sendable] = [
            SecretBytes(utf8: text), token, token.digest, key, key.sealingKey(for: .example),
            key.authenticationKey(for: .example), SealingKeys(current: key, purpose: .example),
        ]
        for secret in secrets {
            var dumped = ""
            dump(secret, to: &dumped)
            for printed in ["\(secret)", String(reflecting: secret), String(describing: [secret]), dumped] {
                #expect(printed.contains("redacted"), "\(type(of: secret))")
                #expect(!printed.contains(text))
                #expect(!printed.contains(token.reveal()))
                #expect(!printed.contains("UInt8"))
            }
            #expect(Mirror(reflecting: secret).children.isEmpty)
        }
    }
}

@Suite("Comparison in constant time")
struct ConstantTimeEqualsTests {
    @Test("equal bytes are equal, also across kinds of collection")
    func equal() {
        #expect(constantTimeEquals([] as [UInt8], []))
        #expect(constantTimeEquals([1, 2, 3] as [UInt8], [0, 1, 2, 3].dropFirst() as ArraySlice<UInt8>))
        #expect(constantTimeEquals("abc".utf8, Array("abc".utf8)))
        // These do not keep their bytes in one piece.
        #expect(constantTimeEquals([1, 2, 3] as [UInt8], ([3, 2, 1] as [UInt8]).reversed()))
        #expect(constantTimeEquals(([3, 2, 1] as [UInt8]).reversed(), ([1, 2, 3] as [UInt8]).lazy.map { $0 }))
        #expect(!constantTimeEquals([1, 2, 3] as [UInt8], ([3, 2, 1] as [UInt8]).lazy.map { $0 }))
    }

    @Test("one differing bit anywhere is a difference")
    func everyBit() {
        let left = [UInt8](repeating: 0x5A, count: 33)
        for index in left.indices {
            for bit in 0..<8 {
                var right = left
                right[index] ^= 1 << bit
                #expect(!constantTimeEquals(left, right))
            }
        }
    }

    @Test("a prefix is not equal to the whole")
    func lengths() {
        let whole: [UInt8] = [1, 2, 3]
        #expect(!constantTimeEquals(whole, whole.dropLast()))
        #expect(!constantTimeEquals(whole.dropLast(), whole))
        #expect(!constantTimeEquals([], whole))
    }
}

@Suite("Random bytes")
struct RandomBytesTests {
    @Test("a source returns the requested number of bytes", arguments: [0, 1, 7, 8, 9, 32, 1000])
    func counts(count: Int) {
        #expect(SystemRandomBytes().bytes(count).count == count)
        #expect(PredictableRandomBytes(seed: 3).bytes(count).count == count)
    }

    @Test("the system's bytes differ from call to call")
    func systemDiffers() {
        #expect(Set((0..<100).map { _ in SystemRandomBytes().bytes(16) }).count == 100)
    }

    @Test("the predictable source repeats itself for one seed and differs for another")
    func predictable() {
        let first = PredictableRandomBytes(seed: 9)
        let second = PredictableRandomBytes(seed: 9)
        #expect(first.bytes(40) == second.bytes(40))
        #expect(first.bytes(40) == second.bytes(40))
        #expect(PredictableRandomBytes(seed: 10).bytes(40) != PredictableRandomBytes(seed: 9).bytes(40))
    }
}

extension KeyPurpose {
    static let example = KeyPurpose("example")
    static let other = KeyPurpose("other")
}
