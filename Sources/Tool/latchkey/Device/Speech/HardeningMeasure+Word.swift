import DeviceBroker

extension HardeningMeasure {
    /// What the command calls it.
    var word: String {
        switch self {
        case .notTraceable: "not-traceable"
        case .noCoreFile: "no-core-file"
        case .noNewPrivileges: "no-new-privileges"
        case .memoryLocked: "memory-locked"
        }
    }
}

extension Set<HardeningMeasure> {
    /// In the order of their numbers.
    var words: [String] { sorted { $0.rawValue < $1.rawValue }.map(\.word) }
}
