import Secrets
import Testing

@testable import PasswordHashing

@Suite("Known answers of the algorithms")
struct DerivationTests {
    // Created with argon2-cffi 25.1.0 (the reference implementation of RFC 9106), one lane. The last has the standard cost.
    static let argon2id: [(password: String, phc: String)] = [
        ("password", "$argon2id$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$+4O1cR/ZHfYwtjZ33uYszRPubwxIl9hWtJVCubHpl1s"),
        ("", "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$hbJ1ohlLKVU4J4P1p07fhg"),
        (
            "пароль 🔑",
            "$argon2id$v=19$m=256,t=3,p=1$AAECAwQFBgcICQoLDA0ODw$"
                + "SdY2gaVovN2t5/v2Fb58P1qnASxwJeiOGiCjELUfK6ZyTKIZSEogvcMhXZN1a8FSXakQUsYVl/EFvCCBrsopZA"
        ),
        (
            "correct horse\0battery",
            "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$4LuOKI24s7VtxxPlAf2GPXHYimlsUmf7QaF1Zm8ZHeA"
        ),
    ]

    // Created with passlib 1.7.4.
    static let imported: [(password: String, phc: String)] = [
        ("password", "$scrypt$ln=4,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$jU+wVnnRO8xMJ6kk2pn2W1IFgOT9r8PK+dHZ+HH3bt4"),
        ("password", "$pbkdf2-sha256$1000$MDEyMzQ1Njc4OWFiY2RlZg$hRRjgXWkW8ResfIvBP99J/T4vkgEmMRV/0tJTOjR59I"),
        ("password", "$pbkdf2-sha256$1000$././././././$J116rp2030xZg6wkmGR/8v8sarmaAQpDGx9BwTt1ps0"),
    ]

    @Test("a hash of another program matches its password and no other", arguments: argon2id + imported)
    func storedHashes(password: String, phc: String) throws {
        let hash = try PasswordHash(phc: phc)
        #expect(try derive(password, hash.algorithm, salt: hash.salt, byteCount: hash.output.count) == hash.output)
        #expect(try derive(password + "x", hash.algorithm, salt: hash.salt, byteCount: hash.output.count) != hash.output)
    }

    @Test(
        "scrypt's vectors of RFC 7914, section 12, match",
        arguments: [
            (
                "", "", 4, 1, 1,
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", 10, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
            (
                "pleaseletmein", "SodiumChloride", 14, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
            ),
        ])
    func scrypt(password: String, salt: String, logN: Int, blockSize: Int, parallelization: Int, expected: String) throws {
        let parameters = try #require(ScryptParameters(logN: logN, blockSize: blockSize, parallelization: parallelization))
        let output = try derive(password, .scrypt(parameters), salt: Array(salt.utf8), byteCount: 64)
        #expect(hexadecimal(output) == expected)
    }

    @Test(
        "PBKDF2-HMAC-SHA256's vectors of RFC 7914, section 11, match",
        arguments: [
            (
                "passwd", "salt", 1,
                "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
            ),
            (
                "Password", "NaCl", 80_000,
                "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
            ),
        ])
    func pbkdf2(password: String, salt: String, iterations: Int, expected: String) throws {
        let output = try derive(password, .pbkdf2SHA256(iterations: iterations), salt: Array(salt.utf8), byteCount: 64)
        #expect(hexadecimal(output) == expected)
    }

    @Test("each parameter affects argon2id")
    func parametersMatter() throws {
        let salt = [UInt8](repeating: 1, count: 16)
        let outputs = try [
            derive("a", .argon2id(.init(uncheckedMemoryKiB: 64, passes: 1)), salt: salt, byteCount: 32),
            derive("b", .argon2id(.init(uncheckedMemoryKiB: 64, passes: 1)), salt: salt, byteCount: 32),
            derive("a", .argon2id(.init(uncheckedMemoryKiB: 72, passes: 1)), salt: salt, byteCount: 32),
            derive("a", .argon2id(.init(uncheckedMemoryKiB: 64, passes: 2)), salt: salt, byteCount: 32),
            derive("a", .argon2id(.init(uncheckedMemoryKiB: 64, passes: 1)), salt: salt.reversed().dropLast() + [2], byteCount: 32),
            derive("a", .argon2id(.init(uncheckedMemoryKiB: 64, passes: 1)), salt: salt, byteCount: 33),
        ]
        #expect(Set(outputs).count == outputs.count)
    }

    @Test("a lack of memory is an error, never a mismatch")
    func memoryShortage() throws {
        // 5 TiB is more than libsodium tries to allocate, so that it fails on every machine without allocating.
        let parameters = Argon2idParameters(uncheckedMemoryKiB: 5 << 30, passes: 1)
        #expect(throws: PasswordHashingError.memoryShortage) {
            try derive("a", .argon2id(parameters), salt: [UInt8](repeating: 1, count: 16), byteCount: 32)
        }
    }

    private func derive(
        _ password: String, _ algorithm: PasswordHash.Algorithm, salt: [UInt8], byteCount: Int
    ) throws -> [UInt8] {
        try Derivation.derive(SecretBytes(utf8: password), algorithm, salt: salt, byteCount: byteCount)
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
