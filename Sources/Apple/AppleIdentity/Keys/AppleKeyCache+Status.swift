public import FoundationEssentials

extension AppleKeyCache {
    /// What a cache holds.
    public struct Status: Sendable {
        /// The keys of the last set.
        public let keyIDs: [String]
        /// Keys that left the set, of which some may no longer serve.
        public let departedKeyIDs: [String]
        /// When the last set was fetched; nil where none ever was.
        public let fetchedAt: Date?
        /// Why the last fetch brought nothing; nil where it did.
        public let lastFailure: String?
        /// Keys of the last set that cannot be used.
        public let skipped: [AppleKeySet.SkippedKey]
    }
}
