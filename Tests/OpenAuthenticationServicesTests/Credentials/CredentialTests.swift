import AppleIdentityEmulator
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@Suite("Sign in with Apple credential") @MainActor
struct CredentialTests {
    @Test("the first credential contains user, name, address, tokens, state, scopes and status")
    func first() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let request = signIn()
        request.state = "state-1"
        request.nonce = "nonce-1"
        let credential = try await credential(of: request, on: device, sheets: [.proceed, .proceed])
        #expect(credential.user == party.subject)
        #expect(credential.state == "state-1")
        #expect(credential.authorizedScopes == [.fullName, .email])
        #expect(credential.fullName?.givenName == "Jane")
        #expect(credential.fullName?.familyName == "Appleseed")
        #expect(credential.email == "\(party.person.rawValue)@example.com")
        #expect(credential.realUserStatus == .likelyReal)
        #expect(credential.userAgeRange == .notChild)
        let claims = try #require(credential.claims)
        #expect(claims["nonce"] as? String == "nonce-1")
        #expect(claims["sub"] as? String == credential.user)
        #expect(claims["aud"] as? String == party.app.rawValue)
        let code = try #require(credential.authorizationCode.map { String(decoding: $0, as: UTF8.self) })
        #expect(!code.isEmpty)
        #expect(device.sheets.shown.map(\.content).count == 2)
    }

    @Test("a later credential contains the same user, without name, address and status")
    func second() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let first = try await credential(of: signIn(), on: device, sheets: [.proceed, .proceed])
        let second = try await credential(of: signIn(), on: device, sheets: [.proceed])
        #expect(second.user == first.user)
        #expect(second.fullName == nil && second.email == nil)
        #expect(second.authorizedScopes.isEmpty)
        #expect(second.realUserStatus == .unsupported)
        #expect(second.identityToken != nil && second.identityToken != first.identityToken)
    }

    @Test("a hidden address is a relay address, and the name is as the user edited it")
    func hiding() async throws {
        let party = try await Apple.party()
        let credential = try await credential(
            of: signIn(), on: try party.device(),
            sheets: [.proceed, .details(givenName: "J", familyName: "", email: .hide)])
        let email = try #require(credential.email)
        #expect(email == party.relayAddress)
        #expect(email != "\(party.person.rawValue)@example.com")
        #expect(credential.fullName?.givenName == "J")
        #expect(credential.fullName?.familyName == "")
        #expect(credential.claims?["email"] as? String == email)
    }

    @Test("a credential contains only the requested scopes", arguments: [[], [.fullName], [.email]] as [[ASAuthorization.Scope]])
    func scopes(scopes: [ASAuthorization.Scope]) async throws {
        let device = try await Apple.party().device()
        let credential = try await credential(of: signIn(scopes: scopes), on: device, sheets: [.proceed, .proceed])
        #expect((credential.fullName != nil) == scopes.contains(.fullName))
        #expect((credential.email != nil) == scopes.contains(.email))
        #expect(credential.authorizedScopes == scopes)
        guard case .details(let given, _, let email, _) = device.sheets.shown.last?.content else {
            Issue.record("no details")
            return
        }
        #expect((given != nil) == scopes.contains(.fullName))
        #expect((email != nil) == scopes.contains(.email))
    }

    @Test("signing in again after stopping returns the same user, with name and address")
    func comingBack() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let first = try await credential(of: signIn(), on: device, sheets: [.proceed, .proceed])
        try await device.stopUsing(party.app.rawValue)
        let again = try await credential(of: signIn(), on: device, sheets: [.proceed, .proceed])
        #expect(again.user == first.user)
        #expect(again.email == first.email && again.fullName == first.fullName)
    }

    @Test("a refresh returns a credential after a confirmation, for the requested user")
    func refresh() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let first = try await credential(of: signIn(), on: device, sheets: [.proceed, .proceed])
        let request = signIn()
        request.requestedOperation = .operationRefresh
        request.user = first.user
        let second = try await credential(of: request, on: device, sheets: [.proceed])
        #expect(second.user == first.user && second.identityToken != nil)

        request.user = "001542.b04100c51acb48d3a570684f17d6394d.1603"
        #expect(await error(of: request, on: device) == .failed)
        request.user = nil
        #expect(await error(of: request, on: device) == .failed)
        #expect(device.sheets.shown.count == 3)
    }

    @Test("the credential of a log-out contains no tokens")
    func logout() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let first = try await credential(of: signIn(), on: device, sheets: [.proceed, .proceed])
        let request = signIn()
        request.requestedOperation = .operationLogout
        request.user = first.user
        request.state = "out"
        let second = try await credential(of: request, on: device, sheets: [.proceed])
        #expect(second.user == first.user && second.state == "out")
        #expect(second.identityToken == nil && second.authorizationCode == nil)
    }

    @Test("the description contains no personal data")
    func printing() async throws {
        let device = try await Apple.party().device()
        let credential = try await credential(of: signIn(), on: device, sheets: [.proceed, .proceed])
        #expect("\(credential) \(String(reflecting: credential))".contains("example.com") == false)
        let password = ASPasswordCredential(user: "jane", password: "hunter2")
        #expect("\(password) \(String(reflecting: password))".contains("hunter2") == false)
    }

    @Test("an archived credential is unchanged")
    func archive() async throws {
        let device = try await Apple.party().device()
        let credential = try await credential(of: signIn(), on: device, sheets: [.proceed, .proceed])
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: credential, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: ASAuthorizationAppleIDCredential.self, from: bytes))
        #expect(read.user == credential.user && read.identityToken == credential.identityToken)
        #expect(read.fullName == credential.fullName && read.email == credential.email)
        #expect(read.authorizedScopes == credential.authorizedScopes && read.realUserStatus == credential.realUserStatus)

        let password = ASPasswordCredential(user: "jane", password: "hunter2")
        let passwordBytes = try NSKeyedArchiver.archivedData(withRootObject: password, requiringSecureCoding: true)
        let readPassword = try NSKeyedUnarchiver.unarchivedObject(ofClass: ASPasswordCredential.self, from: passwordBytes)
        #expect(readPassword?.user == "jane" && readPassword?.password == "hunter2")
    }

    private func credential(
        of request: ASAuthorizationRequest, on device: DeviceSimulator, sheets: [SimulatedSheets.Answer]
    ) async throws -> ASAuthorizationAppleIDCredential {
        for sheet in sheets { device.sheets.will(sheet) }
        device.person.will(.match)
        let asker = CredentialRequester()
        await asker.perform([request], on: device)
        return try #require(asker.credentials.last as? ASAuthorizationAppleIDCredential, "\(asker.told)")
    }

    private func error(of request: ASAuthorizationRequest, on device: DeviceSimulator) async -> ASAuthorizationError.Code? {
        let asker = CredentialRequester()
        await asker.perform([request], on: device)
        if case .error(let code) = asker.told.last { return code }
        return nil
    }
}

extension ASAuthorizationAppleIDCredential {
    /// The claims of the token, unverified.
    var claims: [String: Any]? {
        guard let token = identityToken.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
        let parts = token.split(separator: ".")
        guard parts.count == 3 else { return nil }
        var text = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    }
}
