import AssociatedDomains
import DeviceServices
import HTTPTypes
import PasswordStrength
import Synchronization
import WebClient

/// The network of a simulated device: the way to Apple's service, and the sites whose association files are looked for. Nothing else is on it.
final class SimulatedNetwork: WebTransport, AssociationLoader {
    /// What requests are addressed to before the network says where that is.
    static let placeholder = "http://localhost"

    private struct State {
        var base: String?
        var bearer: String?
        var isOnline = true
        var sites: [DomainName: SimulatedSite] = [:]
    }

    /// One for the process, which is never let go: a client must be shut down before that, and an object's end cannot wait for it.
    ///
    /// Its servers are on this machine: a busy one is slow, and not away. A site that is not reached would be asked again hours later by the device's clock.
    private static let client = try? WebClient(
        userAgent: "latchkey-device-simulator", limits: WebLimits(connecting: .seconds(120), total: .seconds(240)))

    private let state = Mutex(State())

    var isOnline: Bool {
        get { state.withLock(\.isOnline) }
        set { state.withLock { $0.isOnline = newValue } }
    }

    /// - Parameter bearer: What the service requires of devices, if anything.
    func lead(to base: String, bearer: String?) {
        state.withLock { ($0.base, $0.bearer) = (Self.withoutSlash(base), bearer) }
    }

    /// What stands at a host from now on; nil: nothing.
    func put(_ site: SimulatedSite?, at host: DomainName) {
        state.withLock { $0.sites[host] = site }
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        let (base, bearer) = state.withLock { ($0.isOnline ? $0.base : nil, $0.bearer) }
        guard let base, let url = try? WebURL(base + request.url.target), let client = Self.client else {
            throw .unreachable("the device is offline")
        }
        var request = request
        request.url = url
        if let bearer { request.headers[.authorization] = "Bearer " + bearer }
        return try await client.send(request)
    }

    /// Sends to the server that stands at the host of the address, as a site is asked.
    func sendToSite(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        guard let address = address(standingAt: request.url), let url = try? WebURL(address), let client = Self.client else {
            throw .unreachable("there is no such host, or the device is offline")
        }
        var request = request
        request.url = url
        return try await client.send(request)
    }

    /// Sends to the server that stands at the host of the address, or, where nobody put one there, to the address itself.
    func sendAnywhere(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        if address(standingAt: request.url) != nil { return try await sendToSite(request) }
        guard isOnline, let client = Self.client else { throw .unreachable("the device is offline") }
        return try await client.send(request)
    }

    /// Sends as a browser does, to the server that stands at the host of the address, or to one of this machine; nothing else is reached.
    func browse(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        guard let address = address(standingAt: request.url) else {
            guard request.url.isOnThisMachine else { throw .unreachable("there is no such site, or the device is offline") }
            return try await sendAnywhere(request)
        }
        var answer = try await sendToSite(request)
        // The server behind a site names its own pages by its own address.
        let base = String(address.dropLast(request.url.target.count))
        if let location = answer.headers[.location], location == base || location.hasPrefix(base + "/") {
            answer.headers[.location] = request.url.origin + location.dropFirst(base.count)
        }
        return answer
    }

    /// Where what stands at an address of a site is really; nil where no server does, or the device is offline.
    func address(standingAt url: WebURL) -> String? {
        let site = (try? DomainName(url.host)).flatMap { host in state.withLock { $0.isOnline ? $0.sites[host] : nil } }
        guard case .server(let base)? = site?.content else { return nil }
        return Self.withoutSlash(base) + url.target
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

/// The way from a simulated device to a service of leaked ranges.
struct LeakServiceTransport: LeakedPasswordTransport {
    let network: SimulatedNetwork

    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse {
        var question = WebRequest(.get, try WebURL(request.url))
        for (name, value) in request.headers {
            if let name = HTTPField.Name(name) { question.headers[name] = value }
        }
        let answer = try await network.sendAnywhere(question)
        return LeakedPasswordResponse(status: Int(answer.status.code), body: answer.body)
    }
}

/// What a test says of leaks: passwords, and how often each was seen.
struct SimulatedLeaks: LeakedPasswordSource {
    private let times: [LeakedPasswordDigest: Int]

    init(_ passwords: [String: Int]) {
        times = Dictionary(passwords.map { (LeakedPasswordDigest(of: $0.key), $0.value) }) { max($0, $1) }
    }

    func count(of digest: LeakedPasswordDigest) async throws -> Int { times[digest] ?? 0 }
}
