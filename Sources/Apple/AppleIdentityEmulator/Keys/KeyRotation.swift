/// How the service's signing keys change.
public enum KeyRotation: String, Sendable, Hashable, Codable, CaseIterable {
    /// A new key is listed and signs; the previous ones stay listed as far as the set's size allows.
    case gradual
    /// A new key is listed and signs at once; all previous keys leave the set while their tokens still live.
    case abrupt
    /// The shape of April 2022: the set lists new keys only, while tokens still come under the old ones (facts 1.3).
    case unlisted
}
