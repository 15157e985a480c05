import AssociatedDomains
import JSONText
import SiteChecks
import WebClient

/// What all routes together say, and how the command ends.
struct SiteVerdict {
    let domain: DomainName
    let app: AppIdentifier?
    let services: [AssociatedService]
    let checks: [SiteCheck]

    /// Tells it, and ends the command with its exit code.
    ///
    /// - Throws: a ``CommandFailure`` for everything but a sound file that names what was asked for.
    func tell(asJSON: Bool) throws {
        let difference = checks.count == 2 ? SiteDifference(origin: checks[0], cdn: checks[1]).lines.map(\.harmless) : nil
        if asJSON {
            var object = JSONObject([("domain", .string(domain.text)), ("associated", .boolean(checks.allSatisfy(holds)))])
            object["sources"] = .array(checks.map { $0.json(associations(in: $0)) })
            object["difference"] = difference.map { .array($0.map(JSONValue.string)) }
            Terminal().result(.object(object))
        } else {
            for check in checks {
                check.lines.forEach { Terminal().result($0) }
                if check.failure == nil {
                    Terminal().result("")
                    Terminal().result(app.map { "\($0) and \(domain):" } ?? "\(domain):")
                    associations(in: check).forEach { Terminal().result($0.line) }
                }
                if check.route != checks.last?.route { Terminal().result("") }
            }
            if let difference {
                let lines = difference.isEmpty ? ["none"] : difference
                Terminal().result("")
                Terminal().result("difference:")
                lines.forEach { Terminal().result("  \($0)") }
            }
        }
        if let failure = checks.compactMap(\.failure).first { throw Self.stop(failure) }
        guard checks.allSatisfy({ !$0.hasErrors && holds($0) }) else { throw CommandFailure(.negative, []) }
    }

    private func associations(in check: SiteCheck) -> [AppAssociation] {
        AppAssociation.all(of: app, for: services, in: check.file)
    }

    /// Every service that was asked for; without any, at least one for the app. A file alone need only be there.
    private func holds(_ check: SiteCheck) -> Bool {
        let associations = associations(in: check)
        if !services.isEmpty { return associations.allSatisfy(\.isAssociated) }
        return app == nil ? check.file != nil : associations.contains(where: \.isAssociated)
    }

    private static func stop(_ failure: WebClientError) -> CommandFailure {
        let hint: String? =
            switch failure {
            case .addressesRefused: "--allow-private visits them all the same"
            case .untrusted: "devices refuse it, too; --authority trusts a test authority"
            case .unresolvable: "check the name and its DNS records"
            default: nil
            }
        return CommandFailure(failure.exitStatus, "\(failure)".harmless, hint: hint)
    }
}
