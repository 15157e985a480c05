import DeviceBroker
import DeviceProtocol
import Secrets

/// The Apple Watch that a simulated device is paired with. It can be asked while it is on the wrist, unlocked and nearby.
public struct SimulatedWatch: Hashable, Codable, Sendable {
    /// Whether its owner wears it. Taken off, it locks.
    public var isOnWrist: Bool {
        didSet { if !isOnWrist { isUnlocked = false } }
    }
    /// Whether it is unlocked.
    public var isUnlocked: Bool
    /// Whether the device reaches it.
    public var isNearby: Bool

    /// A watch that stands so.
    public init(isOnWrist: Bool = true, isUnlocked: Bool = true, isNearby: Bool = true) {
        self.isOnWrist = isOnWrist
        self.isUnlocked = isUnlocked
        self.isNearby = isNearby
    }

    /// Whether it can be asked: the companion policies of `LAPolicy` answer `LAError.companionNotAvailable` where not.
    public var isReady: Bool { isOnWrist && isUnlocked && isNearby }
}

extension DeviceSimulator {
    /// The watch that the device is paired with; nil: none. Set where there is none, it is a new pairing, by which apps know it (`LADomainState.companion`).
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
    /// The watch as the device's trusted side knows it.
    var companion: Mechanisms.Companion? {
        guard let watch, let pairing = pairing.flatMap({ Octets32($0) }) else { return nil }
        return Mechanisms.Companion(pairing: pairing, isReady: watch.isReady)
    }
}
