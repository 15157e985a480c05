import ArgumentParser
import AssociatedDomains
import Foundation
import HTTPTypes
import InternetAddresses
import JSONText
import SiteChecks
import WebClient

/// The options for fetching from sites.
struct SiteOptions: ParsableArguments {
    @Flag(help: "Permit addresses that are not public, such as those of this machine and its network.")
    var allowPrivate = false

    @Option(help: ArgumentHelp("A certificate authority to trust in addition to the system's, PEM.", valueName: "file"))
    var authority: String?

    @Option(help: ArgumentHelp("The site's port, for testing; systems use 443.", valueName: "port"))
    var port = 443

    @Option(help: ArgumentHelp("The origin to use instead of Apple's content delivery network, for testing.", valueName: "origin"))
    var cdn = SiteVisitor.appleNetwork

    @Option(
        help: ArgumentHelp("The site's address instead of those that its name resolves to, for testing.", valueName: "address"),
        transform: Self.address)
    var address: IPAddress?

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("--port must be 1 to 65535") }
        guard (try? WebURL("\(cdn)/a/v1/example.com")) != nil else {
            throw ValidationError("--cdn must be an origin such as https://example.com")
        }
    }

    /// Returns a visitor of sites under these options.
    ///
    /// - Parameter limits: the limits of one fetch.
    /// - Throws: a ``CommandFailure`` if the authority is not a certificate.
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
            throw CommandFailure(
                .usage, "\(authority ?? ""): not a certificate in PEM", hint: "give the authority's own certificate")
        }
    }

    /// Returns a visitor of sites under these options that accepts any certificate.
    func insecureVisitor(limits: WebLimits) throws -> SiteVisitor {
        visitor(try InsecureSiteFetcher(userAgent: agent, policy: policy, limits: limits, resolver: resolver))
    }

    private func visitor(_ fetcher: some SiteFetching) -> SiteVisitor { SiteVisitor(fetcher: fetcher, port: port, network: cdn) }

    private var agent: String { "latchkey/\(Latchkey.version)" }
    private var policy: AddressPolicy { allowPrivate ? .any : .publicOnly }
    private var resolver: any HostResolver { address.map { SiteAddress(address: $0, cdn: cdn) } ?? SystemResolver() }

    /// The maximum size of the authority's file in bytes.
    private static let largestAuthority = 1 << 20

    private static func address(_ text: String) throws -> IPAddress {
        guard let address = try? IPAddress(text) else {
            throw ValidationError("--address must be an address such as 192.0.2.1 or 2001:db8::1")
        }
        return address
    }
}

/// Resolves every host to one address, except that of Apple's network.
private struct SiteAddress: HostResolver {
    let address: IPAddress
    let cdn: String

    func addresses(of host: String) async -> [IPAddress] {
        host == (try? WebURL(cdn))?.host ? await SystemResolver().addresses(of: host) : [address]
    }
}

extension SiteCheck {
    /// The route as lines of text: the fetches, then the diagnostics.
    var lines: [String] {
        let head = visits.flatMap { ["\(route.rawValue.padded(to: 6)) \($0.url)"] + $0.lines }
        let shown = findings.contains { $0.code == .signedFile || $0.code == .signatureUnreadable } ? nil : body
        let found = findings.flatMap { $0.lines(under: shown.map(Self.withoutMark)) }.dropLast()
        return head + (found.isEmpty ? [] : [""] + found)
    }

    /// Returns the route as JSON.
    func json(_ associations: [AppAssociation]) -> JSONValue {
        [
            "via": .string(route.rawValue), "visits": .array(visits.map(\.json)), "findings": .array(findings.map(\.json)),
            "services": .array(associations.map(\.json)),
        ]
    }

    private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
}

extension FetchReport {
    fileprivate var lines: [String] {
        var fields: [(String, String)] = []
        switch outcome {
        case .success(let response):
            fields.append(("status", "\(response.status.code), \(response.body.count) bytes"))
            fields += response.explanatoryHeaders.map { ("header", "\($0.name): \($0.value.sanitized)") }
        case .failure(let error): fields.append(("failed", "\(error)".sanitized))
        }
        if let address { fields.append(("address", "\(address)")) }
        if let certificate { fields.append(("certificate", certificate.words.sanitized)) }
        fields.append(("time", timings.milliseconds.map { "\($0.name) \($0.value) ms" }.joined(separator: ", ")))
        return fields.map { "  \($0.0.padded(to: 12)) \($0.1)" }
    }

    fileprivate var json: JSONValue {
        var object = JSONObject([("url", .string("\(url)"))])
        switch outcome {
        case .success(let response):
            object["status"] = .integer(response.status.code)
            object["size"] = .integer(response.body.count)
            object["headers"] = .object(JSONObject(response.explanatoryHeaders.map { ($0.name.lowercased(), .string($0.value)) }))
        case .failure(let error): object["error"] = ["code": .string(error.code), "reason": .string("\(error)")]
        }
        object["address"] = address.map { .string("\($0)") }
        object["certificate"] = certificate?.json
        object["milliseconds"] = .object(JSONObject(timings.milliseconds.map { ($0.name, .integer($0.value)) }))
        return .object(object)
    }
}

extension ShownCertificate {
    fileprivate var words: String {
        "\(subject), by \(issuer), for \(names.joined(separator: ", ")); \(Self.date(notBefore)) to \(Self.date(notAfter)); "
            + "SHA-256 \(fingerprint)"
    }

    fileprivate var json: JSONValue {
        [
            "subject": .string(subject), "issuer": .string(issuer), "names": .array(names.map(JSONValue.string)),
            "notBefore": .string(Self.date(notBefore)), "notAfter": .string(Self.date(notAfter)), "sha256": .string(fingerprint),
        ]
    }

    private static func date(_ seconds: Double) -> String { Date(timeIntervalSince1970: seconds).formatted(.iso8601) }
}

extension WebClientError {
    /// A stable name for programs.
    var code: String {
        switch self {
        case .insecure: "insecure"
        case .unresolvable: "unresolvable"
        case .addressesRejected: "private-address"
        case .unreachable: "unreachable"
        case .untrusted: "untrusted-certificate"
        case .timedOut: "timed-out"
        case .tooLarge: "too-large"
        case .malformed: "malformed-answer"
        case .cancelled: "cancelled"
        }
    }

    /// The exit code of a command that this error ends. An error that makes a device reject the site is a negative result.
    var exitStatus: ExitStatus {
        switch self {
        case .untrusted, .tooLarge: .negative
        case .insecure, .addressesRejected: .usage
        case .unresolvable, .unreachable, .timedOut, .malformed, .cancelled: .failure
        }
    }
}
