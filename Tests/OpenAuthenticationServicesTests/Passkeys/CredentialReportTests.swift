import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing
import WebAuthn

@Suite("Reports about credentials") @MainActor
struct CredentialReportTests {
    private static let stranger = "ABCDE12345.com.example.stranger"
    private static let site = PasskeyScene.site

    /// A report of each kind.
    enum Report: String, CaseIterable, Sendable {
        case unknown, accepted, name, unusedPassword

        /// Sends the report about the passkeys of the user handle 1.
        @MainActor
        func send(by manager: ASCredentialDataManager, at site: String, _ credentialID: Data) async throws {
            switch self {
            case .unknown:
                try await manager.reportUnknownPublicKeyCredential(relyingPartyIdentifier: site, credentialID: credentialID)
            case .accepted:
                try await manager.reportAllAcceptedPublicKeyCredentials(
                    relyingPartyIdentifier: site, userHandle: Data([1]), acceptedCredentialIDs: [])
            case .name:
                try await manager.reportPublicKeyCredentialUpdate(
                    relyingPartyIdentifier: site, userHandle: Data([1]), newName: "mallory")
            case .unusedPassword: try await manager.reportUnusedPasswordCredential(domain: site, userName: "jane")
            }
        }
    }

    @Test("an unknown passkey is deleted, and the others stay")
    func unknown() async throws {
        let scene = try await PasskeyScene()
        let first = try await scene.register("jane", handle: [1])
        let second = try await scene.register("joe", handle: [2])
        let manager = try scene.manager()
        try await manager.reportUnknownPublicKeyCredential(
            relyingPartyIdentifier: Self.site, credentialID: Data(first.id.bytes))
        #expect(scene.device.savedPasskeys.map(\.user) == ["joe"])
        // A second report, and one about a passkey that the device never had, have the same outcome.
        for id in [Data(first.id.bytes), Data([9])] {
            try await manager.reportUnknownPublicKeyCredential(relyingPartyIdentifier: Self.site, credentialID: id)
        }
        #expect(try await scene.signIn(with: second).user.bytes == [2])
    }

    @Test("a passkey that the list omits is hidden and kept, and is offered again after a list that contains it")
    func hiding() async throws {
        let scene = try await PasskeyScene()
        let jane = try await scene.register("jane", handle: [1])
        let joe = try await scene.register("joe", handle: [2])
        let manager = try scene.manager()
        try await manager.reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: Self.site, userHandle: Data([1]), acceptedCredentialIDs: [Data([9]), Data(joe.id.bytes)])
        #expect(scene.hidden == ["jane": true, "joe": false])
        // Joe's is the only one in the sheet.
        #expect(try await scene.signIn(with: joe).user.bytes == [2])
        #expect(try await scene.error([scene.assertion(allowing: [Data(jane.id.bytes)])]).code == .canceled)

        try await manager.reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: Self.site, userHandle: Data([1]), acceptedCredentialIDs: [Data(jane.id.bytes)])
        #expect(scene.hidden == ["jane": false, "joe": false])
        #expect(try await scene.signIn(with: jane).user.bytes == [1])
    }

    @Test("an empty list hides every passkey of the user")
    func emptyList() async throws {
        let scene = try await PasskeyScene()
        try await scene.register("jane", handle: [1])
        try await scene.manager().reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: Self.site, userHandle: Data([1]), acceptedCredentialIDs: [])
        #expect(scene.hidden == ["jane": true])
        #expect(try await scene.error([scene.assertion()]).code == .canceled)
    }

    @Test("a passkey that is hidden while the sheet is open signs nothing")
    func hiddenMeanwhile() async throws {
        let scene = try await PasskeyScene()
        try await scene.register("jane", handle: [1])
        let shown = scene.device.sheets.shown.count
        let manager = try scene.manager()
        let app = CredentialRequester()
        scene.device.sheets.will(.wait)
        scene.device.person.will(.match)
        await app.perform([scene.assertion()], on: scene.device) { _ in
            await scene.device.sheets.shown(times: shown + 1)
            try? await manager.reportAllAcceptedPublicKeyCredentials(
                relyingPartyIdentifier: Self.site, userHandle: Data([1]), acceptedCredentialIDs: [])
            scene.device.sheets.will(.choose(0))
        }
        #expect(app.told == [.error(.failed)] && scene.hidden == ["jane": true])
    }

    @Test("a hidden passkey is replaced by a new one of the same user, which is not hidden")
    func replacingHidden() async throws {
        let scene = try await PasskeyScene()
        try await scene.register("jane", handle: [1])
        try await scene.manager().reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: Self.site, userHandle: Data([1]), acceptedCredentialIDs: [])
        let new = try await scene.register("jane", handle: [1])
        #expect(scene.hidden == ["jane": false] && scene.device.savedPasskeys.count == 1)
        #expect(try await scene.signIn(with: new).user.bytes == [1])
    }

    @Test("a new passkey that the server never stored is hidden by the server's next list, and registration works again")
    func replacedButNotStored() async throws {
        let scene = try await PasskeyScene()
        let stored = try await scene.register("jane", handle: [1])
        // The app receives a new passkey and ends before its server has it. The device no longer has the first one.
        _ = try await scene.perform([scene.registration("jane")], sheets: [.proceed], person: .match)
        #expect(try await scene.error([scene.assertion(allowing: [Data(stored.id.bytes)])]).code == .canceled)
        try await scene.manager().reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: Self.site, userHandle: Data([1]), acceptedCredentialIDs: [Data(stored.id.bytes)])
        #expect(scene.hidden == ["jane": true])
        #expect(try await scene.error([scene.assertion()]).code == .canceled)
        let request = scene.registration("jane", excluding: [Data(stored.id.bytes)])
        _ = try await scene.perform([request], sheets: [.proceed], person: .match)
        #expect(scene.hidden == ["jane": false] && scene.device.savedPasskeys.count == 1)
    }

    @Test("the passkeys of a user get the current name, and those of other users keep theirs")
    func renaming() async throws {
        let scene = try await PasskeyScene()
        let jane = try await scene.register("jane", handle: [1])
        try await scene.register("joe", handle: [2])
        try await scene.manager().reportPublicKeyCredentialUpdate(
            relyingPartyIdentifier: Self.site, userHandle: Data([1]), newName: "jane@example.com")
        #expect(scene.device.savedPasskeys.map(\.user) == ["jane@example.com", "joe"])
        #expect(try await scene.signIn(with: jane).user.bytes == [1])
    }

    @Test("the saved password of a user who no longer needs one stays, and is no longer offered")
    func unusedPassword() async throws {
        let scene = try await PasskeyScene()
        scene.device.savePassword("hunter2", user: "jane", site: Self.site, for: PasskeyScene.app)
        try await scene.manager().reportUnusedPasswordCredential(domain: Self.site, userName: "jane")
        #expect(scene.device.savedPasswords.map(\.user) == ["jane"])
        #expect(scene.device.unusedPasswords.map(\.user) == ["jane"])
    }

    @Test("an app without an association changes nothing, and receives Apple's reason", arguments: Report.allCases)
    func notAssociated(report: Report) async throws {
        let scene = try await PasskeyScene()
        let credential = try await scene.register("jane", handle: [1])
        let error = await #expect(throws: ASAuthorizationError.self) {
            try await report.send(by: scene.manager(of: Self.stranger), at: Self.site, Data(credential.id.bytes))
        }
        #expect(error?.code == .failed)
        let reason = (try #require(error) as NSError).localizedFailureReason
        #expect(reason == "Application with identifier \(Self.stranger) is not associated with domain \(Self.site)")
        #expect(scene.hidden == ["jane": false])
    }

    @Test("a report for a public suffix, an IP address or another site is rejected", arguments: Report.allCases)
    func foreignSites(report: Report) async throws {
        let scene = try await PasskeyScene()
        let credential = try await scene.register("jane", handle: [1])
        scene.device.shareWebCredentials(with: [Self.site, "com", "127.0.0.1"])
        for site in ["com", "127.0.0.1", "other.example", "EXAMPLE.COM", ""] {
            let error = await #expect(throws: ASAuthorizationError.self) {
                try await report.send(by: scene.manager(), at: site, Data(credential.id.bytes))
            }
            #expect(error?.code == .failed, "\(site)")
        }
        #expect(scene.hidden == ["jane": false])
    }

    @Test("a locked device rejects reports, whether it has the passkey or not", arguments: Report.allCases)
    func locked(report: Report) async throws {
        let scene = try await PasskeyScene()
        let credential = try await scene.register("jane", handle: [1])
        scene.device.lock()
        for id in [Data(credential.id.bytes), Data([9])] {
            let error = await #expect(throws: ASAuthorizationError.self) {
                try await report.send(by: scene.manager(), at: Self.site, id)
            }
            #expect(error?.code == .notInteractive)
        }
        try scene.device.unlock(passcode: "2468")
        #expect(scene.hidden == ["jane": false])
    }

    @Test("a value that is too long or malformed is rejected")
    func malformed() async throws {
        let scene = try await PasskeyScene()
        try await scene.register("jane", handle: [1])
        let manager = try scene.manager()
        await #expect(throws: ASAuthorizationError.self) {
            try await manager.reportUnknownPublicKeyCredential(
                relyingPartyIdentifier: Self.site, credentialID: Data(count: 1_024))
        }
        await #expect(throws: ASAuthorizationError.self) {
            try await manager.reportAllAcceptedPublicKeyCredentials(
                relyingPartyIdentifier: Self.site, userHandle: Data([1]),
                acceptedCredentialIDs: [Data](repeating: Data([1]), count: 257))
        }
        for name in ["", "ja\u{1B}ne", String(repeating: "n", count: 1_025)] {
            await #expect(throws: ASAuthorizationError.self) {
                try await manager.reportPublicKeyCredentialUpdate(
                    relyingPartyIdentifier: Self.site, userHandle: Data([1]), newName: name)
            }
        }
        await #expect(throws: ASAuthorizationError.self) {
            try await manager.reportUnusedPasswordCredential(domain: Self.site, userName: String(repeating: "n", count: 1_025))
        }
        #expect(scene.hidden == ["jane": false])
    }

    @Test("without a device, the error is unknown")
    func unreachable() async throws {
        let manager = CurrentDevice.$link.withValue(MissingDevice(reason: "no device")) { ASCredentialDataManager() }
        let error = await #expect(throws: ASAuthorizationError.self) {
            try await manager.reportUnusedPasswordCredential(domain: Self.site, userName: "jane")
        }
        #expect(error?.code == .unknown)
    }

    @Test("the form of iOS 26.0 has the same effects")
    func updater() async throws {
        let scene = try await PasskeyScene()
        let credential = try await scene.register("jane", handle: [1])
        let link = try scene.device.link(ofApp: PasskeyScene.app, accessGroups: [])
        let form: any CredentialReporting.Type = FormOfIOS26.self
        let updater = CurrentDevice.$link.withValue(link) { form.make() }
        try await updater.reportPublicKeyCredentialUpdate(
            relyingPartyIdentifier: Self.site, userHandle: Data([1]), newName: "mary")
        try await updater.reportUnusedPasswordCredential(domain: Self.site, userName: "mary")
        try await updater.reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: Self.site, userHandle: Data([1]), acceptedCredentialIDs: [])
        #expect(scene.hidden == ["mary": true])
        try await updater.reportUnknownPublicKeyCredential(
            relyingPartyIdentifier: Self.site, credentialID: Data(credential.id.bytes))
        #expect(scene.device.savedPasskeys.isEmpty)
    }
}

/// The names of the deprecated class, which are not deprecated here.
private protocol CredentialUpdating: Sendable {
    func reportUnknownPublicKeyCredential(relyingPartyIdentifier: String, credentialID: Data) async throws
    func reportAllAcceptedPublicKeyCredentials(
        relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) async throws
    func reportPublicKeyCredentialUpdate(relyingPartyIdentifier: String, userHandle: Data, newName: String) async throws
    func reportUnusedPasswordCredential(domain: String, userName: String) async throws
}

@available(*, deprecated) extension ASCredentialUpdater: CredentialUpdating {}

private protocol CredentialReporting {
    static func make() -> any CredentialUpdating
}

private enum FormOfIOS26: CredentialReporting {
    @available(*, deprecated) static func make() -> any CredentialUpdating { ASCredentialUpdater() }
}

extension PasskeyScene {
    /// Creates the manager of an app of the device; nil for the associated app.
    fileprivate func manager(of app: String? = nil) throws -> ASCredentialDataManager {
        let link = try device.link(ofApp: app ?? Self.app, accessGroups: [])
        return CurrentDevice.$link.withValue(link) { ASCredentialDataManager() }
    }

    /// Whether the passkey of each user is hidden.
    fileprivate var hidden: [String: Bool] {
        let hidden = Set(device.hiddenPasskeys.map(\.user))
        return Dictionary(device.savedPasskeys.map { ($0.user, hidden.contains($0.user)) }) { first, _ in first }
    }
}
