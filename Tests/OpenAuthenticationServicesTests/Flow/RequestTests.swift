import AppleIdentityEmulator
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@Suite("Requests of a controller") @MainActor
struct RequestTests {
    @Test("an app that is not registered receives unknown, and no sheet is shown")
    func unregistered() async throws {
        let party = try await Apple.party()
        let device = try DeviceSimulator(app: "\(party.team).com.example.stranger")
        try device.signIn(toAppleAccount: party.person.rawValue, service: party.base)
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device)
        #expect(asker.told == [.error(.unknown)])
        #expect(device.sheets.shown.isEmpty)
    }

    @Test(
        "an app without the capability receives unknown, and the service logs why; with it, earlier consents apply again"
    )
    func withoutCapability() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        try party.service.setSignInWithApple(false, of: party.app)
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device)
        #expect(asker.told == [.error(.unknown)] && device.sheets.shown.isEmpty)
        let record = party.service.requests().last { $0.parameters.contains { $0.value == party.app.rawValue } }
        #expect(record?.error == "capabilityMissing" && record?.explanation.contains("apple apps sign-in") == true)
        try party.service.setSignInWithApple(true, of: party.app)
        device.sheets.will(.proceed, .proceed)
        device.person.will(.match)
        let again = CredentialRequester()
        await again.perform([signIn()], on: device)
        #expect(again.told.count == 1 && again.told != [.error(.unknown)])
    }

    @Test("an app without a team receives unknown", arguments: ["juice", ".juice", "TEAM."])
    func withoutTeam(app: String) async throws {
        let party = try await Apple.party()
        let device = try DeviceSimulator(app: app)
        try device.signIn(toAppleAccount: party.person.rawValue, service: party.base)
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device)
        #expect(asker.told == [.error(.unknown)])
    }

    @Test("an overlong nonce or state is rejected with failed, without a sheet", arguments: [4_096, 4_097])
    func tooLong(length: Int) async throws {
        let device = try await Apple.party().device()
        let request = signIn()
        request.nonce = String(repeating: "n", count: length)
        request.state = String(repeating: "s", count: length)
        device.sheets.will(.proceed, .proceed)
        device.person.will(.match)
        let asker = CredentialRequester()
        await asker.perform([request], on: device)
        if length == 4_096 {
            #expect((asker.credentials.last as? ASAuthorizationAppleIDCredential)?.state?.count == length)
        } else {
            #expect(asker.told == [.error(.failed)])
            #expect(device.sheets.shown.isEmpty)
        }
    }

    @Test("no request, or one of an unsupported kind, is rejected with failed")
    func nothing() async throws {
        let device = try await Apple.party().device()
        let asker = CredentialRequester()
        await asker.perform([], on: device)
        let odd = signIn()
        odd.requestedOperation = .init(rawValue: "odd")
        await asker.perform([odd], on: device)
        // A valid request does not help the other one.
        await asker.perform([odd, ASAuthorizationPasswordProvider().createRequest()], on: device)
        #expect(asker.told == [.error(.failed), .error(.failed), .error(.failed)])
    }

    @Test("an AutoFill-assisted request ends with notHandled")
    func autoFill() async throws {
        let device = try await Apple.party().device()
        let asker = CredentialRequester()
        let controller = device.run { ASAuthorizationController(authorizationRequests: [signIn()]) }
        controller.delegate = asker
        await asker.waits { controller.performAutoFillAssistedRequests() }
        #expect(asker.told == [.error(.notHandled)])
        #expect(device.sheets.shown.isEmpty)
    }

    @Test("a device with neither biometry nor passcode asks for the account's password")
    func accountPassword() async throws {
        let device = try await Apple.party().device(biometry: .none, passcode: nil, password: "Apple-Pie-1")
        device.sheets.will(.proceed, .proceed, .password("pie"), .password("Apple-Pie-1"))
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device)
        #expect(asker.credentials.count == 1)
        #expect(
            device.sheets.shown.map(\.content).suffix(2) == [
                .accountPassword(isRepeated: false), .accountPassword(isRepeated: true),
            ])
        #expect(device.person.promptCount == 0)
    }

    @Test("three wrong passwords, or an account without one, end with failed; cancelling ends with canceled")
    func wrongAccountPassword() async throws {
        let device = try await Apple.party().device(biometry: .none, passcode: nil, password: "Apple-Pie-1")
        device.sheets.will(.proceed, .proceed, .password("a"), .password("b"), .password("c"), .password("Apple-Pie-1"))
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device)
        #expect(asker.told == [.error(.failed)])
        #expect(device.sheets.remainingAnswers == [.password("Apple-Pie-1")])

        let quiet = try await Apple.party().device(biometry: .none, passcode: nil, password: "Apple-Pie-1")
        quiet.sheets.will(.proceed, .proceed)
        await asker.perform([signIn()], on: quiet)
        #expect(asker.told.last == .error(.canceled))

        let unknown = try await Apple.party().device(biometry: .none, passcode: nil)
        unknown.sheets.will(.proceed, .proceed, .password(""), .password("Apple-Pie-1"), .password("x"))
        await asker.perform([signIn()], on: unknown)
        #expect(asker.told.last == .error(.failed))
    }

    @Test("wrong passwords lock the account at the service, and the sheet says so")
    func lockedByPasswords() async throws {
        let party = try await Apple.party()
        let device = try party.device(biometry: .none, passcode: nil, password: "Apple-Pie-1")
        device.sheets.will(.proceed, .proceed, .password("a"), .password("b"), .password("c"))
        await CredentialRequester().perform([signIn()], on: device)
        #expect(party.service.person(party.person)?.isLocked == false)
        device.sheets.will(.proceed, .proceed, .password("d"), .password("e"), .password("Apple-Pie-1"), .cancel)
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device)
        #expect(party.service.person(party.person)?.isLocked == true)
        #expect(device.sheets.shown.last?.content == .alert(.accountLocked))
        #expect(asker.told == [.error(.unknown)])
    }

    @Test("a saved password is returned without presence if the device has no mechanism")
    func passwordWithoutProof() async throws {
        let device = try await Apple.party().device(biometry: .none, passcode: nil)
        device.savePassword("hunter2", user: "jane", site: "example.com")
        device.sheets.will(.choose(0))
        let asker = CredentialRequester()
        await asker.perform([ASAuthorizationPasswordProvider().createRequest()], on: device)
        #expect(asker.told == [.password(user: "jane", password: "hunter2")])
    }

    @Test("requests and credentials refer to their provider")
    func providers() async throws {
        let request = signIn()
        #expect(request.provider is ASAuthorizationAppleIDProvider)
        #expect(request.requestedOperation == .operationImplicit)
        #expect(ASAuthorizationPasswordProvider().createRequest().provider is ASAuthorizationPasswordProvider)
        let copy = try #require(request.copy() as? ASAuthorizationAppleIDRequest)
        #expect(copy.requestedScopes == [.fullName, .email])
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: request, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: ASAuthorizationAppleIDRequest.self, from: bytes)
        #expect(read?.requestedScopes == [.fullName, .email])
    }

    @Test("no delegate, or one without methods, is sufficient")
    func withoutDelegate() async throws {
        final class Silent: NSObject, ASAuthorizationControllerDelegate {}
        let device = try await Apple.party().device()
        let silent = Silent()
        let controller = device.run { ASAuthorizationController(authorizationRequests: [signIn()]) }
        controller.delegate = silent
        controller.performRequests()
        await device.sheets.shown(times: 1)
        #expect(controller.delegate === silent)
        #expect(controller.presentationContextProvider == nil)
    }

    @Test("a controller is retained until its delegate was called")
    func life() async throws {
        let device = try await Apple.party().device()
        let asker = CredentialRequester()
        device.sheets.will(.wait)
        weak var weakController: ASAuthorizationController?
        await asker.waits {
            let controller = device.run { ASAuthorizationController(authorizationRequests: [signIn()]) }
            controller.delegate = asker
            weakController = controller
            controller.performRequests()
            Task {
                await device.sheets.shown(times: 1)
                #expect(weakController != nil)
                device.sheets.will(.cancel)
            }
        }
        #expect(asker.told == [.error(.canceled)])
    }
}

extension CredentialRequester {
    /// Returns after `body` and the call of the delegate.
    func waits(_ body: @MainActor () -> Void) async {
        let calls = listen()
        body()
        for await _ in calls { break }
    }
}
