/// A service that is a list of apps: webcredentials, appclips, activitycontinuation.
public struct AppList: Sendable {
    /// Where the service stands.
    public let place: SourcePlace

    /// The app identifiers, as written.
    public let apps: [Placed<String>]
}

/// The service applinks: which links open which apps.
public struct AppLinks: Sendable {
    /// Where the service stands.
    public let place: SourcePlace

    /// The list `apps`, which must be empty, and which iOS 12 and earlier miss if it is absent.
    public let legacyApps: Placed<[Placed<String>]>?

    /// What holds for all components unless a component or its details say otherwise.
    public let defaults: LinkComponent?

    /// The entries in their order, which decides.
    public let details: [LinkDetails]

    /// Custom substitution variables.
    public let variables: [SubstitutionVariable]
}

/// An entry of `details`: apps, and the links that they open.
public struct LinkDetails: Sendable {
    /// How the entry tells which links it means.
    public enum Form: Sendable, Hashable {
        /// `components`, since iOS 13.
        case components
        /// `paths`, since iOS 9.
        case paths
        /// Not at all.
        case missing
    }

    /// Where the entry stands.
    public let place: SourcePlace

    /// The apps: `appIDs` where that is present, else `appID`, else the name in a `details` that is an object.
    public let appIDs: [Placed<String>]

    /// Where the links come from.
    public let form: Form

    /// The patterns in their order, which decides; legacy paths among them, as components with a path alone.
    public let components: [LinkComponent]

    /// What holds for all components of this entry unless they say otherwise.
    public let defaults: LinkComponent?
}

/// A custom substitution variable.
public struct SubstitutionVariable: Sendable {
    /// The name, without dollar sign and brackets.
    public let name: Placed<String>

    /// What may stand in its place. `*` and `?` are wildcards there, and other variables are not looked up.
    public let values: [Placed<String>]
}
