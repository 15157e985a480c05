import Crypto
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
        #expect(reports.withLock { $0 } == [.password(PasswordGrant(user: "ann", password: "hunter2"))])
    }

    @Test("text to insert ends the request with a failure")
    func text() async {
        let context = ASCredentialProviderExtensionContext()
        let reports = Mutex<[ProviderReport]>([])
        context.begin { report in reports.withLock { $0.append(report) } }
        #expect(await context.completeRequest(withTextToInsert: "text"))
        #expect(reports.withLock { $0 } == [.gaveUp(ModificationFailure(.failed, "Text to insert is not supported."))])
    }

    @Test("an output of an extension that is too long, or a key of another length, is rejected")
    func outputs() {
        func report(_ output: ASPasskeyAssertionCredentialExtensionOutput) -> [ProviderReport] {
            let context = ASCredentialProviderExtensionContext()
            let reports = Mutex<[ProviderReport]>([])
            context.begin { report in reports.withLock { $0.append(report) } }
            context.completeAssertionRequest(
                using: ASPasskeyAssertionCredential(
                    userHandle: Data([2]), relyingParty: "example.com", signature: Data([5]), clientDataHash: Data([3]),
                    authenticatorData: Data([4]), credentialID: Data([1]), extensionOutput: output),
                completionHandler: nil)
            return reports.withLock { $0 }
        }
        func assertion(_ outputs: PasskeyAssertionOutputs) -> [ProviderReport] {
            let assertion = ProvidedAssertion(
                relyingParty: "example.com", credentialID: [1], userHandle: [2], clientDataHash: [3], authenticatorData: [4],
                signature: [5], outputs: outputs)
            return [assertion].compactMap(\.self).map(ProviderReport.passkey)
        }
        let most = PasskeyAssertionExtensions.LargeBlob.maximumLength
        let blob = [UInt8](repeating: 0, count: most)
        #expect(report(.init(largeBlob: .read(data: Data(blob)))) == assertion(PasskeyAssertionOutputs(largeBlob: .blob(blob))))
        #expect(report(.init(largeBlob: .read(data: nil))) == assertion(PasskeyAssertionOutputs(largeBlob: .noBlob)))
        let key = SymmetricKey(size: .bits256)
        let secrets = PRFSecrets(first: key.withUnsafeBytes { Array($0) }, second: nil)
        #expect(report(.init(prf: .init(first: key, second: nil))) == assertion(PasskeyAssertionOutputs(prf: secrets)))
        let failure = ProviderReport.gaveUp(
            ModificationFailure(.failed, "A blob is too long, or a derived key does not have 32 bytes."))
        #expect(report(.init(largeBlob: .read(data: Data(count: most + 1)))) == [failure])
        #expect(report(.init(prf: .init(first: SymmetricKey(size: .bits128), second: nil))) == [failure])
        #expect(report(.init(prf: .init(first: key, second: SymmetricKey(size: .bits128)))) == [failure])
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

    @Test("a signature by a passkey is reported, and an overlong one rejected")
    func passkeys() {
        func report(signature: Int) -> [ProviderReport] {
            let context = ASCredentialProviderExtensionContext()
            let reports = Mutex<[ProviderReport]>([])
            context.begin { report in reports.withLock { $0.append(report) } }
            context.completeAssertionRequest(
                using: ASPasskeyAssertionCredential(
                    userHandle: Data([2]), relyingParty: "example.com", signature: Data(count: signature),
                    clientDataHash: Data([3]), authenticatorData: Data([4]), credentialID: Data([1])),
                completionHandler: nil)
            return reports.withLock { $0 }
        }
        let assertion = ProvidedAssertion(
            relyingParty: "example.com", credentialID: [1], userHandle: [2], clientDataHash: [3], authenticatorData: [4],
            signature: [UInt8](repeating: 0, count: 1_024))
        #expect(report(signature: 1_024) == [assertion].compactMap(\.self).map(ProviderReport.passkey))
        #expect(report(signature: 1_025) == [.gaveUp(ModificationFailure(.failed, "The credential is too long."))])
    }

    @Test("an order for a passkey calls the method with a request for a signature, and a list of passkeys is rejected")
    func passkeyOrders() throws {
        let identity = try #require(
            CredentialIdentity(
                .passkey, service: "example.com", serviceKind: .domain, user: "ann",
                passkey: PasskeyReference(credentialID: [1], userHandle: [2])))
        let order = try #require(PasskeyOrder(identity: identity, clientDataHash: [UInt8](repeating: 3, count: 32)))
        let provider = AskedProvider()
        let reports = Mutex<[ProviderReport]>([])
        let view = HostedView(of: provider) { _ in }
        for order in [ProviderOrder.providePasskey(order), .preparePasskey(order), .provide(identity), .list(.passkey, [])] {
            provider.receive(order, MissingDevice(reason: "none"), view) { report in reports.withLock { $0.append(report) } }
        }
        #expect(provider.asked.map(\.type) == [.passkeyAssertion, .passkeyAssertion])
        let request = try #require(provider.asked.first as? ASPasskeyCredentialRequest)
        #expect(request.clientDataHash == Data(repeating: 3, count: 32) && request.userVerificationPreference == .required)
        #expect(request.credentialIdentity.user == "ann" && request.supportedAlgorithms.isEmpty)
        let failure = ProviderReport.gaveUp(ModificationFailure(ASExtensionError(.failed)))
        #expect(reports.withLock { $0 } == [.isPrepared, failure, failure])
    }

    @Test("an order for a conditional request, and one for a list with passkeys, call the methods with their requests")
    func newerOrders() throws {
        let hash = [UInt8](repeating: 3, count: 32)
        let creation = try #require(
            PasskeyCreationOrder(relyingParty: "example.com", userName: "ann", userHandle: [2], clientDataHash: hash))
        let list = try #require(
            PasskeyListOrder(relyingParty: "example.com", clientDataHash: hash, allowedCredentials: [[4], [5]]))
        let service = try #require(ServiceName("example.com", .domain))
        let reports = Mutex<[ProviderReport]>([])
        func deliver(to provider: ASCredentialProviderViewController) {
            let view = HostedView(of: provider) { _ in }
            for order in [ProviderOrder.createPasskeySilently(creation), .listWithPasskeys([service], list)] {
                provider.receive(order, MissingDevice(reason: "none"), view) { report in reports.withLock { $0.append(report) } }
            }
        }
        let provider = AskedProvider()
        deliver(to: provider)
        let request = try #require(provider.asked.first as? ASPasskeyCredentialRequest)
        #expect(provider.asked.count == 1 && request.type == .passkeyRegistration)
        #expect(request.userVerificationPreference == .discouraged && request.clientDataHash == Data(hash))
        let parameters = try #require(provider.parameters)
        #expect(parameters.relyingPartyIdentifier == "example.com" && parameters.clientDataHash == Data(hash))
        #expect(parameters.allowedCredentials == [Data([4]), Data([5])] && parameters.userVerificationPreference == .required)
        #expect(reports.withLock { $0 } == [.isPrepared])
        // Without its own methods, an extension creates no passkey, and lists passwords alone.
        let old = OldProvider()
        deliver(to: old)
        let failure = ProviderReport.gaveUp(ModificationFailure(ASExtensionError(.failed)))
        #expect(reports.withLock { $0 } == [.isPrepared, failure, .isPrepared] && old.listed == ["example.com"])

        let data = try NSKeyedArchiver.archivedData(withRootObject: parameters, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: ASPasskeyCredentialRequestParameters.self, from: data))
        #expect(read.relyingPartyIdentifier == "example.com" && read.clientDataHash == Data(hash))
        #expect(read.allowedCredentials == [Data([4]), Data([5])] && read.userVerificationPreference == .required)
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.outputFormat = .xml
        archiver.encode(parameters, forKey: NSKeyedArchiveRootObjectKey)
        let broken = String(decoding: archiver.encodedData, as: UTF8.self).replacing("BA== BQ==", with: "BA== B!==")
        #expect(
            (try? NSKeyedUnarchiver.unarchivedObject(
                ofClass: ASPasskeyCredentialRequestParameters.self, from: Data(broken.utf8))) == nil)
    }

    @Test("reports about credentials reach the methods of the extension, and each is confirmed")
    func reports() throws {
        let provider = UpdatedProvider()
        let confirmed = Mutex<[ProviderReport]>([])
        let view = HostedView(of: provider) { _ in }
        let reports: [CredentialReport] = [
            .unknownPasskey(try #require(UnknownPasskey(relyingParty: "example.com", credentialID: [1]))),
            .acceptedPasskeys(
                try #require(AcceptedPasskeys(relyingParty: "example.com", userHandle: [2], credentialIDs: [[3], [4]]))),
            .userName(try #require(PasskeyUserName(relyingParty: "example.com", userHandle: [2], userName: "mary"))),
            .unusedPassword(try #require(UnusedPassword(domain: "example.com", userName: "ann"))),
        ]
        for report in reports {
            provider.receive(.report(report), MissingDevice(reason: "none"), view) { word in
                confirmed.withLock { $0.append(word) }
            }
        }
        #expect(
            provider.received == ["unknown example.com [1]", "accepted example.com [2] [[3], [4]]", "name [2] mary", "unused ann"])
        #expect(confirmed.withLock { $0 } == [ProviderReport](repeating: .isUpdated, count: 4))
        // Without its own methods, an extension ignores reports.
        OldProvider().receive(.report(reports[0]), MissingDevice(reason: "none"), view) { word in
            confirmed.withLock { $0.append(word) }
        }
        #expect(confirmed.withLock(\.count) == 5)
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

private final class AskedProvider: ASCredentialProviderViewController {
    var asked: [any ASCredentialRequest] = []
    var parameters: ASPasskeyCredentialRequestParameters?

    override func performWithoutUserInteractionIfPossible(passkeyRegistration registrationRequest: ASPasskeyCredentialRequest) {
        asked.append(registrationRequest)
    }

    override func prepareCredentialList(
        for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
    ) {
        parameters = requestParameters
    }

    override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        asked.append(credentialRequest)
    }

    override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        asked.append(credentialRequest)
    }
}

private final class UpdatedProvider: ASCredentialProviderViewController {
    var received: [String] = []

    override func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {
        received.append("unknown \(relyingParty) \(Array(credentialID))")
    }

    override func reportAllAcceptedPublicKeyCredentials(
        forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) {
        received.append("accepted \(relyingParty) \(Array(userHandle)) \(acceptedCredentialIDs.map { Array($0) })")
    }

    override func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String) {
        received.append("name \(Array(userHandle)) \(newName)")
    }

    override func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {
        received.append("unused \(userName)")
    }
}

private final class OldProvider: ASCredentialProviderViewController {
    var listed: [String] = []

    override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        listed = serviceIdentifiers.map(\.identifier)
    }

    override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        extensionContext.completeRequest(
            withSelectedCredential: ASPasswordCredential(user: credentialIdentity.user, password: "hunter2"), completionHandler: nil
        )
    }
}
