/// The kind of a paired device. Only a simulated device is paired with one, and that is a watch.
public enum LACompanionType: Int, Sendable {
    /// A watch.
    case watch = 1
    /// A computer.
    case mac = 2
    /// A headset.
    case vision = 4
}
