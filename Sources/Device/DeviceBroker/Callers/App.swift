package import DeviceProtocol

/// An app that may ask: its name for prompts, and the access groups whose items it may use.
package struct App: Hashable, Sendable {
    /// What the app is called in prompts and in the audit trail, and what its saved rights stand under: an application identifier.
    package let identifier: AccessGroup
    /// New items go to the first: the app's own identifier. The system's own group is never among them.
    package let accessGroups: [AccessGroup]

    package init(identifier: AccessGroup, sharedGroups: [AccessGroup] = []) {
        self.identifier = identifier
        // The system's own group is nobody's to name.
        accessGroups = ([identifier] + sharedGroups.filter { $0 != identifier }).filter { $0 != .webCredentials }
    }

    /// The system, at the passwords that apps share with their websites.
    static let webCredentials = App(system: .webCredentials)

    private init(system group: AccessGroup) {
        identifier = group
        accessGroups = [group]
    }

    package func isIn(_ group: AccessGroup) -> Bool {
        accessGroups.contains(group)
    }
}
