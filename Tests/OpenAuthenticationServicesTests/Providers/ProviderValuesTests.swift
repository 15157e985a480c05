import DeviceProtocol
import DeviceSimulator
import Foundation
@testable import OpenAuthenticationServices
import Synchronization
import Testing

@Suite("Values of a credential provider") @MainActor
struct ProviderValuesTests {
    private static let service = ASCredentialServiceIdentifier(identifier: "example.com", type: .domain)

    @Test("the store holds identities of both kinds, and returns them by kind")
    func kinds() async throws {
        let device = try DeviceSimulator()
        try device.setProvidesPasswords(true)
        let store = device.run { ASCredentialIdentityStore.shared }
        try await store.saveCredentialIdentities([
            ASPasswordCredentialIdentity(serviceIdentifier: Self.service, user: "ann", recordIdentifier: "1"),
            ASOneTimeCodeCredentialIdentity(serviceIdentifier: Self.service, label: "ann", recordIdentifier: "1"),
        ])
        let codes = await store.credentialIdentities(forService: Self.service, credentialIdentityTypes: .oneTimeCode)
        #expect(codes.count == 1 && (codes.first as? ASOneTimeCodeCredentialIdentity)?.label == "ann")
        let passwords = await store.credentialIdentities(forService: nil, credentialIdentityTypes: .password)
        #expect(passwords.count == 1 && passwords.first is ASPasswordCredentialIdentity)
        #expect(await store.credentialIdentities(forService: nil).count == 2)
    }

    @Test("identities and requests are encoded and decoded")
    func archives() throws {
        let identity = ASOneTimeCodeCredentialIdentity(serviceIdentifier: Self.service, label: "ann", recordIdentifier: nil)
        identity.rank = 4
        let request = ASOneTimeCodeCredentialRequest(credentialIdentity: identity)
        let data = try NSKeyedArchiver.archivedData(withRootObject: request, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: ASOneTimeCodeCredentialRequest.self, from: data))
        #expect(read.type == .oneTimeCode && read.credentialIdentity.user == "ann" && read.credentialIdentity.rank == 4)
        #expect(read.credentialIdentity.serviceIdentifier == Self.service && read.credentialIdentity.recordIdentifier == nil)
    }

    @Test("only the first response to a request counts")
    func once() async {
        let context = ASCredentialProviderExtensionContext()
        let reports = Mutex<[ProviderReport]>([])
        context.begin { report in reports.withLock { $0.append(report) } }
        #expect(await context.completeRequest(withSelectedCredential: ASPasswordCredential(user: "ann", password: "hunter2")))
        #expect(await context.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "123456")) == false)
        context.cancelRequest(withError: ASExtensionError(.failed))
        await Task.yield()
        #expect(reports.withLock { $0 } == [.password(PasswordGrant(user: "ann", password: "hunter2"))])
    }

    @Test("an overlong credential is rejected")
    func tooLong() {
        let context = ASCredentialProviderExtensionContext()
        let reports = Mutex<[ProviderReport]>([])
        context.begin { report in reports.withLock { $0.append(report) } }
        let code = String(repeating: "1", count: 65)
        context.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: code), completionHandler: nil)
        #expect(reports.withLock { $0 } == [.gaveUp(ModificationFailure(.failed, "The code is too long."))])
    }

    @Test("a subclass with the methods of iOS 12 receives password requests")
    func oldForm() {
        let old = OldProvider()
        let reports = Mutex<[ProviderReport]>([])
        let identity = CredentialIdentity(service: "example.com", serviceKind: .domain, user: "ann")
        guard let identity else { return #expect(Bool(false), "no sample") }
        let view = HostedView(of: old) { _ in }
        old.receive(.provide(identity), MissingDevice(reason: "none"), view) { report in reports.withLock { $0.append(report) } }
        #expect(reports.withLock { $0 } == [.password(PasswordGrant(user: "ann", password: "hunter2"))])
    }
}

private final class OldProvider: ASCredentialProviderViewController {
    override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        extensionContext.completeRequest(
            withSelectedCredential: ASPasswordCredential(user: credentialIdentity.user, password: "hunter2"), completionHandler: nil
        )
    }
}
