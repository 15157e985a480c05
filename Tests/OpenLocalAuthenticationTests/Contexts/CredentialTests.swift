import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("Credential of a context") struct CredentialTests {
    @Test("an application password can be set and removed, but not a smart card PIN")
    func setting() throws {
        try DeviceSimulator().run {
            let context = LAContext()
            #expect(!context.isCredentialSet(.applicationPassword))
            #expect(context.setCredential(Data("pass".utf8), type: .applicationPassword))
            #expect(context.isCredentialSet(.applicationPassword) && !context.isCredentialSet(.smartCardPIN))
            #expect(context.setCredential(nil, type: .applicationPassword))
            #expect(!context.isCredentialSet(.applicationPassword))
            #expect(!context.setCredential(Data("1234".utf8), type: .smartCardPIN))
        }
    }

    @Test("a credential has at most 4,096 bytes, and an invalidated context accepts none")
    func rejections() throws {
        try DeviceSimulator().run {
            let context = LAContext()
            #expect(!context.setCredential(Data(count: 4_097), type: .applicationPassword))
            #expect(!context.isCredentialSet(.applicationPassword))
            #expect(context.setCredential(Data(count: 4_096), type: .applicationPassword))
            context.invalidate()
            #expect(!context.isCredentialSet(.applicationPassword))
            #expect(!context.setCredential(Data(count: 1), type: .applicationPassword))
        }
    }
}
