/// Checks of the app identifiers of all services.
struct AppIdentifierChecks {
    private(set) var remarks: [Remark] = []
    /// The results for each text, because several lists can name the same app.
    private var judgements: [String: Judgement] = [:]

    private enum Judgement {
        case sound
        case faulty(Finding.Code, String)
    }

    init(_ file: AssociationFile) {
        for list in [file.webcredentials, file.appclips, file.activitycontinuation] { check(list?.apps ?? []) }
        guard let applinks = file.applinks else { return }
        var firstEntries: [String: Int] = [:]
        for (index, details) in applinks.details.enumerated() {
            check(details.appIDs)
            for app in details.appIDs {
                let first = firstEntries[app.value, default: index]
                firstEntries[app.value] = first
                guard first != index else { continue }
                note(.repeatedApp, app, "\(app.value.quoted) is also in details \(first + 1), whose components are compared first.")
            }
        }
    }

    private mutating func check(_ apps: [Located<String>]) {
        var seen: Set<String> = []
        for app in apps {
            if !seen.insert(app.value).inserted { note(.duplicateAppID, app, "\(app.value.quoted) occurs twice in this list.") }
            check(app)
        }
    }

    private mutating func check(_ app: Located<String>) {
        let judgement = judgements[app.value] ?? Self.judgement(app.value)
        judgements[app.value] = judgement
        if case .faulty(let code, let message) = judgement { note(code, app, message) }
    }

    private static func judgement(_ text: String) -> Judgement {
        if isPlaceholder(text) { return .faulty(.placeholderAppID, "\(text.quoted) is a placeholder, not an app identifier.") }
        do {
            let identifier = try AppIdentifier(text)
            if identifier.hasPlaceholderTeamID {
                return .faulty(.placeholderAppID, "\(text.quoted) has a placeholder for the team.")
            }
            if identifier.isWildcard {
                return .faulty(.wildcardAppID, "\(text.quoted) is a wildcard; an association file must name each app.")
            }
            let isExample = exampleTeams.contains(identifier.teamID) || identifier.bundleID.hasPrefix("com.example.")
            return isExample ? .faulty(.exampleAppID, "\(text.quoted) is an example from Apple's documentation.") : .sound
        } catch {
            return .faulty(.invalidAppID, "\(text.quoted) is not a valid app identifier. \(error.reason)")
        }
    }

    /// Returns whether the text certainly comes from a template, regardless of its form.
    private static func isPlaceholder(_ text: String) -> Bool {
        let small = text.lowercased()
        if text.contains(where: { "<>{}[]$%".contains($0) }) { return true }
        let team = small.prefix { $0 != "." }
        return placeholders.contains { small.contains($0) }
            || teamPlaceholders.contains { team.filter { $0 != "_" && $0 != "-" } == $0 }
    }

    private static let placeholders = [
        "placeholder", "your_team", "yourteam", "team_id", "teamid", "team-id", "app_id", "your-team", "your_bundle", "bundle_id",
        "yourapp", "your-app", "your_app",
    ]

    private static let teamPlaceholders = ["team", "teamid", "appid", "prefix", "appidprefix", "xxxxxxxxxx", "appleteamid"]

    private static let exampleTeams: Set<String> = ["ABCDE12345", "ABCDEFGHIJ", "A1B2C3D4E5", "1234567890", "9JA89QQLNQ"]

    private mutating func note(_ code: Finding.Code, _ app: Located<String>, _ message: String) {
        remarks.append(Remark(code, at: app.place, message))
    }
}
