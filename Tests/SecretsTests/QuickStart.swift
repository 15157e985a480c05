import Secrets
import Testing

/// The quick start of Secrets.docc.
enum QuickStart {
    static func begin() -> (value: String, stored: TokenDigest) {
        // In Sources/Shared/Secrets/Secrets.docc/Secrets.md
        let token = OpaqueToken(random: SystemRandomBytes())
        let value = token.reveal()  // 43 characters, for the client
        let stored = token.digest  // 32 bytes, which do not reveal the token
        // End
        return (value, stored)
    }

    static func find(_ presented: String) -> TokenDigest? {
        // In Sources/Shared/Secrets/Secrets.docc/Secrets.md
        guard let token = OpaqueToken(encoded: presented) else { return nil }
        let stored = token.digest
        // End
        return stored
    }

    static func store(_ secret: SecretBytes, under masterKeys: MasterKeys, row: [UInt8]) throws -> SecretBytes {
        // In Sources/Shared/Secrets/Secrets.docc/Secrets.md
        let keys = masterKeys.sealingKeys(for: KeyPurpose("refresh tokens"))
        let sealed = try keys.seal(secret, boundTo: row, random: SystemRandomBytes())
        let opened = try keys.open(sealed, boundTo: row)
        // End
        return opened
    }
}

@Suite("Quick start of Secrets")
struct QuickStartTests {
    @Test("the code blocks find a token by its digest, and open what they sealed")
    func runs() throws {
        let (value, stored) = QuickStart.begin()
        #expect(QuickStart.find(value) == stored && QuickStart.find("malformed") == nil)
        let keys = MasterKeys(current: MasterKey.random(PredictableRandomBytes(seed: 1)))
        let opened = try QuickStart.store(SecretBytes(utf8: "a secret"), under: keys, row: [7])
        #expect(opened.withBytes { Array($0) } == Array("a secret".utf8))
    }
}
