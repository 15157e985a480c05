import DeviceProtocol

/// Passwords that apps share with their websites: internet passwords in the system's access group, which the queries of apps do not
/// match.
struct SharedCredentialStore {
    private let keychain: Keychain
    private let gate: AccessGate

    init(keychain: Keychain, gate: AccessGate) {
        self.keychain = keychain
        self.gate = gate
    }

    /// Returns the passwords of a site and an account, each with the time of its last change. Nil matches any site or account.
    func credentials(
        site: SharedCredentialSite?, account: String?
    ) throws(DeviceError) -> [(credential: SharedCredential, changed: Double)] {
        try items(site, account, returning: [.attributes, .data]).compactMap { item in
            guard let site = item.site, case .text(let account)? = item.description?.attributes[.account],
                let password = item.data.flatMap({ String(validating: $0, as: UTF8.self) })
            else { return nil }
            let date = item.description?.attributes[.modificationDate]
            let changed: Double = if case .date(let seconds)? = date { seconds } else { 0 }
            return (SharedCredential(site: site, account: account, password: password), changed)
        }
    }

    /// Returns the site of each saved password, without opening the passwords.
    func sites() throws(DeviceError) -> [SharedCredentialSite] {
        try items(nil, nil, returning: .attributes).compactMap(\.site)
    }

    private func items(
        _ site: SharedCredentialSite?, _ account: String?, returning forms: ReturnForms
    ) throws(DeviceError) -> [FoundItem] {
        let request = FindItems(query: query(site, account), limit: UInt32(FoundItems.maximumCount), returning: forms)
        do throws(DeviceError) {
            return try keychain.findAll(request, for: .webCredentials, gate: gate)
        } catch {
            guard error == .item(.notFound) else { throw error }
            return []
        }
    }

    func add(_ credential: SharedCredential) throws(DeviceError) {
        var attributes = query(credential.site, credential.account).attributes
        attributes.set(.label, .text("\(credential.site.rawValue) (\(credential.account))"))
        attributes.set(.description, .text("Web form password"))
        let request = AddItem(
            itemClass: .internetPassword, attributes: attributes, accessControl: AccessControl(accessibility: .whenUnlocked),
            isSynchronized: true, data: Array(credential.password.utf8))
        _ = try keychain.add(request, for: .webCredentials, gate: gate)
    }

    func change(_ credential: SharedCredential) throws(DeviceError) {
        let changes = ItemChanges(data: Array(credential.password.utf8))
        let request = UpdateItems(query: query(credential.site, credential.account), changes: changes)
        try keychain.update(request, for: .webCredentials, gate: gate)
    }

    func delete(_ credential: SharedCredential) throws(DeviceError) {
        try keychain.delete(DeleteItems(query: query(credential.site, credential.account)), for: .webCredentials)
    }

    private func query(_ site: SharedCredentialSite?, _ account: String?) -> ItemQuery {
        var attributes = ItemAttributes()
        attributes.set(.networkProtocol, .text("htps"))
        attributes.set(.authenticationType, .text("form"))
        if let site { attributes.set(.server, .text(site.rawValue)) }
        if let account { attributes.set(.account, .text(account)) }
        return ItemQuery(itemClass: .internetPassword, attributes: attributes, synchronization: .synchronized)
    }
}

extension FoundItem {
    fileprivate var site: SharedCredentialSite? {
        guard case .text(let server)? = description?.attributes[.server] else { return nil }
        return SharedCredentialSite(rawValue: server)
    }
}
