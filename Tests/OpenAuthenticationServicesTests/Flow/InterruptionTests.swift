import AppleIdentityEmulator
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@Suite("A request for a credential that is interrupted") @MainActor
struct InterruptionTests {
    @Test("by the app while a sheet stands ends with canceled, and the sheet is gone")
    func cancelAtSheet() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.wait)
        let asker = Asker()
        await asker.perform([signIn()], on: device) { controller in
            await device.sheets.shown(times: 1)
            controller.cancel()
        }
        #expect(asker.told == [.error(.canceled)])
        // What is said now is for the next sheet, not for the one that is gone.
        device.sheets.will(.cancel)
        #expect(device.sheets.remainingAnswers == [.cancel])
    }

    @Test("by the app while the person is looked at ends with canceled")
    func cancelAtPresence() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.proceed, .proceed)
        device.person.will(.wait)
        let asker = Asker()
        await asker.perform([signIn()], on: device) { controller in
            await device.person.prompted(times: 1)
            controller.cancel()
            controller.cancel()
        }
        #expect(asker.told == [.error(.canceled)])
    }

    @Test("by the lock while a sheet stands ends with canceled")
    func lock() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.proceed, .wait)
        let asker = Asker()
        await asker.perform([signIn()], on: device) { _ in
            await device.sheets.shown(times: 2)
            device.lock()
        }
        #expect(asker.told == [.error(.canceled)])
        #expect(device.person.promptCount == 0)
    }

    @Test("before it begins, by a locked device, is not interactive; unlocked it goes on")
    func lockedBefore() async throws {
        let device = try await Apple.party().device()
        device.lock()
        let asker = Asker()
        await asker.perform([signIn()], on: device)
        #expect(asker.told == [.error(.notInteractive)])
        #expect(device.sheets.shown.isEmpty)
        try device.unlock(passcode: "2468")
        await asker.perform([signIn()], on: device)
        #expect(asker.told.last == .error(.canceled))
        #expect(device.sheets.shown.count == 1)
    }

    @Test("by a restart ends with an error, once")
    func restart() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.wait)
        let asker = Asker()
        await asker.perform([signIn()], on: device) { _ in
            await device.sheets.shown(times: 1)
            try? device.reboot()
        }
        #expect(asker.told == [.error(.canceled)])
    }

    @Test("by the end of the task of an asynchronous call ends with canceled")
    func task() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.wait)
        let controller = device.run { AuthorizationController() }
        let task = Task { try await controller.performRequest(signIn()) }
        await device.sheets.shown(times: 1)
        task.cancel()
        await #expect(throws: ASAuthorizationError(.canceled)) { try await task.value }
    }

    @Test("by a further call is not: that one does nothing")
    func twice() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.wait)
        let asker = Asker()
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

    @Test("ends where there is no device, or one without services, with unknown")
    func noDevice() async throws {
        let asker = Asker()
        let controller = CurrentDevice.$link.withValue(MissingDevice(reason: "none")) { AuthorizationController() }
        await #expect(throws: ASAuthorizationError(.unknown)) { try await controller.performRequest(signIn()) }
        _ = asker
    }
}
