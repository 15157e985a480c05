import DeviceSimulator
import Foundation
import Glibc
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("Reply handlers", .timeLimit(.minutes(20))) struct ReplyTests {
    @Test("the reply is called on another thread, even without a prompt")
    func thread() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .match)
        let replies = Replies<UInt>()
        await device.run {
            let context = LAContext()
            func ask() {
                let caller = pthread_self()
                context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "see your notes") { _, _ in
                    #expect(pthread_self() != caller)
                    replies.put(0)
                }
            }
            ask()
            _ = await replies.first()
            ask()
            _ = await replies.first()
            context.invalidate()
            ask()
            _ = await replies.first()
            func authorize() {
                let caller = pthread_self()
                LARight().authorize(localizedReason: "sign in") { _ in
                    #expect(pthread_self() != caller)
                    replies.put(0)
                }
            }
            authorize()
            _ = await replies.first()
        }
    }

    @Test("prompts of other apps do not delay an app's reply")
    func independence() async throws {
        let devices = try (1...8).map { _ in try DeviceSimulator() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for device in devices {
                device.person.will(.wait)
                group.addTask {
                    try await device.run { try await Form.async.evaluate(.deviceOwnerAuthentication, with: LAContext()) }
                }
                await device.person.prompted(times: 1)
            }
            let other = try DeviceSimulator()
            other.person.will(.match)
            try await other.run { try await Form.async.evaluate(.deviceOwnerAuthentication, with: LAContext()) }
            for device in devices { device.person.will(.match) }
            try await group.waitForAll()
        }
    }

    @Test("an empty reason ends the process without a reply")
    func emptyReason() async {
        await #expect(processExitsWith: .failure) {
            withoutBacktrace()
            LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "") { _, _ in }
        }
        await #expect(processExitsWith: .failure) {
            withoutBacktrace()
            LARight().authorize(localizedReason: "") { _ in }
        }
        await #expect(processExitsWith: .success) {
            LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "-") { _, _ in }
        }
    }
}

/// Lets a failed precondition end this process at once. A backtrace would first read the symbols of all tests.
private func withoutBacktrace() {
    signal(SIGILL, SIG_DFL)
    signal(SIGTRAP, SIG_DFL)
}
