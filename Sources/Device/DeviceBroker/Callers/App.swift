package import DeviceProtocol

/// An app that may ask: its name for prompts, and the access groups whose items it may use.
package struct App: Hashable, Sendable {
    /// What the app is called in prompts and in the audit trail, and what its saved rights stand under: an application identifier.
    package let identifier: AccessGroup
    /// In Apple's order: the entitlement `keychain-access-groups`, the application identifier, the app groups. New items go to the first.
    /// The system's own group is never among them.
    package let accessGroups: [AccessGroup]
    /// Why it wants to see the face; absent: it does not, and may not.
    package let faceUsage: FaceUsage?

    /// - Parameter accessGroups: In Apple's order. The application identifier follows them where it is not among them.
    package init(identifier: AccessGroup, accessGroups: [AccessGroup] = [], faceUsage: FaceUsage? = nil) {
        self.identifier = identifier
        self.faceUsage = faceUsage
        let all = accessGroups.contains(identifier) ? accessGroups : accessGroups + [identifier]
        // Apps cannot name the system's own group.
        self.accessGroups = all.filter { $0 != .webCredentials }
    }

    /// The system, at the passwords that apps share with their websites.
    static let webCredentials = App(system: .webCredentials)

    private init(system group: AccessGroup) {
        identifier = group
        accessGroups = [group]
        faceUsage = nil
    }

    package func isIn(_ group: AccessGroup) -> Bool {
        accessGroups.contains(group)
    }
}
