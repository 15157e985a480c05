/// Whose text to write.
public enum FormatCompatibility: Hashable, Sendable, CaseIterable {
    /// Text that reads back as the same rules, empty lists apart, which are left out.
    case lossless

    /// Byte for byte what the reference formatter writes for the same rules, its faults included: a dash that reading loses, a
    /// `required: ;` for an empty list, exponents for numbers from 10^21.
    case appleCompatible
}
