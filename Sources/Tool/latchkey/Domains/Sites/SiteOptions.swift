import ArgumentParser
import AssociatedDomains
import InternetAddresses
import SiteChecks
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
    var cdn = SiteVisitor.appleNetwork

    @Option(
        help: ArgumentHelp("Where the site is, whatever its name resolves to, for trying.", valueName: "address"),
        transform: Self.address)
    var address: IPAddress?

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("a port is a number from 1 to 65535") }
        guard (try? WebURL("\(cdn)/a/v1/example.com")) != nil else {
            throw ValidationError("--cdn takes an origin, such as https://example.com")
        }
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
            return visitor(
                try SiteFetcher(
                    userAgent: agent, policy: policy, limits: limits, trust: WebTrust(additionalAuthorities: authorities ?? []),
                    resolver: resolver))
        } catch {
            throw CommandFailure(.usage, "\(authority ?? ""): no certificate in PEM", hint: "give the authority's own certificate")
        }
    }

    /// What visits sites by these options and believes any certificate.
    func insecureVisitor(limits: WebLimits) throws -> SiteVisitor {
        visitor(try InsecureSiteFetcher(userAgent: agent, policy: policy, limits: limits, resolver: resolver))
    }

    private func visitor(_ fetcher: some SiteFetching) -> SiteVisitor { SiteVisitor(fetcher: fetcher, port: port, network: cdn) }

    private var agent: String { "latchkey/\(Latchkey.version)" }
    private var policy: AddressPolicy { allowPrivate ? .any : .publicOnly }
    private var resolver: any HostResolver { address.map { SiteAddress(address: $0, cdn: cdn) } ?? SystemResolver() }

    /// In bytes.
    private static let largestAuthority = 1 << 20

    private static func address(_ text: String) throws -> IPAddress {
        guard let address = try? IPAddress(text) else { throw ValidationError("an address is written as 192.0.2.1 or 2001:db8::1") }
        return address
    }
}

/// Answers that every site is at one address; Apple's network stays where it is.
private struct SiteAddress: HostResolver {
    let address: IPAddress
    let cdn: String

    func addresses(of host: String) async -> [IPAddress] {
        host == (try? WebURL(cdn))?.host ? await SystemResolver().addresses(of: host) : [address]
    }
}
