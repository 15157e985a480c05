extension AccountStoreConformance {
    /// The cases in which 64 attempts come at once: those that a long run repeats.
    package static let contests = all.filter { $0.name.contains("64") }
}
