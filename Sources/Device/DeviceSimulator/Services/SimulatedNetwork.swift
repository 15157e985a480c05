import AssociatedDomains
import DeviceServices
import HTTPTypes
import PasswordStrength
import Synchronization
import Traces
import WebClient

/// The network of a simulated device: the connection to Apple's service, and the sites with association files. No other host is
/// reachable.
final class SimulatedNetwork: WebTransport, AssociationLoader {
    /// The address of requests before the network maps them to a server.
    static let placeholder = "http://localhost"

    private struct State {
        var base: String?
        var bearer: String?
        var isOnline = true
        var sites: [DomainName: SimulatedSite] = [:]
        var beginRequest: (@Sendable (_ method: String, _ route: String) -> TraceSpan?)?
    }

    /// The HTTP client of the process. It is never released, because it must be shut down first, and a deinitializer cannot wait
    /// for that.
    ///
    /// Its servers are on this machine, where a slow server is busy, not unreachable. The device would only ask an unreachable
    /// site again after hours of its clock, so the timeout is long.
    private static let client = try? WebClient(
        userAgent: "latchkey-device-simulator", limits: WebLimits(connecting: .seconds(120), total: .seconds(240)))

    private let state = Mutex(State())

    var isOnline: Bool {
        get { state.withLock(\.isOnline) }
        set { state.withLock { $0.isOnline = newValue } }
    }

    /// Sets the address of Apple's service.
    ///
    /// - Parameter bearer: The bearer token that the service requires of devices, if any.
    func lead(to base: String, bearer: String?) {
        state.withLock { ($0.base, $0.bearer) = (Self.withoutSlash(base), bearer) }
    }

    /// Sets the site at a host; nil removes it.
    func put(_ site: SimulatedSite?, at host: DomainName) {
        state.withLock { $0.sites[host] = site }
    }

    /// Sets the function that begins the record of a sign-in's request to Apple's service; nil records none.
    func record(_ beginRequest: (@Sendable (_ method: String, _ route: String) -> TraceSpan?)?) {
        state.withLock { $0.beginRequest = beginRequest }
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        let (base, bearer, beginRequest) = state.withLock { ($0.isOnline ? $0.base : nil, $0.bearer, $0.beginRequest) }
        guard let base, let url = try? WebURL(base + request.url.target), let client = Self.client else {
            throw .unreachable("the device is offline")
        }
        // The requests of a device for codes and mail repeat every second.
        let (path, natives) = (request.url.target, "/emulator/native/")
        let isOfSignIn = path.hasPrefix(natives) && !path.hasPrefix(natives + "device-")
        var request = request
        request.url = url
        if let bearer { request.headers[.authorization] = "Bearer " + bearer }
        guard isOfSignIn, let span = beginRequest?(request.method.rawValue, request.url.target) else {
            return try await client.send(request)
        }
        if let name = HTTPField.Name(TraceParent.headerName) { request.headers[name] = "\(span.position)" }
        span.record(.request, MessageOutline(request.headers, body: request.body))
        do throws(WebClientError) {
            let response = try await client.send(request)
            span.record(.response, MessageOutline(response.headers, body: response.body))
            span.set(.status, "\(response.status.code)")
            span.end(response.status.code < 400 ? .succeeded : .failed("status \(response.status.code)"))
            return response
        } catch {
            span.end(error == .cancelled ? .cancelled : .failed("\(error)"))
            throw error
        }
    }

    /// Sends a request to the site at the address's host.
    func sendToSite(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        guard let address = address(serving: request.url), let url = try? WebURL(address), let client = Self.client else {
            throw .unreachable("the host is unknown, or the device is offline")
        }
        var request = request
        request.url = url
        return try await client.send(request)
    }

    /// Sends a request to the site at the address's host, or to the address itself if the network has no such site.
    func sendAnywhere(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        if address(serving: request.url) != nil { return try await sendToSite(request) }
        guard isOnline, let client = Self.client else { throw .unreachable("the device is offline") }
        return try await client.send(request)
    }

    /// Sends a browser's request to the site at the address's host, or to a server on this machine. No other server is reachable.
    func browse(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        guard let address = address(serving: request.url) else {
            guard request.url.isOnThisMachine else { throw .unreachable("the site is unknown, or the device is offline") }
            return try await sendAnywhere(request)
        }
        var answer = try await sendToSite(request)
        // A site's server redirects to its own address, not the site's.
        let base = String(address.dropLast(request.url.target.count))
        if let location = answer.headers[.location], location == base || location.hasPrefix(base + "/") {
            answer.headers[.location] = request.url.origin + location.dropFirst(base.count)
        }
        return answer
    }

    /// Returns the address of the server that represents a site. Returns nil if the site has no server or the device is offline.
    func address(serving url: WebURL) -> String? {
        // The site is at the usual port. At other ports of `localhost` are the servers of this machine.
        guard url.host != "localhost" || url.port == url.scheme.defaultPort else { return nil }
        let site = (try? DomainName(url.host)).flatMap { host in state.withLock { $0.isOnline ? $0.sites[host] : nil } }
        guard case .server(let base)? = site?.content else { return nil }
        return Self.withoutSlash(base) + url.target
    }

    func load(_ fetch: SiteFetch) async -> SiteAnswer {
        let (isOnline, site) = state.withLock { ($0.isOnline, $0.sites[fetch.domain]) }
        guard isOnline else { return .connectionFailed("the device is offline") }
        guard let site else { return .connectionFailed("the host is unknown") }
        guard site.certificate.satisfies(fetch.certificateRule) else {
            return .certificateRejected("the certificate is not trusted")
        }
        guard let target = try? WebURL(fetch.url).target else { return .connectionFailed("malformed address") }
        switch site.content {
        case .file(let file, let status): return .response(status: status, body: Array(file.utf8))
        case .server(let base):
            guard let url = try? WebURL(Self.withoutSlash(base) + target), let client = Self.client else {
                return .connectionFailed("malformed address: \(base)")
            }
            return await client.siteAnswer(at: url)
        }
    }

    private static func withoutSlash(_ base: String) -> String { base.hasSuffix("/") ? String(base.dropLast()) : base }
}

extension MessageOutline {
    fileprivate init(_ headers: HTTPFields, body: [UInt8]) {
        self.init(fields: headers.map { (name: $0.name.canonicalName, value: $0.value) }, body: body)
    }
}

extension SimulatedSite.Certificate {
    fileprivate func satisfies(_ rule: CertificateRule) -> Bool {
        switch (self, rule) {
        case (.trusted, _), (_, .any), (.trustedByDevice, .trustedByDevice): true
        default: false
        }
    }
}

/// The connection of a simulated device to a service of leaked-password ranges.
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

/// The leaks that a test sets: passwords, and the number of times that each was seen.
struct SimulatedLeaks: LeakedPasswordSource {
    private let times: [LeakedPasswordDigest: Int]

    init(_ passwords: [String: Int]) {
        times = Dictionary(passwords.map { (LeakedPasswordDigest(of: $0.key), $0.value) }) { max($0, $1) }
    }

    func count(of digest: LeakedPasswordDigest) async throws -> Int { times[digest] ?? 0 }
}
