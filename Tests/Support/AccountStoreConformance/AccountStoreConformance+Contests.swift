extension AccountStoreConformance {
    /// The cases with 64 concurrent attempts, which a long run repeats.
    package static let contests: [ConformanceCase] = all.filter { $0.name.contains("64") }
}
