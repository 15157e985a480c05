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
        abstract: "Fetch the file of a site as systems do, and say what is wrong with it and whether it names an app.",
        discussion: """
            Asks the site at /.well-known, and where that gives 4xx at the root; Apple's content delivery network, which devices ask; or \
            both, with the difference. Redirects are not followed. Without --service, an app is associated if it is for any.

            With --self nothing is fetched: each app of apple.nativeClients must be named for webcredentials by the file of the \
            configuration.

            With --json: {"domain","associated","sources":[{"via","visits":[{"url","status","size","headers","error":{"code","reason"},\
            "address","certificate","milliseconds"}],"findings","services":[{"service","associated","explanation"}]}],"difference"}.

            Exits with 0 if the file is sound and names what was asked for; with 1 if a finding is an error, the certificate is refused, \
            or the app is not associated; with 2 for an address that is not public; with 70 if the site cannot be reached.
            """)

    @Argument(help: ArgumentHelp("The site.", valueName: "domain"))
    var domain: String?

    @Option(help: ArgumentHelp("The app to ask about, as in ABCDE12345.com.example.app.", valueName: "app id"))
    var appID: String?

    @Option(
        help: ArgumentHelp("A service it must be associated for; may be given several times.", valueName: "service"),
        transform: AssociatedService.named)
    var service: [AssociatedService] = []

    @Option(help: ArgumentHelp("Whom to ask: origin, cdn or both.", valueName: "way"))
    var via = SiteRoutes.origin

    @OptionGroup var site: SiteOptions

    @Flag(name: .customLong("self"), help: "Check the apps and the file of a configuration of the server.")
    var checksSelf = false

    @OptionGroup var configured: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if checksSelf, domain != nil || appID != nil || !service.isEmpty {
            throw ValidationError("--self takes apps and file from the configuration alone")
        }
        if !checksSelf, configured.config != nil || !configured.set.isEmpty {
            throw ValidationError("--config and --set go with --self")
        }
        if !checksSelf, domain == nil { throw ValidationError("which domain? name it, or give --self") }
    }

    func run() async throws {
        if checksSelf {
            return try ConfiguredApps(try ConfigurationReading(try configured.sources()).server).tell(asJSON: output.json)
        }
        let domain = try Self.domain(domain ?? "")
        let app = try appID.map(Self.app)
        let visitor = try site.visitor(limits: WebLimits(body: AssociationFile.maximumBytes))
        var checks: [SiteCheck] = []
        for route in via.routes {
            checks.append(SiteCheck(route: route, visits: try await visitor.visits(to: domain, by: route)))
        }
        try SiteVerdict(domain: domain, app: app, services: service, checks: checks).tell(asJSON: output.json)
    }

    /// A domain from its text. Throws a ``CommandFailure`` for what is none.
    static func domain(_ text: String) throws -> DomainName {
        do {
            return try DomainName(text)
        } catch {
            throw CommandFailure(.usage, "\(text.harmless): \(error.reason.spoken)", hint: error.remedy.spoken)
        }
    }

    /// An app from its text. Throws a ``CommandFailure`` for what is none.
    static func app(_ text: String) throws -> AppIdentifier {
        do {
            return try AppIdentifier(text)
        } catch {
            throw CommandFailure(.usage, "\(text.harmless): \(error.reason.spoken)", hint: error.remedy.spoken)
        }
    }
}

/// The apps of a server's configuration, against the association file that it serves.
struct ConfiguredApps {
    private let answers: [(app: String, association: AppAssociation)]

    /// - Throws: a ``CommandFailure`` where the configuration names no apps or no file.
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

    /// Tells it. Throws a ``CommandFailure`` without words where an app is not associated.
    func tell(asJSON: Bool) throws {
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

/// Which ways are asked for.
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
    /// A service by the name that entitlements give it.
    static func named(_ text: String) throws -> AssociatedService {
        guard let service = AssociatedService(rawValue: text) else {
            throw ValidationError("a service is one of " + allCases.map(\.rawValue).joined(separator: ", "))
        }
        return service
    }
}

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
