import DeviceConformance
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import Synchronization
import TestKit
import Testing

@Suite("Interruptions of a prompt, on every device", .tags(.realParts), .timeLimit(.minutes(20))) struct EndingTests {
    /// The interruption of an evaluation that waits for the user.
    enum Ending: String, CaseIterable, Sendable {
        case invalidated, deallocated, deviceLocked

        var code: LAError.Code { self == .deviceLocked ? .systemCancel : .appCancel }
    }

    static let rows = DeviceSubject.available.flatMap { subject in Ending.allCases.map { (subject, $0) } }

    @Test("an interruption ends the evaluation and hides its prompt", arguments: rows)
    func evaluation(row: (DeviceSubject, Ending)) async throws {
        let (subject, ending) = row
        let device = try subject.device()
        device.person.will(.wait)
        try await device.run {
            let holder = Holder(LAContext())
            let number = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
                holder.context?.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "wait") { _, error in
                    continuation.resume(returning: (error as NSError?)?.code ?? 0)
                }
                Task {
                    await device.person.prompted(times: 1)
                    switch ending {
                    case .invalidated: holder.context?.invalidate()
                    case .deallocated: holder.letGo()
                    case .deviceLocked: try device.lock()
                    }
                }
            }
            #expect(number == ending.code.rawValue)
            await device.quiet()
            #expect(await device.promptCount() == 1)
            if let context = holder.context {
                #expect(
                    await code { try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "again") }
                        == (ending == .invalidated ? LAError.Code.invalidContext : .userCancel).rawValue)
            }
        }
    }

    /// The only reference to a context.
    private final class Holder: Sendable {
        private let held: Mutex<LAContext?>

        init(_ context: sending LAContext) {
            held = Mutex(context)
        }

        var context: LAContext? { held.withLock { $0 } }

        func letGo() {
            let last = held.withLock { held in
                defer { held = nil }
                return held
            }
            _ = last
        }
    }

    @Test("a keychain call ends with its context, and opens nothing", arguments: DeviceSubject.available)
    func keychainCall(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            #expect(Passwords.add("alice", [kSecAttrAccessControl: try Protection(.userPresence).control()]) == errSecSuccess)
            let key = try EnclaveKeys.make(Protection([.userPresence, .privateKeyUsage]).control(), tag: "login")
            #expect(EnclaveKeys.delete("login") == errSecSuccess)
            #expect(code { _ = try EnclaveKeys.sign(key) } == Int(errSecItemNotFound), "a deleted key cannot sign")
            let context = LAContext()
            device.person.will(.wait)
            let ender = Task { [context] in
                await device.person.prompted(times: 1)
                context.invalidate()
            }
            let status = await OffPool.value { Passwords.read("alice", [kSecUseAuthenticationContext: context]).status }
            #expect(status == errSecAuthFailed)
            await ender.value
            await device.quiet()
            device.person.will(.match)
            #expect(Passwords.read("alice").value == Passwords.secret)
        }
        #expect(await device.promptCount() == 2)
    }

    @Test("a context and its evidence end with its object", arguments: DeviceSubject.available)
    func contextGone(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            #expect(Passwords.add("alice", [kSecAttrAccessControl: try Protection(.userPresence).control()]) == errSecSuccess)
            _ = try EnclaveKeys.make(Protection([.userPresence, .privateKeyUsage]).control(), tag: "login")
            var bearing: Bearing? = try await Bearing(.afterMatch, on: device)
            let found = EnclaveKeys.found("login", bearing?.options ?? [:]).key
            #expect(Passwords.read("alice", bearing?.options ?? [:]).status == errSecSuccess)
            bearing = nil
            // A key retains the context that it was found with; a new call has none.
            let key = try #require(found)
            #expect(EnclaveKeys.verifies(key, try EnclaveKeys.sign(key)))
            #expect(
                Passwords.read("alice", [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]).status
                    == errSecInteractionNotAllowed)
        }
        #expect(await device.promptCount() == 1)
    }
}
