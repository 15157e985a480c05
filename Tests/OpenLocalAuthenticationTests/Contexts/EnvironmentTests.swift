import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Synchronization
import Testing

@Suite("Environment", .timeLimit(.minutes(20))) struct EnvironmentTests {
    final class Watcher: NSObject, LAEnvironment.Observer, Sendable {
        private let states = Mutex<[[Bool?]]>([])
        let changes = Replies<Bool>()

        /// Whether a finger was enrolled before and after each change.
        var seen: [[Bool?]] { states.withLock { $0 } }

        func environment(_ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State) {
            states.withLock { $0.append([oldState.biometry?.isEnrolled, environment.state.biometry?.isEnrolled]) }
            changes.put(true)
        }
    }

    @Test("the environment reports its state")
    func state() throws {
        let device = try DeviceSimulator(biometry: .touchID)
        try device.run {
            let environment = LAEnvironment.currentUser
            let biometry = try #require(environment.state.biometry)
            #expect(biometry.biometryType == .touchID && biometry.isEnrolled && biometry.isUsable && !biometry.isLockedOut)
            #expect(biometry.stateHash == LAContext().domainState.biometry.stateHash)
            #expect(biometry.localizedName == "Touch ID" && !biometry.builtInSensorInaccessible)
            let passcode = try #require(environment.state.userPassword)
            #expect(passcode.isSet && passcode.isUsable)
            #expect(environment.state.allMechanisms.count == 2 && environment.state.companions.isEmpty)
            try device.lockOutBiometry()
            #expect(environment.state.biometry?.isLockedOut == true && environment.state.biometry?.isUsable == false)
            #expect(biometry.isUsable)
        }
        try DeviceSimulator(biometry: .none, passcode: nil).run {
            #expect(LAEnvironment.currentUser.state.biometry == nil)
            #expect(LAEnvironment.currentUser.state.userPassword?.isUsable == false)
        }
    }

    @Test("observers are notified of changes until they are removed")
    func observers() async throws {
        let device = try DeviceSimulator()
        try await device.run {
            let (watcher, removed) = (Watcher(), Watcher())
            LAEnvironment.currentUser.addObserver(watcher)
            LAEnvironment.currentUser.addObserver(removed)
            LAEnvironment.currentUser.removeObserver(removed)
            LAEnvironment.currentUser.look()
            #expect(watcher.seen.isEmpty)
            try device.unenrol()
            LAEnvironment.currentUser.look()
            _ = await watcher.changes.first()
            LAEnvironment.currentUser.look()
            #expect(watcher.seen == [[true, false]])
            #expect(removed.seen.isEmpty)
        }
    }

    @Test("the environment checks for changes while it is observed")
    func looking() async throws {
        let device = try DeviceSimulator()
        try await device.run {
            let watcher = Watcher()
            LAEnvironment.currentUser.addObserver(watcher)
            try device.unenrol()
            #expect(await watcher.changes.first() == [true])
        }
    }

    @Test("the environment does not retain observers")
    func weakness() async throws {
        try DeviceSimulator().run {
            weak var gone: Watcher?
            do {
                let watcher = Watcher()
                gone = watcher
                LAEnvironment.currentUser.addObserver(watcher)
            }
            LAEnvironment.currentUser.look()
            #expect(gone == nil)
        }
    }
}
