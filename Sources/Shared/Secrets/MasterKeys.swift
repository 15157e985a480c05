/// The master keys of a deployment: the one that seals from now on, and those it replaced, which still open what they sealed.
package struct MasterKeys: Sendable {
    package var current: MasterKey
    package var previous: [MasterKey]

    package init(current: MasterKey, previous: [MasterKey] = []) {
        self.current = current
        self.previous = previous
    }

    /// The keys that seal and open values of one purpose.
    package func sealingKeys(for purpose: KeyPurpose) -> SealingKeys {
        SealingKeys(current: current, older: previous, purpose: purpose)
    }

    /// The fingerprints of all keys, the current one first.
    package var fingerprints: [KeyFingerprint] { ([current] + previous).map(\.fingerprint) }
}
