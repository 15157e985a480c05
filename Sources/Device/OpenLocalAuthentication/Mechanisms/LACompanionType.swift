/// The kind of a paired device. A device here has none.
public enum LACompanionType: Int, Sendable {
    /// A watch.
    case watch = 1
    /// A computer.
    case mac = 2
    /// A headset.
    case vision = 4
}
