import DeviceProtocol
public import Foundation

/// What authorises a right. Never changes.
public final class LAAuthenticationRequirement: NSObject, Sendable {
    let requirement: RightRequirement

    init(_ requirement: RightRequirement) {
        self.requirement = requirement
        super.init()
    }

    /// Biometry, the passcode, or a confirmation on the paired watch, as the person prefers.
    public class var `default`: LAAuthenticationRequirement { LAAuthenticationRequirement(.userPresence) }

    /// Biometry alone.
    public class var biometry: LAAuthenticationRequirement { LAAuthenticationRequirement(.biometry) }

    /// Biometry alone, of those who are enrolled when the right is saved: it is gone for good once a finger or a face was added or removed. A right that is not
    /// saved takes whoever is enrolled when it is authorised.
    public class var biometryCurrentSet: LAAuthenticationRequirement { LAAuthenticationRequirement(.biometryCurrentSet) }

    /// Biometry, and what `fallback` says where it fails or cannot be used.
    public class func biometry(fallback: LABiometryFallbackRequirement) -> Self {
        Self(fallback.requirement)
    }

    /// The same demand.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? LAAuthenticationRequirement)?.requirement == requirement
    }

    /// Of what ``isEqual(_:)`` compares.
    public override var hash: Int { requirement.hashValue }

    /// Whether only biometry meets it.
    var isBiometryAlone: Bool {
        switch requirement {
        case .biometry, .biometryCurrentSet: true
        case .userPresence, .biometryOrPasscode: false
        }
    }
}

/// What takes the place of biometry that fails or cannot be used.
public final class LABiometryFallbackRequirement: NSObject, Sendable {
    let requirement: RightRequirement

    private init(_ requirement: RightRequirement) {
        self.requirement = requirement
        super.init()
    }

    /// The device's own choice: the passcode.
    public class var `default`: LABiometryFallbackRequirement { LABiometryFallbackRequirement(.userPresence) }

    /// The passcode.
    public class var devicePasscode: LABiometryFallbackRequirement { LABiometryFallbackRequirement(.biometryOrPasscode) }
}
