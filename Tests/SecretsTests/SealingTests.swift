import Secrets
import Testing

@Suite("Sealing")
struct SealingTests {
    let master = MasterKey.random(PredictableRandomBytes(seed: 5))
    let random = PredictableRandomBytes(seed: 6)
    let row: [UInt8] = Array("row 7".utf8)

    @Test("what is sealed opens again", arguments: [0, 1, 100, 5000])
    func roundTrip(count: Int) throws {
        let key = master.sealingKey(for: .example)
        let plain = random.bytes(count)
        let sealed = try key.seal(SecretBytes(plain), boundTo: row, random: random)
        #expect(sealed.bytes.count == count + 33)
        #expect(try key.open(Sealed(bytes: sealed.bytes), boundTo: row).withBytes { Array($0) } == plain)
        let fromBytes = try key.seal(plain, boundTo: row, random: random)
        #expect(fromBytes != sealed)
        #expect(try key.open(fromBytes, boundTo: row).withBytes { Array($0) } == plain)
    }

    @Test("the format is as another implementation writes it")
    func knownAnswer() throws {
        // AES-256-GCM and HKDF by Python's cryptography: key 00…1f, nonce 64…6f, "a secret" bound to "row 7".
        let key = try #require(MasterKey(base64: MasterKeyTests.counting)).sealingKey(for: .example)
        let sealed = try key.seal(Array("a secret".utf8), boundTo: row, random: CountingBytes())
        #expect(
            hexadecimal(sealed.bytes) == "01d4ede9fc6465666768696a6b6c6d6e6f8d675638b80d904b532089a6e52edfd5f30d0108dab25fd8")
    }

    @Test("no byte can be changed, added or removed")
    func everyByteCounts() throws {
        let key = master.sealingKey(for: .example)
        let sealed = try key.seal([1, 2, 3], boundTo: row, random: random).bytes
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 0x10
            #expect(throws: SealingError.self) { try key.open(Sealed(bytes: changed), boundTo: row) }
        }
        #expect(throws: SealingError.self) { try key.open(Sealed(bytes: sealed + [0]), boundTo: row) }
        #expect(throws: SealingError.self) { try key.open(Sealed(bytes: sealed.dropLast()), boundTo: row) }
        #expect(throws: Never.self) { try key.open(Sealed(bytes: sealed), boundTo: row) }
    }

    @Test("a value does not open for another row")
    func boundToItsRow() throws {
        let key = master.sealingKey(for: .example)
        let sealed = try key.seal([1, 2, 3], boundTo: row, random: random)
        #expect(throws: SealingError.notAuthentic) { try key.open(sealed, boundTo: Array("row 8".utf8)) }
        #expect(throws: SealingError.notAuthentic) { try key.open(sealed, boundTo: []) }
    }

    @Test("a value does not open for another purpose, and the error names the key if the master key is another one")
    func otherPurpose() throws {
        let sealed = try master.sealingKey(for: .other).seal([1], boundTo: row, random: random)
        #expect(throws: SealingError.notAuthentic) { try master.sealingKey(for: .example).open(sealed, boundTo: row) }
        #expect(throws: SealingError.unknownKey(master.fingerprint)) {
            try MasterKey.random(random).sealingKey(for: .other).open(sealed, boundTo: row)
        }
    }

    @Test("stored bytes that cannot be a sealed value are rejected")
    func malformed() throws {
        let whole = [1] + [UInt8](repeating: 0, count: 32)
        #expect(throws: SealingError.truncated) { try Sealed(bytes: []) }
        #expect(throws: SealingError.truncated) { try Sealed(bytes: whole.dropLast()) }
        #expect(throws: SealingError.unknownVersion(2)) { try Sealed(bytes: [2] + whole.dropFirst()) }
        #expect(throws: SealingError.unknownVersion(0)) { try Sealed(bytes: [0]) }
        #expect(throws: Never.self) { try Sealed(bytes: whole) }
    }

    @Test("after a rotation old values open, and new ones are under the current key")
    func rotation() throws {
        let keys = MasterKeys(current: .random(random), previous: [master])
        let before = SealingKeys(current: master, purpose: .example)
        let after = keys.sealingKeys(for: .example)
        let old = try before.seal(SecretBytes([4, 2]), boundTo: row, random: random)
        #expect(old.keyFingerprint == master.fingerprint)
        #expect(keys.fingerprints == [keys.current.fingerprint, master.fingerprint])
        #expect(try after.open(old, boundTo: row).withBytes { Array($0) } == [4, 2])
        let new = try after.seal([4, 2], boundTo: row, random: random)
        #expect(new.keyFingerprint == keys.current.fingerprint)
        #expect(try after.open(new, boundTo: row).withBytes { Array($0) } == [4, 2])
        #expect(throws: SealingError.unknownKey(new.keyFingerprint)) { try before.open(new, boundTo: row) }
        #expect(throws: SealingError.notAuthentic) { try after.open(old, boundTo: []) }
    }

    @Test("a fingerprint prints as eight hexadecimal digits, and is read from them in either case")
    func fingerprint() {
        let text = master.fingerprint.description
        #expect(text.count == 8)
        #expect(text.allSatisfy { $0.isHexDigit })
        #expect(KeyFingerprint(text) == master.fingerprint)
        #expect(KeyFingerprint(text.uppercased()) == master.fingerprint)
        for wrong in ["", String(text.dropLast()), text + "0", "zz" + text.dropFirst(2), "é" + text.dropFirst(2)] {
            #expect(KeyFingerprint(wrong) == nil)
        }
    }
}

/// 100, 101, 102 and so on: a fixed nonce for the known answer.
private struct CountingBytes: RandomBytes {
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(100 + $0) } }
}
