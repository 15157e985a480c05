@testable import PasswordHashing
import Secrets
import Testing

@Suite("The text of a password hash")
struct PasswordHashTests {
    static let salt = "MDEyMzQ1Njc4OWFiY2RlZg"
    static let output = "+4O1cR/ZHfYwtjZ33uYszRPubwxIl9hWtJVCubHpl1s"
    static let tail = "$\(salt)$\(output)"

    @Test(
        "a canonical text is unchanged",
        arguments: [
            "$argon2id$v=19$m=19456,t=2,p=1\(tail)",
            "$argon2id$v=19$m=8,t=1,p=1$\(salt)$hbJ1ohlLKVU4J4P1p07fhg",
            "$argon2id$v=19$m=1048576,t=4,p=1\(tail)",
            "$argon2id$v=19$m=262144,t=16,p=1\(tail)",
            "$scrypt$ln=17,r=8,p=1\(tail)",
            "$scrypt$ln=1,r=1,p=16\(tail)",
            "$scrypt$ln=20,r=8,p=4\(tail)",
            "$pbkdf2-sha256$i=600000\(tail)",
            "$pbkdf2-sha256$i=1$MDEyMzQ1Njc$\(output)",
        ])
    func roundTrip(text: String) throws {
        #expect(try PasswordHash(phc: text).phc == text)
    }

    @Test("passlib's form of PBKDF2 becomes the PHC form")
    func passlib() throws {
        let hash = try PasswordHash(phc: "$pbkdf2-sha256$1000$././././././$J116rp2030xZg6wkmGR/8v8sarmaAQpDGx9BwTt1ps0")
        #expect(hash.algorithm == .pbkdf2SHA256(iterations: 1000))
        #expect(hash.phc == "$pbkdf2-sha256$i=1000$+/+/+/+/+/+/$J116rp2030xZg6wkmGR/8v8sarmaAQpDGx9BwTt1ps0")
    }

    struct Rejection: Sendable, CustomTestStringConvertible {
        let text: String
        let reason: PasswordHashFormatError.Reason
        let position: Int
        var testDescription: String { text }

        init(_ text: String, _ reason: PasswordHashFormatError.Reason, at position: Int) {
            (self.text, self.reason, self.position) = (text, reason, position)
        }
    }

    @Test(
        "a text with one error is rejected at its position",
        arguments: [
            Rejection("", .expected("$"), at: 0),
            Rejection("argon2id$v=19$m=19456,t=2,p=1\(tail)", .expected("$"), at: 0),
            Rejection(" $argon2id$v=19$m=19456,t=2,p=1\(tail)", .expected("$"), at: 0),
            Rejection("$argon2i$v=19$m=19456,t=2,p=1\(tail)", .unknownAlgorithm, at: 1),
            Rejection("$Argon2id$v=19$m=19456,t=2,p=1\(tail)", .unknownAlgorithm, at: 1),
            Rejection("$2b$12$abcdefghijklmnopqrstuv", .unknownAlgorithm, at: 1),
            Rejection("$argon2id$m=19456,t=2,p=1\(tail)", .expected("$v="), at: 9),
            Rejection("$argon2id$v=16$m=19456,t=2,p=1\(tail)", .unsupportedVersion, at: 12),
            Rejection("$argon2id$v=19$t=2,m=19456,p=1\(tail)", .expected("m="), at: 15),
            Rejection("$argon2id$v=19$m=19456,m=19456,t=2,p=1\(tail)", .expected(",t="), at: 22),
            Rejection("$argon2id$v=19$m=19456,t=2\(tail)", .expected(",p="), at: 26),
            Rejection("$argon2id$v=19$m=19456,t=2,p=1,keyid=Zm9v\(tail)", .expected("$"), at: 30),
            Rejection("$argon2id$v=19$m=19456,t=2,p=4\(tail)", .unsupportedLanes, at: 29),
            Rejection("$argon2id$v=19$m=019456,t=2,p=1\(tail)", .notANumber, at: 17),
            Rejection("$argon2id$v=19$m=+19456,t=2,p=1\(tail)", .notANumber, at: 17),
            Rejection("$argon2id$v=19$m=,t=2,p=1\(tail)", .notANumber, at: 17),
            Rejection("$argon2id$v=19$m=99999999999,t=2,p=1\(tail)", .notANumber, at: 17),
            Rejection("$argon2id$v=19$m=7,t=2,p=1\(tail)", .costTooLow, at: 15),
            Rejection("$argon2id$v=19$m=19456,t=0,p=1\(tail)", .costTooLow, at: 15),
            Rejection("$argon2id$v=19$m=1048577,t=1,p=1\(tail)", .costTooHigh, at: 15),
            Rejection("$argon2id$v=19$m=1048576,t=5,p=1\(tail)", .costTooHigh, at: 15),
            Rejection("$argon2id$v=19$m=8,t=17,p=1\(tail)", .costTooHigh, at: 15),
            Rejection("$argon2id$v=19$m=9999999999,t=9999999999,p=1\(tail)", .costTooHigh, at: 15),
            Rejection("$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc$\(output)", .unsupportedSaltSize, at: 31),
            Rejection("$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Ng$\(output)", .saltSize, at: 31),
            Rejection("$argon2id$v=19$m=19456,t=2,p=1$\(salt)==$\(output)", .notBase64, at: 31),
            Rejection("$argon2id$v=19$m=19456,t=2,p=1$\(salt)$-4O1cR_ZHfYwtjZ33uYszR", .notBase64, at: 54),
            Rejection("$argon2id$v=19$m=19456,t=2,p=1$\(salt)$hbJ1ohlLKVU4J4P1p07fhh", .notBase64, at: 54),
            Rejection("$argon2id$v=19$m=19456,t=2,p=1$\(salt)$hbJ1ohlLKVU4J4P1p07f", .outputSize, at: 54),
            Rejection("$argon2id$v=19$m=19456,t=2,p=1$\(salt)", .expected("$"), at: 53),
            Rejection("$argon2id$v=19$m=19456,t=2,p=1\(tail)$", .trailing, at: 97),
            Rejection("$argon2id$v=19$m=19456,t=2,p=1\(tail)\n", .notBase64, at: 54),
            Rejection("$scrypt$r=8,ln=17,p=1\(tail)", .expected("ln="), at: 8),
            Rejection("$scrypt$ln=0,r=8,p=1\(tail)", .costTooLow, at: 8),
            Rejection("$scrypt$ln=21,r=8,p=1\(tail)", .costTooHigh, at: 8),
            Rejection("$scrypt$ln=20,r=9,p=1\(tail)", .costTooHigh, at: 8),
            Rejection("$scrypt$ln=20,r=8,p=5\(tail)", .costTooHigh, at: 8),
            Rejection("$scrypt$ln=16,r=1,p=1\(tail)", .costTooHigh, at: 8),
            Rejection("$scrypt$ln=9999999999,r=9999999999,p=1\(tail)", .costTooHigh, at: 8),
            Rejection("$pbkdf2-sha256$i=0\(tail)", .costTooLow, at: 15),
            Rejection("$pbkdf2-sha256$i=10000001\(tail)", .costTooHigh, at: 15),
            Rejection("$pbkdf2-sha256$i=1000,l=32\(tail)", .expected("$"), at: 21),
            Rejection("$pbkdf2-sha256$i=1000$././././././$\(output)", .notBase64, at: 22),
            Rejection("$pbkdf2-sha256$1000$+/+/+/+/+/+/$\(output)", .notBase64, at: 20),
            Rejection("$pbkdf2-sha512$i=1000\(tail)", .unknownAlgorithm, at: 1),
            Rejection(String(repeating: "$", count: 513), .tooLong, at: 512),
        ])
    func rejected(rejection: Rejection) {
        #expect(throws: PasswordHashFormatError(reason: rejection.reason, position: rejection.position)) {
            try PasswordHash(phc: rejection.text)
        }
    }

    @Test("an error has its position and no part of the text")
    func errorText() throws {
        let error = try #require(throws: PasswordHashFormatError.self) {
            try PasswordHash(phc: "$argon2id$v=19$m=19456,t=2,p=4$SECRETSALT")
        }
        #expect(error.description == "only argon2id hashes with p=1 are supported, at byte 29")
    }

    @Test("a changed text is rejected or parsed exactly")
    func mutations() throws {
        let random = PredictableRandomBytes(seed: 19)
        let alphabet = Array("$=,0123456789abmtpvilnr.+/-_ é".utf8)
        let valid = [
            "$argon2id$v=19$m=19456,t=2,p=1\(Self.tail)", "$scrypt$ln=17,r=8,p=1\(Self.tail)",
            "$pbkdf2-sha256$i=600000\(Self.tail)", "$pbkdf2-sha256$1000$././././././$\(Self.output.dropFirst(4))AAAA",
        ]
        for round in 0..<20_000 {
            var text = Array(valid[round % valid.count].utf8)
            let draw = random.bytes(4)
            let place = Int(draw[0]) % text.count
            let character = alphabet[Int(draw[1]) % alphabet.count]
            switch draw[2] % 3 {
            case 0: text[place] = character
            case 1: text.insert(character, at: place)
            default: text.remove(at: place)
            }
            guard let hash = try? PasswordHash(phc: String(decoding: text, as: UTF8.self)) else { continue }
            #expect(try PasswordHash(phc: hash.phc) == hash)
            if text.starts(with: Array("$pbkdf2-sha256$i".utf8)) || !text.starts(with: Array("$pbkdf2".utf8)) {
                #expect(Array(hash.phc.utf8) == text)
            }
        }
    }

    @Test("the description of a hash shows its cost, not its salt or output")
    func printing() throws {
        let hash = try PasswordHash(phc: "$argon2id$v=19$m=19456,t=2,p=1\(Self.tail)")
        var dumped = ""
        dump(hash, to: &dumped)
        for text in ["\(hash)", String(reflecting: hash), dumped] {
            #expect(text.contains("m=19456,t=2"))
            #expect(!text.contains(Self.salt))
            #expect(!text.contains(Self.output))
        }
        #expect(Mirror(reflecting: hash).children.isEmpty)
    }

    @Test("the memory cost is known before hashing")
    func memory() throws {
        #expect(try PasswordHash(phc: "$argon2id$v=19$m=19456,t=2,p=1\(Self.tail)").memoryKiB == 19_456)
        #expect(try PasswordHash(phc: "$scrypt$ln=17,r=8,p=1\(Self.tail)").memoryKiB == 131_072)
        #expect(try PasswordHash(phc: "$scrypt$ln=1,r=1,p=1\(Self.tail)").memoryKiB == 1)
        #expect(try PasswordHash(phc: "$pbkdf2-sha256$i=600000\(Self.tail)").memoryKiB == 0)
    }
}
