import AppleIdentityEmulator
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@Suite("Interrupted credential requests") @MainActor
struct InterruptionTests {
    @Test("cancelling during a sheet ends with canceled and closes the sheet")
    func cancelAtSheet() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.wait)
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device) { controller in
            await device.sheets.shown(times: 1)
            controller.cancel()
        }
        #expect(asker.told == [.error(.canceled)])
        // A later response is for the next sheet.
        device.sheets.will(.cancel)
        #expect(device.sheets.remainingAnswers == [.cancel])
    }

    @Test("cancelling during a biometry prompt ends with canceled")
    func cancelAtPresence() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.proceed, .proceed)
        device.person.will(.wait)
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device) { controller in
            await device.person.prompted(times: 1)
            controller.cancel()
            controller.cancel()
        }
        #expect(asker.told == [.error(.canceled)])
    }

    @Test("locking the device during a sheet ends with canceled")
    func lock() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.proceed, .wait)
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device) { _ in
            await device.sheets.shown(times: 2)
            device.lock()
        }
        #expect(asker.told == [.error(.canceled)])
        #expect(device.person.promptCount == 0)
    }

    @Test("a request on a locked device ends with notInteractive, and succeeds after an unlock")
    func lockedBefore() async throws {
        let device = try await Apple.party().device()
        device.lock()
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device)
        #expect(asker.told == [.error(.notInteractive)])
        #expect(device.sheets.shown.isEmpty)
        try device.unlock(passcode: "2468")
        await asker.perform([signIn()], on: device)
        #expect(asker.told.last == .error(.canceled))
        #expect(device.sheets.shown.count == 1)
    }

    @Test("a restart of the device ends the request with one error")
    func restart() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.wait)
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device) { _ in
            await device.sheets.shown(times: 1)
            try? device.reboot()
        }
        #expect(asker.told == [.error(.canceled)])
    }

    @Test("cancelling the task of an asynchronous call ends with canceled")
    func task() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.wait)
        let controller = device.run { AuthorizationController() }
        let task = Task { try await controller.performRequest(signIn()) }
        await device.sheets.shown(times: 1)
        task.cancel()
        await #expect(throws: ASAuthorizationError(.canceled)) { try await task.value }
    }

    @Test("a second call has no effect")
    func twice() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.wait)
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: device) { controller in
            controller.performRequests()
            await device.sheets.shown(times: 1)
            controller.performRequests()
            device.sheets.will(.cancel)
        }
        #expect(asker.told == [.error(.canceled)])
        #expect(device.sheets.shown.count == 1)
        #expect(asker.anchorsAsked == 1)
    }

    @Test("a request without a device or without services ends with unknown")
    func noDevice() async throws {
        let asker = CredentialRequester()
        let controller = CurrentDevice.$link.withValue(MissingDevice(reason: "none")) { AuthorizationController() }
        await #expect(throws: ASAuthorizationError(.unknown)) { try await controller.performRequest(signIn()) }
        _ = asker
    }
}
