/// Whether a file associates an app, or any app at all, with its site for one service, and why.
public struct AppAssociation: Sendable {
    /// What it is asked for.
    public let service: AssociatedService

    /// Whether the file names the app.
    public let isAssociated: Bool

    /// Why, as a clause without a full stop.
    public let explanation: String

    /// Asks a file.
    ///
    /// - Parameters:
    ///   - app: nil to ask whether there is any app.
    ///   - service: what the app is to be associated for.
    ///   - file: nil where there is none, or none that can be read: then no app is associated.
    public init(of app: AppIdentifier?, for service: AssociatedService, in file: AssociationFile?) {
        self.service = service
        guard let file else {
            (isAssociated, explanation) = (false, "there is no file that can be read")
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

    /// The services that were asked for; without any, all.
    public static func all(
        of app: AppIdentifier?, for services: [AssociatedService], in file: AssociationFile?
    ) -> [AppAssociation] {
        (services.isEmpty ? AssociatedService.allCases : services).map { AppAssociation(of: app, for: $0, in: file) }
    }

    /// Why an app is not named, by the nearest that is.
    private static func reason(_ app: AppIdentifier, _ named: [String]) -> String {
        guard !named.isEmpty else { return "the file names no app for this service" }
        let text = app.description
        if let other = named.first(where: { $0.lowercased() == text.lowercased() }) {
            return "the file names \(other.quoted); capitals must be the same"
        }
        if let other = named.first(where: { $0.hasSuffix("." + app.bundleID) }) {
            return "the file names \(other.quoted), which is of another team"
        }
        if let other = named.first(where: { $0.contains(app.bundleID) && $0.contains(app.teamID) }) {
            return "the file names \(other.quoted), which is not written \(text)"
        }
        return "the file names \(list(named)), not \(text)"
    }

    private static func list(_ apps: [String]) -> String {
        let shown = apps.prefix(mostShown).map(\.quoted).joined(separator: ", ")
        return apps.count > mostShown ? "\(shown) and \(apps.count - mostShown) more" : shown
    }

    private static let mostShown = 3
}
