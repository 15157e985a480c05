import DeviceParts
import Glibc
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

/// An interruption between any two durable steps: the next start finds the change done or not done.
@Suite("Interrupted changes", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclaveInterruptionTests {
    /// The observable state of an enclave.
    struct Seen: Equatable, CustomStringConvertible {
        /// The invented passcode that is set.
        var passcode: UInt8?
        /// Whether the key that is bound to the initial set is usable.
        var currentKeyLives: Bool
        /// Whether the key that requires the first passcode is usable, as far as it can be observed.
        var passcodeKeyLives: Bool

        var description: String {
            "passcode \(passcode.map(String.init) ?? "none"), current \(currentKeyLives), bound \(passcodeKeyLives)"
        }
    }

    enum Change: CaseIterable {
        case set, change, remove, advance
    }

    static func apply(_ change: Change, to seen: Seen) -> Seen {
        var after = seen
        switch change {
        case .set: if seen.passcode == nil { after.passcode = 1 }
        case .change: if let passcode = seen.passcode { after.passcode = passcode == 1 ? 2 : 1 }
        case .remove:
            if seen.passcode != nil { after.passcodeKeyLives = false }
            after.passcode = nil
        case .advance: after.currentKeyLives = false
        }
        return after
    }

    static func perform(_ change: Change, on enclave: any Enclave, _ seen: Seen) throws {
        let now = try proof(seen.passcode ?? 1)
        switch change {
        case .set: _ = try enclave.setPasscode(now)
        case .change: _ = try enclave.changePasscode(from: now, to: try proof(seen.passcode == 1 ? 2 : 1))
        case .remove: _ = try enclave.removePasscode(now)
        case .advance: _ = try enclave.advanceBiometricGeneration()
        }
    }

    /// A device with a passcode and two keys, and its observations.
    struct Device {
        let fixture: EnclaveFixture
        let currentKey: EnclaveKey
        let passcodeKey: EnclaveKey
        let deviceSecret: [UInt8]

        init(_ subject: EnclaveSubject) throws {
            fixture = try EnclaveFixture(subject)
            let enclave = try fixture.open()
            _ = try enclave.setPasscode(proof(1)).granted()
            currentKey = try enclave.createKey(.currentBiometry).granted()
            passcodeKey = try enclave.createKey(.passcode).granted()
            deviceSecret = try enclave.deviceSecret().withBytes { Array($0) }
        }

        func look(_ enclave: any Enclave) throws -> Seen {
            #expect(try enclave.deviceSecret().withBytes { Array($0) } == deviceSecret)
            let presence = try enclave.presenceKey()
            var passcode: UInt8?
            for candidate in UInt8(1)...2 where try enclave.verifyPasscode(proof(candidate)).rejection == nil {
                passcode = candidate
            }
            #expect(try enclave.isPasscodeSet() == (passcode != nil))
            let current = try enclave.sign(input, with: currentKey.blob, authorization: KeyAuthorization(presence: presence))
            let bound = try enclave.sign(
                input, with: passcodeKey.blob, authorization: passcode.map { KeyAuthorization(passcode: try proof($0)) } ?? .none)
            #expect(current.rejection == nil || current.rejection == .biometricSetChanged)
            #expect(bound.rejection == nil || bound.rejection == .passcodeRemoved)
            // The device still works in any case.
            let fresh = try enclave.createKey(.currentBiometry).granted()
            _ = try enclave.sign(input, with: fresh.blob, authorization: KeyAuthorization(presence: presence)).granted()
            return Seen(passcode: passcode, currentKeyLives: current.rejection == nil, passcodeKeyLives: bound.rejection == nil)
        }

        /// Opens the enclave, interrupts the change at a step, opens it again and observes it. Returns nil if the change has fewer
        /// steps.
        func die(at step: Int, of change: Change, _ seen: Seen, death: EnclaveFixture.Death) throws -> Seen? {
            var died = false
            do {
                let enclave = try fixture.open(.existing, dyingAt: step, death: death)
                try EnclaveInterruptionTests.perform(change, on: enclave, seen)
            } catch let error as EnclaveError {
                #expect(error.code == .unavailable, "\(error)")
                died = true
            }
            fixture.close()
            if died && death == .killed { try fixture.restart() }
            let found = try look(try fixture.open(.existing))
            #expect(access(fixture.stateFile + ".new", F_OK) != 0, "a file of the killed process remains")
            fixture.close()
            let after = EnclaveInterruptionTests.apply(change, to: seen)
            #expect(found == seen || found == after, "\(change), step \(step): \(found)")
            if !died { #expect(found == after) }
            return died ? found : nil
        }
    }

    static let deaths: [(EnclaveSubject, EnclaveFixture.Death)] = EnclaveSubject.available.flatMap { subject in
        subject == .tpm ? [(subject, .stopped), (subject, .killed)] : [(subject, .stopped)]
    }

    @Test("a setup that is interrupted at any step is completed by the next one", arguments: deaths)
    func setUp(_ subject: EnclaveSubject, _ death: EnclaveFixture.Death) throws {
        var steps = 0
        for step in 1...20 {
            let fixture = try EnclaveFixture(subject)
            do {
                _ = try fixture.open(dyingAt: step, death: death)
                break
            } catch let error as EnclaveError {
                #expect(error.code == .unavailable, "\(error)")
            }
            steps = step
            fixture.close()
            if death == .killed { try fixture.restart() }
            let enclave = try fixture.open()
            #expect(try !enclave.isPasscodeSet())
            let key = try enclave.createKey(.currentBiometry).granted()
            let match = KeyAuthorization(presence: try enclave.presenceKey())
            _ = try enclave.sign(input, with: key.blob, authorization: match).granted()
        }
        #expect(steps == (subject == .tpm ? 7 : 4))
    }

    @Test("a change that is interrupted at any step is complete or absent", arguments: deaths)
    func change(_ subject: EnclaveSubject, _ death: EnclaveFixture.Death) throws {
        for change in Change.allCases {
            let device = try Device(subject)
            var seen = Seen(passcode: 1, currentKeyLives: true, passcodeKeyLives: true)
            if change == .set {
                let enclave = try device.fixture.open(.existing)
                _ = try enclave.removePasscode(proof(1)).granted()
                seen = Self.apply(.remove, to: seen)
            }
            device.fixture.close()
            var steps = 0
            while let found = try device.die(at: steps + 1, of: change, seen, death: death) {
                steps += 1
                // If it took effect, the next step requires a device on which it did not.
                if change == .change { seen = found }
                if change == .set && found.passcode != nil || change == .remove && found.passcode == nil || change == .advance {
                    break
                }
            }
            #expect(steps >= 1)
        }
    }

    @Test(
        "random interruptions of random changes leave a consistent device", arguments: EnclaveSubject.available, [UInt64(1), 2])
    func chance(_ subject: EnclaveSubject, _ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let device = try Device(subject)
        device.fixture.close()
        var seen = Seen(passcode: 1, currentKeyLives: true, passcodeKeyLives: true)
        for _ in 0..<(subject == .softwareHere ? 60 : 15) {
            let change = Change.allCases[Int.random(in: 0..<Change.allCases.count, using: &generator)]
            let step = Int.random(in: 1...6, using: &generator)
            let death: EnclaveFixture.Death = subject == .tpm && Bool.random(using: &generator) ? .killed : .stopped
            seen = try device.die(at: step, of: change, seen, death: death) ?? Self.apply(change, to: seen)
        }
    }

    @Test(
        "a setup after a lost state file removes the previous passcode",
        .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
    func lostStateFile() throws {
        for step in 1...6 {
            let device = try Device(.tpm)
            unlink(device.fixture.stateFile)
            _ = try? device.fixture.open(dyingAt: step)
            let enclave = try device.fixture.open()
            #expect(try !enclave.isPasscodeSet())
            let old = KeyAuthorization(passcode: try proof(1), presence: try enclave.presenceKey())
            #expect(try enclave.sign(input, with: device.passcodeKey.blob, authorization: old).rejection != nil)
            #expect(try enclave.sign(input, with: device.currentKey.blob, authorization: old).rejection == .unknownBlob)
        }
    }
}
