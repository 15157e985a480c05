import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("Paired watch", .timeLimit(.minutes(20))) struct WatchTests {
    static let notReady = [
        SimulatedWatch(isOnWrist: false), SimulatedWatch(isUnlocked: false), SimulatedWatch(isNearby: false),
    ]

    @Test("the watch confirms on its own, without biometry and without a passcode", arguments: Form.allCases)
    func alone(form: Form) async throws {
        let device = try DeviceSimulator(biometry: .none, passcode: nil)
        device.watch = SimulatedWatch()
        device.person.will(.confirmOnWatch)
        try await device.run {
            let context = LAContext()
            #expect(context.canEvaluatePolicy(.deviceOwnerAuthenticationWithCompanion, error: nil))
            try await form.evaluate(.deviceOwnerAuthenticationWithCompanion, with: context)
            try await form.evaluate(.deviceOwnerAuthenticationWithBiometricsOrCompanion, with: context)
        }
        #expect(device.person.prompts.map(\.question) == [.watch])
    }

    @Test("the watch is unavailable unless it is worn, unlocked and nearby", arguments: notReady)
    func unready(watch: SimulatedWatch) async throws {
        let device = try DeviceSimulator()
        device.watch = watch
        await device.run {
            let context = LAContext()
            var error: NSError?
            #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithCompanion, error: &error))
            #expect(error?.code == LAError.Code.companionNotAvailable.rawValue)
            await #expect(throws: LAError(.companionNotAvailable)) {
                try await context.evaluatePolicy(.deviceOwnerAuthenticationWithCompanion, localizedReason: "go on")
            }
        }
        #expect(device.person.promptCount == 0)
    }

    @Test("the watch proves nothing after a start until the passcode was entered")
    func started() throws {
        let device = try DeviceSimulator(passcode: "2468")
        device.watch = SimulatedWatch()
        try device.reboot()
        let canConfirm = { device.run { LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithCompanion, error: nil) } }
        #expect(!canConfirm())
        try device.unlock(passcode: "2468")
        #expect(canConfirm())
    }

    @Test("the watch locks when the user takes it off")
    func takenOff() throws {
        var watch = SimulatedWatch()
        watch.isOnWrist = false
        watch.isOnWrist = true
        #expect(!watch.isUnlocked && !watch.isReady)
    }

    @Test("the watch confirms in addition to biometry and the passcode, but not for biometry alone")
    func beside() async throws {
        let device = try DeviceSimulator()
        device.watch = SimulatedWatch()
        device.person.will(.confirmOnWatch, .noMatch, .fallback, .confirmOnWatch, .noMatch, .noMatch, .noMatch, .confirmOnWatch)
        try await device.run {
            try await LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometricsOrCompanion, localizedReason: "go on")
            try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "go on")
            try await LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometricsOrCompanion, localizedReason: "go on")
            device.person.will(.confirmOnWatch)
            await #expect(throws: LAError(.userCancel)) {
                try await LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "go on")
            }
        }
        let questions = device.person.prompts.map(\.question)
        #expect(questions == [.biometry, .biometry, .biometry, .passcode, .biometry, .biometry, .biometry, .watch, .biometry])
        #expect(device.person.prompts.map(\.takesWatch) == [Bool](repeating: true, count: 8) + [false])
    }

    @Test("a watch that was carried away during the prompt does not confirm")
    func carriedAway() async throws {
        let device = try DeviceSimulator()
        device.watch = SimulatedWatch()
        for (policy, later) in [
            (LAPolicy.deviceOwnerAuthenticationWithCompanion, nil),
            (.deviceOwnerAuthenticationWithBiometricsOrCompanion, SimulatedPerson.Answer.match),
        ] {
            device.watch?.isNearby = true
            device.person.will(.wait)
            let count = device.person.promptCount
            try await device.run {
                let context = LAContext()
                let end = Task { try await context.evaluatePolicy(policy, localizedReason: "go on") }
                await device.person.prompted(times: count + 1)
                device.watch?.isNearby = false
                if let later {
                    device.person.will(.confirmOnWatch, later)
                    #expect(try await end.value)
                    let last = try #require(device.person.prompts.last)
                    #expect(!last.takesWatch && !last.isRepeated)
                } else {
                    device.person.will(.confirmOnWatch)
                    await #expect(throws: LAError(.companionNotAvailable)) { try await end.value }
                }
            }
        }
    }

    @Test("the watch authorizes a right that requires the owner, with its key, but not one that requires biometry")
    func rights() async throws {
        let device = try DeviceSimulator()
        device.watch = SimulatedWatch()
        device.person.will(.confirmOnWatch, .confirmOnWatch)
        try await device.run {
            let right = LARight()
            try await right.authorize(localizedReason: "sign in")
            #expect(right.state == .authorized)
            let saved = try await LARightStore.shared.saveRight(LARight(), identifier: "login")
            try await saved.authorize(localizedReason: "sign in")
            _ = try await saved.key.sign(Data("hello".utf8), algorithm: .ecdsaSignatureMessageX962SHA256)
            device.person.will(.confirmOnWatch)
            await #expect(throws: LAError(.userCancel)) {
                try await LARight(requirement: .biometry).authorize(localizedReason: "sign in")
            }
        }
    }

    @Test("the domain state contains the companion, and changes with each pairing")
    func told() throws {
        let device = try DeviceSimulator()
        try device.run {
            let before = LAContext().domainState
            device.watch = SimulatedWatch(isNearby: false)
            let paired = LAContext().domainState
            #expect(paired.companion.availableCompanionTypes == [.watch])
            let first = try #require(paired.companion.stateHash(for: .watch))
            #expect(first == paired.companion.stateHash && paired.companion.stateHash(for: .mac) == nil)
            #expect(paired.stateHash != before.stateHash && paired.biometry.stateHash == before.biometry.stateHash)
            let companion = try #require(LAEnvironment.currentUser.state.companions.first)
            #expect(companion.type == .watch && !companion.isUsable && companion.stateHash == first)
            device.watch?.isNearby = true
            #expect(LAEnvironment.currentUser.state.companions.first?.isUsable == true)
            #expect(LAContext().domainState.companion.stateHash == first)
            device.watch = nil
            #expect(LAEnvironment.currentUser.state.companions.isEmpty)
            device.watch = SimulatedWatch()
            #expect(LAContext().domainState.companion.stateHash != first)
        }
    }

    @Test("the pairing is stored with the device")
    func stored() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/watch-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hash = try stateHash(in: folder) { $0.watch = SimulatedWatch(isNearby: false) }
        let later = try stateHash(in: folder) { #expect($0.watch == SimulatedWatch(isNearby: false)) }
        #expect(later == hash && hash != nil)
    }

    private func stateHash(in folder: String, _ body: (DeviceSimulator) -> Void) throws -> Data? {
        let device = try DeviceSimulator(storedIn: folder)
        body(device)
        return device.run { LAContext().domainState.companion.stateHash }
    }
}
