import AssociatedDomains
import DeviceServices
import Synchronization
import WebClient

/// The network of a simulated device: the way to Apple's service, and the sites whose association files are looked for. Nothing else is on it.
final class SimulatedNetwork: WebTransport, AssociationLoader {
    /// What requests are addressed to before the network says where that is.
    static let placeholder = "http://localhost"

    private struct State {
        var base: String?
        var isOnline = true
        var sites: [DomainName: SimulatedSite] = [:]
    }

    /// One for the process, which is never let go: a client must be shut down before that, and an object's end cannot wait for it.
    private static let client = try? WebClient(userAgent: "latchkey-device-simulator")

    private let state = Mutex(State())

    var isOnline: Bool {
        get { state.withLock(\.isOnline) }
        set { state.withLock { $0.isOnline = newValue } }
    }

    func lead(to base: String) {
        state.withLock { $0.base = Self.withoutSlash(base) }
    }

    /// What stands at a host from now on; nil: nothing.
    func put(_ site: SimulatedSite?, at host: DomainName) {
        state.withLock { $0.sites[host] = site }
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        let base = state.withLock { $0.isOnline ? $0.base : nil }
        guard let base, let url = try? WebURL(base + request.url.target), let client = Self.client else {
            throw .unreachable("the device is offline")
        }
        var request = request
        request.url = url
        return try await client.send(request)
    }

    func load(_ fetch: SiteFetch) async -> SiteAnswer {
        let (isOnline, site) = state.withLock { ($0.isOnline, $0.sites[fetch.domain]) }
        guard isOnline else { return .connectionFailed("the device is offline") }
        guard let site else { return .connectionFailed("there is no such host") }
        guard site.certificate.satisfies(fetch.certificateRule) else {
            return .certificateRefused("the certificate is not trusted")
        }
        guard let target = try? WebURL(fetch.url).target else { return .connectionFailed("no address") }
        switch site.content {
        case .file(let file, let status): return .response(status: status, body: Array(file.utf8))
        case .server(let base):
            guard let url = try? WebURL(Self.withoutSlash(base) + target), let client = Self.client else {
                return .connectionFailed("\(base) is no address")
            }
            return await client.siteAnswer(at: url)
        }
    }

    private static func withoutSlash(_ base: String) -> String { base.hasSuffix("/") ? String(base.dropLast()) : base }
}

extension SimulatedSite.Certificate {
    fileprivate func satisfies(_ rule: CertificateRule) -> Bool {
        switch (self, rule) {
        case (.trusted, _), (_, .any), (.trustedByDevice, .trustedByDevice): true
        default: false
        }
    }
}
