import AssociatedDomains
import JSONText

/// Whether a file associates an app, or any app at all, with its site for one service, and why.
struct AppAssociation: Sendable {
    let service: AssociatedService
    let isAssociated: Bool
    /// A clause without a full stop.
    let explanation: String

    /// - Parameter app: nil to ask whether there is any app.
    init(of app: AppIdentifier?, for service: AssociatedService, in file: AssociationFile?) {
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
    static func all(of app: AppIdentifier?, for services: [AssociatedService], in file: AssociationFile?) -> [AppAssociation] {
        (services.isEmpty ? AssociatedService.allCases : services).map { AppAssociation(of: app, for: $0, in: file) }
    }

    var json: JSONValue {
        [
            "service": .string(service.rawValue), "associated": .boolean(isAssociated), "explanation": .string(explanation),
        ]
    }

    var line: String { "  \(service.rawValue.padded(to: 20)) \(isAssociated ? "yes" : "no"): \(explanation)" }

    /// Why an app is not named, by the nearest that is.
    private static func reason(_ app: AppIdentifier, _ named: [String]) -> String {
        guard !named.isEmpty else { return "the file names no app for this service" }
        let text = app.description
        if let other = named.first(where: { $0.lowercased() == text.lowercased() }) {
            return "the file names \(shown(other)); capitals must be the same"
        }
        if let other = named.first(where: { $0.hasSuffix("." + app.bundleID) }) {
            return "the file names \(shown(other)), which is of another team"
        }
        if let other = named.first(where: { $0.contains(app.bundleID) && $0.contains(app.teamID) }) {
            return "the file names \(shown(other)), which is not written \(text)"
        }
        return "the file names \(list(named)), not \(text)"
    }

    private static func list(_ apps: [String]) -> String {
        let shown = apps.prefix(mostShown).map(shown).joined(separator: ", ")
        return apps.count > mostShown ? "\(shown) and \(apps.count - mostShown) more" : shown
    }

    private static func shown(_ text: String) -> String { "\"\(text.prefix(200).harmless)\"" }

    private static let mostShown = 3
}

extension StringProtocol {
    /// The text for a terminal: foreign control characters are not obeyed.
    var harmless: String { String(String.UnicodeScalarView(unicodeScalars.map(\.visible))) }
}
