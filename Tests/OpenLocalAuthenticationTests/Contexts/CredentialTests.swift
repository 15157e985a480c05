import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("A context's credential") struct CredentialTests {
    @Test("is set and taken away; the PIN of a smart card never")
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

    @Test("has 4,096 bytes at most, and none in a context that has ended")
    func refusals() throws {
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
