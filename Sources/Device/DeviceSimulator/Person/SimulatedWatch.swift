import DeviceBroker
import DeviceProtocol
import Secrets

/// The Apple Watch that is paired with a simulated device. It can confirm prompts while it is on the wrist, unlocked and nearby.
public struct SimulatedWatch: Hashable, Codable, Sendable {
    /// Whether the owner wears it. Taking it off locks it.
    public var isOnWrist: Bool {
        didSet { if !isOnWrist { isUnlocked = false } }
    }
    /// Whether it is unlocked.
    public var isUnlocked: Bool
    /// Whether it is in range of the device.
    public var isNearby: Bool

    /// Creates a watch in a state.
    public init(isOnWrist: Bool = true, isUnlocked: Bool = true, isNearby: Bool = true) {
        self.isOnWrist = isOnWrist
        self.isUnlocked = isUnlocked
        self.isNearby = isNearby
    }

    /// Whether it can confirm prompts. If not, the companion policies of `LAPolicy` fail with `LAError.companionNotAvailable`.
    public var isReady: Bool { isOnWrist && isUnlocked && isNearby }
}

extension DeviceSimulator {
    /// The paired watch; nil without one. Setting it on a device without a watch creates a new pairing, which apps can identify
    /// (`LADomainState.companion`).
    public var watch: SimulatedWatch? {
        get { memory.current.watch }
        set {
            memory.change { record in
                record.pairing = newValue == nil ? nil : record.pairing ?? SystemRandomBytes().bytes(Octets32.length)
                record.watch = newValue
                device.presence.pair(record.companion)
            }
        }
    }
}

extension DeviceRecord {
    /// The watch, for the device's trusted side.
    var companion: Mechanisms.Companion? {
        guard let watch, let pairing = pairing.flatMap({ Octets32($0) }) else { return nil }
        return Mechanisms.Companion(pairing: pairing, isReady: watch.isReady)
    }
}
