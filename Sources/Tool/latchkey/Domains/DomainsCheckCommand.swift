import AccountServer
import AppleIdentity
import ArgumentParser
import AssociatedDomains
import JSONText
import SiteChecks
import WebClient

struct DomainsCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Fetch a site's association file as systems do, and check it.",
        discussion: """
            Fetches from the site at /.well-known, and after a 4xx status at the root; from Apple's content delivery network, as devices \
            do; or from both, and prints the difference. Redirects are not followed. Without --service, one service suffices to \
            associate an app.

            With --self nothing is fetched: the configured file must name each app of apple.nativeClients for webcredentials.

            With --json:
              {"domain","associated","sources":[{"via","visits":[{"url","status",
               "size","headers","error":{"code","reason"},"address",
               "certificate","milliseconds"}],"findings",
               "services":[{"service","associated","explanation"}]}],
               "difference"}

            Exits with 0 if the file is valid and associates the app; with 1 if a finding is an error, the certificate is rejected, or \
            the app is not associated; with 2 for a non-public address; with 70 if the site cannot be reached.
            """,
        example: "latchkey domains check example.com --app-id ABCDE12345.com.example.app")

    @Argument(help: ArgumentHelp("The site.", valueName: "domain"))
    var domain: String?

    @Option(help: ArgumentHelp("The app to check, such as ABCDE12345.com.example.app.", valueName: "app id"))
    var appID: String?

    @Option(
        help: ArgumentHelp("A service that must associate the app; may be repeated.", valueName: "service"),
        transform: AssociatedService.named)
    var service: [AssociatedService] = []

    @Option(help: ArgumentHelp("The source: origin, cdn or both.", valueName: "way"))
    var via = SiteRoutes.origin

    @OptionGroup var site: SiteOptions

    @Flag(name: .customLong("self"), help: "Check the apps and the file of a server configuration.")
    var checksSelf = false

    @OptionGroup var configured: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if checksSelf, domain != nil || appID != nil || !service.isEmpty {
            throw ValidationError(
                "--self takes the apps and the file from the configuration; omit the domain, --app-id and --service")
        }
        if !checksSelf, configured.config != nil || !configured.set.isEmpty {
            throw ValidationError("--config and --set require --self")
        }
        if !checksSelf, domain == nil { throw ValidationError("missing domain; name it, or give --self") }
    }

    func run() async throws {
        if checksSelf {
            return try ConfiguredApps(try ConfigurationReading(try configured.sources()).server).report(asJSON: output.json)
        }
        let domain = try Self.domain(domain ?? "")
        let app = try appID.map(Self.app)
        let visitor = try site.visitor(limits: WebLimits(body: AssociationFile.maximumBytes))
        var checks: [SiteCheck] = []
        for route in via.routes {
            checks.append(SiteCheck(route: route, visits: try await visitor.visits(to: domain, by: route)))
        }
        try SiteVerdict(domain: domain, app: app, services: service, checks: checks).report(asJSON: output.json)
    }

    /// Parses a domain. Throws a ``CommandFailure`` if it is malformed.
    static func domain(_ text: String) throws -> DomainName {
        do {
            return try DomainName(text)
        } catch {
            throw CommandFailure(.usage, "\(text.sanitized): \(error.reason.asMessage)", hint: error.remedy.asMessage)
        }
    }

    /// Parses an app identifier. Throws a ``CommandFailure`` if it is malformed.
    static func app(_ text: String) throws -> AppIdentifier {
        do {
            return try AppIdentifier(text)
        } catch {
            throw CommandFailure(.usage, "\(text.sanitized): \(error.reason.asMessage)", hint: error.remedy.asMessage)
        }
    }
}

/// The apps of a server configuration, checked against the association file that the server has.
struct ConfiguredApps {
    private let answers: [(app: String, association: AppAssociation)]

    /// - Throws: a ``CommandFailure`` if the configuration names no apps or no file.
    init(_ configuration: ServerConfiguration) throws {
        guard let apple = configuration.apple, !apple.nativeClients.isEmpty else {
            throw CommandFailure(
                .configuration, "the configuration names no apps", hint: "set apple.team and apple.nativeClients")
        }
        guard let bytes = configuration.wellKnown.association else {
            throw CommandFailure(
                .configuration, "the configuration names no association file", hint: "set wellKnown.associationFile")
        }
        let file = try? AssociationFile(bytes)
        answers = try apple.nativeClients.map { client in
            let app = try DomainsCheckCommand.app("\(apple.team.text).\(client.text)")
            return (app.description, AppAssociation(of: app, for: .webcredentials, in: file))
        }
    }

    /// Writes the results. Throws a ``CommandFailure`` without messages if an app is not associated.
    func report(asJSON: Bool) throws {
        if asJSON {
            let apps = answers.map { answer -> JSONValue in
                ["appID": .string(answer.app), "services": .array([answer.association.json])]
            }
            Terminal().result(["associated": .boolean(holds), "apps": .array(apps)])
        } else {
            for answer in answers {
                Terminal().result("\(answer.app):")
                Terminal().result(answer.association.line)
            }
        }
        if !holds { throw CommandFailure(.negative, []) }
    }

    private var holds: Bool { answers.allSatisfy(\.association.isAssociated) }
}

/// The sources to fetch from.
enum SiteRoutes: String, CaseIterable, ExpressibleByArgument {
    case origin
    case cdn
    case both

    var routes: [SiteRoute] {
        switch self {
        case .origin: [.origin]
        case .cdn: [.cdn]
        case .both: [.origin, .cdn]
        }
    }
}

extension AssociatedService {
    /// Returns the service with a name as in entitlements.
    static func named(_ text: String) throws -> AssociatedService {
        guard let service = AssociatedService(rawValue: text) else {
            throw ValidationError("--service must be one of " + allCases.map(\.rawValue).joined(separator: ", "))
        }
        return service
    }
}

/// The result over all routes, which decides the exit code.
struct SiteVerdict {
    let domain: DomainName
    let app: AppIdentifier?
    let services: [AssociatedService]
    let checks: [SiteCheck]

    /// Writes the result.
    ///
    /// - Throws: a ``CommandFailure`` unless the file is valid and associates the app.
    func report(asJSON: Bool) throws {
        let difference = checks.count == 2 ? SiteDifference(origin: checks[0], cdn: checks[1]).lines.map(\.sanitized) : nil
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

    /// Returns whether all requested services associate the app; without any, at least one. Without an app, whether the file
    /// exists.
    private func holds(_ check: SiteCheck) -> Bool {
        let associations = associations(in: check)
        if !services.isEmpty { return associations.allSatisfy(\.isAssociated) }
        return app == nil ? check.file != nil : associations.contains(where: \.isAssociated)
    }

    private static func stop(_ failure: WebClientError) -> CommandFailure {
        let hint: String? =
            switch failure {
            case .addressesRejected: "--allow-private permits non-public addresses"
            case .untrusted: "devices reject it too; --authority trusts a test authority"
            case .unresolvable: "check the name and its DNS records"
            default: nil
            }
        return CommandFailure(failure.exitStatus, "\(failure)".sanitized, hint: hint)
    }
}
