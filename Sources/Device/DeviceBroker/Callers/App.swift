package import DeviceProtocol

/// An app that may ask: its name for prompts, and the access groups whose items it may use.
package struct App: Hashable, Sendable {
    /// What the app is called in prompts and in the audit trail, and what its saved rights stand under: an application identifier.
    package let identifier: AccessGroup
    /// New items go to the first. The app's own identifier is always among them.
    package let accessGroups: [AccessGroup]

    package init(identifier: AccessGroup, sharedGroups: [AccessGroup] = []) {
        self.identifier = identifier
        accessGroups = [identifier] + sharedGroups.filter { $0 != identifier }
    }

    package func isIn(_ group: AccessGroup) -> Bool {
        accessGroups.contains(group)
    }
}
