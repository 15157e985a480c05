import ArgumentParser
import AssociatedDomains
import Foundation
import HTTPTypes
import InternetAddresses
import JSONText
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

extension SiteCheck {
    /// The route for people: what was met, then what is wrong.
    var lines: [String] {
        let head = visits.flatMap { ["\(route.rawValue.padded(to: 6)) \($0.url)"] + $0.lines }
        let shown = findings.contains { $0.code == .signedFile || $0.code == .signatureUnreadable } ? nil : body
        let found = findings.flatMap { $0.lines(under: shown.map(Self.withoutMark)) }.dropLast()
        return head + (found.isEmpty ? [] : [""] + found)
    }

    /// The route for programs.
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
            fields += response.tellingHeaders.map { ("header", "\($0.name): \($0.value.harmless)") }
        case .failure(let error): fields.append(("failed", "\(error)".harmless))
        }
        if let address { fields.append(("address", "\(address)")) }
        if let certificate { fields.append(("certificate", certificate.words.harmless)) }
        fields.append(("time", timings.milliseconds.map { "\($0.name) \($0.value) ms" }.joined(separator: ", ")))
        return fields.map { "  \($0.0.padded(to: 12)) \($0.1)" }
    }

    fileprivate var json: JSONValue {
        var object = JSONObject([("url", .string("\(url)"))])
        switch outcome {
        case .success(let response):
            object["status"] = .integer(response.status.code)
            object["size"] = .integer(response.body.count)
            object["headers"] = .object(JSONObject(response.tellingHeaders.map { ($0.name.lowercased(), .string($0.value)) }))
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
        case .addressesRefused: "private-address"
        case .unreachable: "unreachable"
        case .untrusted: "untrusted-certificate"
        case .timedOut: "timed-out"
        case .tooLarge: "too-large"
        case .malformed: "malformed-answer"
        case .cancelled: "cancelled"
        }
    }

    /// How a command ends that this stopped. What a device would take for a no is a no.
    var exitStatus: ExitStatus {
        switch self {
        case .untrusted, .tooLarge: .negative
        case .insecure, .addressesRefused: .usage
        case .unresolvable, .unreachable, .timedOut, .malformed, .cancelled: .failure
        }
    }
}
