import ArgumentParser
import AssociatedDomains
import WebClient

/// How sites are visited.
struct SiteOptions: ParsableArguments {
    @Flag(help: "Visit addresses that are not public, such as those of this machine and of its network.")
    var allowPrivate = false

    @Option(help: ArgumentHelp("A certificate authority to trust beside those of this system, PEM.", valueName: "file"))
    var authority: String?

    @Option(help: ArgumentHelp("Where the site listens, for trying; systems ask at 443 alone.", valueName: "port"))
    var port = 443

    @Option(help: ArgumentHelp("What answers in place of Apple's content delivery network, for trying.", valueName: "origin"))
    var cdn = "https://app-site-association.cdn-apple.com"

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("a port is a number from 1 to 65535") }
    }

    /// What visits sites by these options.
    ///
    /// - Parameter limits: for one visit.
    /// - Throws: a ``CommandFailure`` for an authority that is no certificate.
    func visitor(limits: WebLimits) throws -> SiteVisitor {
        let authorities = try authority.map {
            [String(decoding: try LimitedFile.read($0, limit: Self.largestAuthority), as: UTF8.self)]
        }
        do {
            let fetcher = try SiteFetcher(
                userAgent: "latchkey/\(Latchkey.version)", policy: allowPrivate ? .any : .publicOnly, limits: limits,
                trust: WebTrust(additionalAuthorities: authorities ?? []))
            return SiteVisitor(fetcher: fetcher, port: port, cdn: cdn)
        } catch {
            throw CommandFailure(.usage, "\(authority ?? ""): no certificate in PEM", hint: "give the authority's own certificate")
        }
    }

    /// In bytes.
    private static let largestAuthority = 1 << 20
}

/// Asks sites, and Apple's network about them.
struct SiteVisitor: Sendable {
    private let fetcher: SiteFetcher
    private let port: Int
    private let cdn: String

    init(fetcher: SiteFetcher, port: Int, cdn: String) {
        self.fetcher = fetcher
        self.port = port
        self.cdn = cdn
    }

    /// Asks for a domain's file at one place. Throws a ``CommandFailure`` where --cdn is no origin.
    func visit(_ domain: DomainName, at location: SiteFetch.Location) async throws -> FetchReport {
        await fetcher.fetch(try url(of: domain, at: location))
    }

    private func url(of domain: DomainName, at location: SiteFetch.Location) throws -> WebURL {
        let text =
            switch location {
            case .network: "\(cdn)/a/v1/\(domain)"
            case .wellKnown: "https://\(domain):\(port)/.well-known/apple-app-site-association"
            case .root: "https://\(domain):\(port)/apple-app-site-association"
            }
        do {
            return try WebURL(text)
        } catch {
            throw CommandFailure(.usage, "\(text): \(error)", hint: "--cdn takes an origin, such as https://example.com")
        }
    }
}
