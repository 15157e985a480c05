import AssociatedDomains

/// An installed app, as far as the screen needs it.
struct AppDescription: Hashable, Sendable {
    let identifier: AppIdentifier
    let name: String

    var id: String { identifier.description }
}
