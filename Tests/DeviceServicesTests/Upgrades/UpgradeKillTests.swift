import DeviceProtocol
import PasswordManager
import Testing

@testable import DeviceServices

/// After a kill between any two steps of extension, server and keychain, the saved credential signs in.
@Suite("An interrupted upgrade") struct UpgradeKillTests {
    struct Story: Sendable, CustomTestStringConvertible {
        let name: String
        let modification: AccountModification
        var habit = ModelExtension.Habit()
        var preferred: String?
        var testDescription: String { name }
    }

    static let stories = [
        Story(name: "the proposed password", modification: .strongPassword),
        Story(name: "without asking again", modification: .strongPassword, habit: .init(asksAgain: false)),
        Story(name: "a password that the server prefers", modification: .strongPassword, preferred: "the server's own"),
        Story(name: "a view of the extension", modification: .strongPassword, habit: .init(needsPerson: true)),
        Story(
            name: "a view, and a password that the server prefers", modification: .strongPassword, habit: .init(needsPerson: true),
            preferred: "the server's own"),
        Story(name: "Sign in with Apple", modification: .signInWithApple),
        Story(name: "Sign in with Apple, without asking again", modification: .signInWithApple, habit: .init(asksAgain: false)),
        Story(name: "Sign in with Apple, in a view", modification: .signInWithApple, habit: .init(needsPerson: true)),
    ]

    @Test("leaves a credential that signs in", arguments: stories, FailurePlan.PlannedFailure.allCases)
    func broken(story: Story, plannedFailure: FailurePlan.PlannedFailure) throws {
        // The time until the device runs again, and until it resolves upgrades again: immediately, within the server's ten minutes,
        // and long after.
        for pauses in [[0, 0], [0, 1_000], [120, 1_000], [1_000, 0], [1_000, 1_000]] as [[Double]] {
            var number = 0
            while true {
                let server = ModelServer(password: ModelDevice.old, preferring: story.preferred)
                let device = try ModelDevice(server)
                let failurePlan = FailurePlan(plannedFailure, at: number)
                let program = ModelExtension(server, failurePlan, story.habit)
                let coordinator = device.coordinator(program, failurePlan: failurePlan)
                coordinator.attach(QuietInterface())
                let outcome = coordinator.upgrade(device.id, to: story.modification)
                let isOver = failurePlan.passed <= number
                if !failurePlan.isSystemDead, case .done = outcome {
                    #expect(device.canSignIn, "\(story.name) \(plannedFailure) at \(number)")
                }
                try restart(device, story, pauses, "\(story.name), \(plannedFailure) at \(number), \(pauses)")
                if isOver { break }
                number += 1
            }
            #expect(number > 6)
        }
    }

    /// The device starts twice, and then the user upgrades again.
    private func restart(_ device: ModelDevice, _ story: Story, _ pauses: [Double], _ words: Comment) throws {
        for pause in pauses {
            device.server.wait(pause)
            device.settle()
            #expect(device.canSignIn, words)
        }
        guard device.saved != nil else { return }
        device.server.wait(2_000)
        let coordinator = device.coordinator(ModelExtension(device.server))
        device.settle(coordinator)
        #expect(device.saved?.pendingUpgrade == nil, words)
        let outcome = coordinator.upgrade(device.id, to: story.modification)
        #expect(outcome == .done(nil) || device.hasPassword(like: story.preferred), words)
        #expect(device.canSignIn, words)
    }

    @Test("without an announcement loses a password that the server chose, which is why announcements exist")
    func unannounced() throws {
        var isLost = false
        for number in 0..<40 {
            let server = ModelServer(password: ModelDevice.old, preferring: "the server's own")
            let device = try ModelDevice(server)
            let failurePlan = FailurePlan(.bothDie, at: number)
            let program = ModelExtension(server, failurePlan, .init(announces: false))
            _ = device.coordinator(program, failurePlan: failurePlan).upgrade(device.id, to: .strongPassword)
            // The old password is valid for ten minutes.
            #expect(device.canSignIn)
            server.wait(2_000)
            device.settle()
            #expect(device.saved != nil && device.saved?.pendingUpgrade == nil)
            isLost = isLost || !device.canSignIn
        }
        #expect(isLost)
    }
}

/// A user who watches the extension's view and does not cancel.
struct QuietInterface: ExtensionInterface {
    func present(_ view: ExtensionPresentation, controls: ExtensionControls) {}
    func show(_ screen: ShownScreen, in view: ExtensionPresentation) {}
    func dismiss(_ view: ExtensionPresentation) {}
}
