package import DeviceBroker
internal import DeviceProtocol
internal import Secrets
internal import Synchronization

/// The user of the device: always reacts in the same way, with a finger on a sensor that always sees the same.
package final class SamplePerson: PromptInterface, BiometricSensor {
    package enum Habit: CaseIterable, Sendable {
        case matches
        case entersPasscode
        case cancels
        case isOtherCaller
        case isAway
    }

    package let sensorState = SensorState.usable(.fingerprint, .announced(isEmpty: false))
    let habit = Mutex(Habit.matches)

    package func watch(_ report: @escaping @Sendable (SensorEvent) -> Void) -> @Sendable () -> Void {
        switch habit.withLock({ $0 }) {
        case .matches: report(SensorEvent(.matched))
        case .isOtherCaller: report(SensorEvent(.notMatched))
        case .isAway: report(SensorEvent(.timedOut))
        case .entersPasscode, .cancels: break
        }
        return {}
    }

    package func show(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void) {
        switch (habit.withLock { $0 }, prompt.question) {
        case (.entersPasscode, .passcode), (.matches, .passcode): answer(.passcode(SecretBytes(utf8: "2468")))
        case (.entersPasscode, .biometry): answer(prompt.hasFallback ? .fallback : .cancel)
        case (.matches, .biometry), (.isOtherCaller, .biometry), (.isAway, .biometry): break
        default: answer(.cancel)
        }
    }

    package func hide(_ prompt: Prompt) {}
}
