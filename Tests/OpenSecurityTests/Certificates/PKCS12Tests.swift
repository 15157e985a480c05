import CLibcrypto
import Foundation
import OpenSecurity
import TestKit
import Testing

@Suite("PKCS #12 files") struct PKCS12Tests {
    private let alice: CertificateMaker

    init() throws {
        alice = try #require(CertificateMaker.alice)
    }

    private func read(_ file: Data, _ options: [CFString: Any]) -> (status: OSStatus, items: [[String: Any]]) {
        var items: CFArray?
        let status = SecPKCS12Import(file as CFData, options as CFDictionary, &items)
        return (status, items as? [[String: Any]] ?? [])
    }

    private func read(_ file: Data, password: String) -> (status: OSStatus, items: [[String: Any]]) {
        read(file, [kSecImportExportPassphrase: password])
    }

    @Test(
        "a file with new or old ciphers contains the identity, its name and its chain",
        arguments: [NID_aes_256_cbc, NID_pbe_WithSHA1And3_Key_TripleDES_CBC, NID_pbe_WithSHA1And40BitRC2_CBC])
    func identity(cipher: Int32) throws {
        let root = try CertificateMaker(name: "Root")
        let leaf = try CertificateMaker(name: "Leaf", issuer: root)
        let file = try leaf.file(password: "pässwörd", cipher: cipher, issuers: [alice, root])
        let (status, items) = read(file, password: "pässwörd")
        #expect(status == noErr)
        let item = try #require(items.first)
        #expect(items.count == 1)
        #expect(item[kSecImportItemIdentity as String] as? SecIdentity == (try leaf.identity))
        #expect(item[kSecImportItemLabel as String] as? String == "Alice's key")
        #expect(item[kSecImportItemCertChain as String] as? [SecCertificate] == [try leaf.object, try root.object])
        #expect((item[kSecImportItemKeyID as String] as? Data)?.count == 20)
        let trust = try #require(item[kSecImportItemTrust as String] as? SecTrust)
        #expect(SecTrustGetCertificateCount(trust) == (item[kSecImportItemCertChain as String] as? [SecCertificate])?.count)
    }

    @Test("a file opens only with its own password") func passwords() throws {
        let file = try alice.file(password: "secret")
        #expect(read(file, password: "secret").status == noErr)
        for wrong in ["", "Secret", "secret ", "secre"] { #expect(read(file, password: wrong).status == errSecAuthFailed) }
        #expect(read(file, [:]).status == errSecPassphraseRequired)
        #expect(read(file, [kSecImportExportPassphrase: 7]).status == errSecParam)
        #expect(read(file, password: String(repeating: "x", count: 1_025)).status == errSecParam)
        let open = try alice.file(password: "")
        #expect(read(open, password: "").status == noErr)
        #expect(read(open, password: "x").status == errSecAuthFailed)
    }

    @Test("a file with an excessive iteration count is rejected before the work is done") func iterations() throws {
        for code: [UInt8] in [[0x77, 0x35, 0x94, 0x00], [0x4c, 0x4b, 0x41], [0x4c, 0x4b, 0x3f]] {
            // Creating a file with such a code takes as long as reading it, so a valid file is modified. The last one uses the
            // whole budget that the key and the certificate leave: its code is then wrong, which appears as a wrong password.
            var file = [UInt8](try alice.file(password: "x", codeIterations: 1_000))
            let honest: [UInt8] = [0x02, 0x02, 0x03, 0xe8]
            let start = try #require(file.indices.last { file[$0...].starts(with: honest) })
            file.replaceSubrange(start..<start + 4, with: [0x02, UInt8(code.count)] + code)
            // The enclosing sequences grow: the file's own, and that of the code.
            let growth = UInt8(code.count - 2)
            file[3] += growth
            let sequence = try #require(file[..<start].indices.last { file[$0] == 0x30 && file[$0 + 1] >= 0x3d && $0 < start - 40 })
            file[sequence + 1] += growth
            let status = read(Data(file), password: "x").status
            let isTooMuch = code != [0x4c, 0x4b, 0x3f]
            #expect(status == (isTooMuch ? errSecDecode : errSecAuthFailed))
        }
        #expect(read(try alice.file(password: "x", keyIterations: 3_000, codeIterations: 3_000), password: "x").status == noErr)
    }

    @Test("modified, truncated or malformed files are rejected") func mutations() throws {
        let file = [UInt8](try alice.file(password: "x"))
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<300 {
            let mutation = generator.mutation(of: file)
            guard mutation != file else { continue }
            let (status, items) = read(Data(mutation), password: "x")
            if status == noErr {
                // The code does not cover what was changed.
                #expect(items.first?[kSecImportItemIdentity as String] as? SecIdentity == (try alice.identity))
            } else {
                #expect([errSecAuthFailed, errSecDecode].contains(status))
                #expect(items.isEmpty)
            }
        }
        for bytes in [Data(), Data("none".utf8), Data(try alice.der), Data(file) + [0], Data(count: (1 << 20) + 1)] {
            #expect(read(bytes, password: "x").status == errSecDecode)
        }
        // Without a code, modifications cannot be detected.
        #expect(read(try alice.file(password: "x", codeIterations: -1), password: "x").status == errSecDecode)
    }
}
