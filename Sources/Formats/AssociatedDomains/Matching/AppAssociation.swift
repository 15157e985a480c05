/// Whether a file associates an app, or any app, with its site for one service, and why.
public struct AppAssociation: Sendable {
    /// The service.
    public let service: AssociatedService

    /// Whether the file names the app.
    public let isAssociated: Bool

    /// The reason, as a clause without a full stop.
    public let explanation: String

    /// Evaluates a file.
    ///
    /// - Parameters:
    ///   - app: The app. Nil for any app.
    ///   - service: The service.
    ///   - file: The file. Nil if it is missing or malformed; then no app is associated.
    public init(of app: AppIdentifier?, for service: AssociatedService, in file: AssociationFile?) {
        self.service = service
        guard let file else {
            (isAssociated, explanation) = (false, "the file is missing or malformed")
            return
        }
        let named = file.appIDs(for: service)
        guard let app else {
            isAssociated = !named.isEmpty
            explanation = named.isEmpty ? "the file names no app" : "the file names \(Self.list(named))"
            return
        }
        isAssociated = file.names(app, for: service)
        explanation = isAssociated ? "the file names \(app)" : Self.reason(app, named)
    }

    /// Returns the associations for the given services, or for all services if none is given.
    public static func all(
        of app: AppIdentifier?, for services: [AssociatedService], in file: AssociationFile?
    ) -> [AppAssociation] {
        (services.isEmpty ? AssociatedService.allCases : services).map { AppAssociation(of: app, for: $0, in: file) }
    }

    /// Returns why an app is not named, with the most similar name.
    private static func reason(_ app: AppIdentifier, _ named: [String]) -> String {
        guard !named.isEmpty else { return "the file names no app for this service" }
        let text = app.description
        if let other = named.first(where: { $0.lowercased() == text.lowercased() }) {
            return "the file names \(other.quoted); identifiers are case-sensitive"
        }
        if let other = named.first(where: { $0.hasSuffix("." + app.bundleID) }) {
            return "the file names \(other.quoted), which belongs to another team"
        }
        if let other = named.first(where: { $0.contains(app.bundleID) && $0.contains(app.teamID) }) {
            return "the file names \(other.quoted), which differs from \(text)"
        }
        return "the file names \(list(named)), not \(text)"
    }

    private static func list(_ apps: [String]) -> String {
        let shown = apps.prefix(mostShown).map(\.quoted).joined(separator: ", ")
        return apps.count > mostShown ? "\(shown) and \(apps.count - mostShown) more" : shown
    }

    private static let mostShown = 3
}
