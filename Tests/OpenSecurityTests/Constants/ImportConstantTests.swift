import Foundation
import OpenSecurity
import Testing

@Suite("Constants of imports and shared credentials") struct ImportConstantTests {
    @Test("the constants have Apple's values") func values() {
        #expect(kSecImportExportPassphrase == "passphrase")
        #expect(kSecImportToMemoryOnly == "memory")
        #expect(kSecImportItemLabel == "label")
        #expect(kSecImportItemKeyID == "keyid")
        #expect(kSecImportItemTrust == "trust")
        #expect(kSecImportItemCertChain == "chain")
        #expect(kSecImportItemIdentity == "identity")
        #expect(kSecSharedPassword == "spwd")
    }
}
