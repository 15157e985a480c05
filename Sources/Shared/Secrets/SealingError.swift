/// Why a sealed value does not open.
package enum SealingError: Error, Hashable, Sendable {
    /// Fewer bytes than header, nonce and tag need.
    case truncated
    /// The first byte names a format this version does not know.
    case unknownVersion(UInt8)
    /// No key at hand has this fingerprint: the key was rotated away, or the value belongs to another deployment or purpose.
    case unknownKey(KeyFingerprint)
    /// The key fits, but the bytes or the data they are bound to were changed.
    case notAuthentic
    /// The cipher refused to work; never seen with the sizes used here.
    case sealingFailed
}
