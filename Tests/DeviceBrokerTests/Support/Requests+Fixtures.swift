import DeviceProtocol

extension AddItem {
    /// A generic password with the parts that a test needs.
    static func password(
        _ account: String = "alice", service: String = "notes", data: String = "s3cret-Value", group: AccessGroup? = nil,
        accessibility: Accessibility = .whenUnlocked, constraints: Set<AccessConstraint> = [],
        combination: AccessControl.Combination = .all,
        needsApplicationPassword: Bool = false, isSynchronized: Bool = false,
        authentication: AuthenticationUse = AuthenticationUse()
    ) -> AddItem {
        AddItem(
            itemClass: .genericPassword, attributes: .account(account, service: service), accessGroup: group,
            accessControl: AccessControl(
                accessibility: accessibility, constraints: constraints, combination: combination,
                needsApplicationPassword: needsApplicationPassword) ?? AccessControl(accessibility: .always),
            isSynchronized: isSynchronized, data: Array(data.utf8), authentication: authentication)
    }
}

extension FindItems {
    static func password(
        _ account: String? = "alice", returning: ReturnForms = .data, limit: UInt32 = 1, group: AccessGroup? = nil,
        authentication: AuthenticationUse = AuthenticationUse()
    ) -> FindItems {
        FindItems(
            query: .passwords(account, group: group), limit: limit, returning: returning, authentication: authentication)
    }
}

extension ItemQuery {
    static func passwords(_ account: String? = nil, group: AccessGroup? = nil) -> ItemQuery {
        var attributes = ItemAttributes()
        if let account { attributes.set(.account, .text(account)) }
        return ItemQuery(itemClass: .genericPassword, attributes: attributes, accessGroup: group)
    }
}

extension ItemAttributes {
    static func account(_ account: String, service: String) -> ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.account, .text(account))
        attributes.set(.service, .text(service))
        return attributes
    }
}

extension Presentation {
    static func reason(_ reason: String) -> Presentation {
        Presentation(reason: reason) ?? .silent
    }
}
