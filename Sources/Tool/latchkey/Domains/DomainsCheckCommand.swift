import AccountServer
import ArgumentParser
import AssociatedDomains
import JSONText
import SiteChecks
import WebClient

/// `latchkey domains check`.
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
