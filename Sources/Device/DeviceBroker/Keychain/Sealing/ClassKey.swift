import Secrets

/// The key of one availability, open, with the keys that are derived from it for every item: deriving them takes as long as opening an item.
struct ClassKey: Sendable, Redacted {
    let master: MasterKey
    /// For what can be known of an item without opening it.
    let descriptions: SealingKey
    /// For the keys of items' data.
    let itemKeys: SealingKey
    /// For keys that apps hold themselves.
    let looseKeys: SealingKey

    init(_ master: MasterKey) {
        self.master = master
        descriptions = master.sealingKey(for: .itemDescription)
        itemKeys = master.sealingKey(for: .itemKey)
        looseKeys = master.sealingKey(for: .looseKeys)
    }
}

extension KeyPurpose {
    fileprivate static let itemDescription = KeyPurpose("device-item-description")
    fileprivate static let looseKeys = KeyPurpose("device-loose-keys")
    static let itemKey = KeyPurpose("device-item-key")
}
