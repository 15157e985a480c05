import Foundation
import Glibc
import SwiftASN1
import Synchronization
@_spi(DisableValidityCheck) import X509

/// Finds a chain from a leaf to an anchor and its problems (RFC 5280, section 6). The verifier of swift-certificates builds the
/// chains and checks signatures; this type selects a chain. It sends no network requests, also not for revocation.
struct TrustEvaluator: Sendable {
    let certificates: [SecCertificate]
    let anchors: TrustAnchors
    let rules: [TrustRules]
    let date: Date

    /// Returns the chain with the fewest problems. If no chain ends with an anchor, returns the longest one, which is not
    /// trusted.
    ///
    /// Returns nil if the search fails, which is an internal error and never means trust.
    func verdict() -> TrustVerdict? {
        let parsed = certificates.compactMap { try? Certificate(derEncoded: $0.contents.der) }
        guard parsed.count == certificates.count, let leaf = parsed.first else { return nil }
        let others = Array(parsed.dropFirst())
        let found = search(leaf, through: others, to: anchors.certificates, ends: nil)
        guard found.isEmpty else { return found.min { $0.failures.count < $1.failures.count } }
        let (top, ends) = Self.top(over: leaf, in: others)
        return search(leaf, through: others, to: [top], ends: ends).min { $0.failures.count < $1.failures.count }
    }

    /// Returns every chain until a valid one is found. `ends` contains the problems of the certificates that end chains.
    private func search(
        _ leaf: Certificate, through others: [Certificate], to tops: [Certificate], ends: TrustFailure.Kind?
    ) -> [TrustVerdict] {
        let candidates = Candidates()
        let policy = RecordingPolicy(
            handled: Array(Set((others + tops + [leaf]).flatMap { $0.extensions.map(\.oid) })), candidates: candidates
        ) { chain in
            var failures = failures(of: chain)
            if let ends { failures.append(TrustFailure(kind: ends, certificate: chain.count - 1)) }
            return failures
        }
        SynchronousTask.run {
            var verifier = Verifier(
                rootCertificates: CertificateStore(custom: IssuerSearch(tops))
            ) { policy }
            _ = await verifier.validate(leaf: leaf, intermediates: CertificateStore(custom: IssuerSearch(others)))
        }
        return candidates.all
    }

    /// Returns the last certificate of the path upwards, and why the chain cannot end there.
    private static func top(over leaf: Certificate, in others: [Certificate]) -> (Certificate, TrustFailure.Kind) {
        var way = [leaf]
        while let last = way.last, last.issuer != last.subject, way.count <= others.count,
            let issuer = others.first(where: { issuer in
                issuer.subject == last.issuer && !way.contains(issuer)
                    && issuer.publicKey.isValidSignature(last.signature, for: last)
            })
        {
            way.append(issuer)
        }
        let top = way[way.count - 1]
        return (top, top.issuer == top.subject ? .untrustedAnchor : .missingIssuer)
    }

    // MARK: - Problems

    private func failures(of chain: UnverifiedCertificateChain) -> [TrustFailure] {
        var failures: [TrustFailure] = []
        for (place, certificate) in chain.enumerated() {
            let endsChain = place == chain.count - 1
            var kinds = validity(of: certificate) + spelling(of: certificate, endsChain: endsChain)
            if place > 0 { kinds += authority(of: certificate, over: place - 1, endsChain: endsChain) }
            kinds += rules.flatMap { purpose(of: certificate, isLeaf: place == 0, under: $0) }
            failures += Set(kinds).map { TrustFailure(kind: $0, certificate: place) }
        }
        if rules.contains(where: { isForAnother(chain, than: $0) }) {
            failures.append(TrustFailure(kind: .hostName, certificate: 0))
        }
        // The checks above report their own problems. Only names and versions remain. A single certificate issued nothing.
        let isLookedAt = chain.count == 1 || failures.contains { [.notAuthority, .pathLength].contains($0.kind) }
        if !isLookedAt,
            case .failsToMeetPolicy = RFC5280Policy.withValidityCheckDisabled().chainMeetsPolicyRequirements(chain: chain)
        {
            let names = chain.firstIndex { $0.extensions[oid: .X509ExtensionID.nameConstraints] != nil }
            failures.append(TrustFailure(kind: names == nil ? .notStandard : .names, certificate: names ?? 0))
        }
        return failures.sorted { first, second in
            (first.certificate, Self.order(of: first.kind)) < (second.certificate, Self.order(of: second.kind))
        }
    }

    private static func order(of kind: TrustFailure.Kind) -> Int { TrustFailure.Kind.allCases.firstIndex(of: kind) ?? 0 }

    private func validity(of certificate: Certificate) -> [TrustFailure.Kind] {
        date < certificate.notValidBefore ? [.notYetValid] : date > certificate.notValidAfter ? [.expired] : []
    }

    private func spelling(of certificate: Certificate, endsChain: Bool) -> [TrustFailure.Kind] {
        var kinds: [TrustFailure.Kind] = []
        if certificate.extensions.contains(where: { $0.critical && !Self.known.contains($0.oid) }) {
            kinds.append(.criticalExtension)
        }
        // The signature of an anchor is not relevant.
        if !endsChain, certificate.signatureAlgorithm == .sha1WithRSAEncryption { kinds.append(.weakSignature) }
        return kinds
    }

    private static let known: Set<ASN1ObjectIdentifier> = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.nameConstraints, .X509ExtensionID.keyUsage,
        .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.extendedKeyUsage,
    ]

    /// Returns the problems of an issuer with the given number of authorities between it and the leaf.
    private func authority(of certificate: Certificate, over authorities: Int, endsChain: Bool) -> [TrustFailure.Kind] {
        var kinds: [TrustFailure.Kind] = []
        switch try? certificate.extensions.basicConstraints {
        case .isCertificateAuthority(let longest): if let longest, authorities > longest { kinds.append(.pathLength) }
        // A certificate of version 1 has no extensions. Only an anchor is an authority without them.
        case nil where certificate.version == .v1 && endsChain: break
        case .notCertificateAuthority, nil: kinds.append(.notAuthority)
        }
        if certificate.extensions[oid: .X509ExtensionID.keyUsage] != nil {
            if (try? certificate.extensions.keyUsage)?.keyCertSign != true { kinds.append(.keyUsage) }
        }
        return kinds
    }

    private func purpose(of certificate: Certificate, isLeaf: Bool, under rules: TrustRules) -> [TrustFailure.Kind] {
        guard case .ssl(let isServer, _) = rules else { return [] }
        var kinds: [TrustFailure.Kind] = []
        let wanted: ExtendedKeyUsage.Usage = isServer ? .serverAuth : .clientAuth
        if certificate.extensions[oid: .X509ExtensionID.extendedKeyUsage] != nil {
            let usage = try? certificate.extensions.extendedKeyUsage
            if usage.map({ $0.contains(wanted) || $0.contains(.any) }) != true { kinds.append(.extendedKeyUsage) }
        } else if isLeaf, isServer, certificate.notValidBefore >= Self.july2019 {
            kinds.append(.extendedKeyUsage)
        }
        if isLeaf, isServer, certificate.notValidBefore >= Self.july2019,
            certificate.notValidAfter.timeIntervalSince(certificate.notValidBefore) > 825 * 86_400
        {
            kinds.append(.validityTooLong)
        }
        return kinds
    }

    /// 2019-07-01T00:00:00Z.
    private static let july2019 = Date(timeIntervalSince1970: 1_561_939_200)

    private func isForAnother(_ chain: UnverifiedCertificateChain, than rules: TrustRules) -> Bool {
        guard case .ssl(_, let hostName?) = rules else { return false }
        // Without these, the library would accept a common name.
        let names = (try? chain.leaf.extensions.subjectAlternativeNames) ?? SubjectAlternativeNames()
        let isNamed = names.contains { if case .dnsName = $0 { true } else if case .ipAddress = $0 { true } else { false } }
        guard isNamed else { return true }
        let name = hostName.hasSuffix(".") ? String(hostName.dropLast()) : hostName
        let isAddress = ServerIdentityPolicy.isAddress(name)
        var policy = ServerIdentityPolicy(serverHostname: isAddress ? nil : name, serverIP: isAddress ? name : nil)
        if case .meetsPolicy = policy.chainMeetsPolicyRequirements(chain: chain) { return false }
        return true
    }
}

extension ServerIdentityPolicy {
    fileprivate static func isAddress(_ name: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, name, &four) == 1 || inet_pton(AF_INET6, name, &six) == 1
    }
}

extension CertificateContents {
    fileprivate init?(_ certificate: Certificate) {
        var serializer = DER.Serializer()
        guard (try? serializer.serialize(certificate)) != nil else { return nil }
        self.init(der: serializer.serializedBytes)
    }
}

/// The chains that were found.
private final class Candidates: Sendable {
    private let found = Mutex<[TrustVerdict]>([])

    var all: [TrustVerdict] { found.withLock { $0 } }

    func append(_ chain: UnverifiedCertificateChain, _ failures: [TrustFailure]) {
        let certificates = chain.compactMap { CertificateContents($0).map { SecCertificate($0) } }
        guard certificates.count == chain.count else { return }
        found.withLock { $0.append(TrustVerdict(chain: certificates, failures: failures)) }
    }
}

/// Records the problems of every chain, and continues with the next chain if there are any.
private struct RecordingPolicy: VerifierPolicy {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier]
    private let candidates: Candidates
    private let failures: @Sendable (UnverifiedCertificateChain) -> [TrustFailure]

    /// - Parameter handled: All extensions that may occur. Unsupported critical extensions are reported with the chain.
    init(
        handled: [ASN1ObjectIdentifier], candidates: Candidates,
        failures: @escaping @Sendable (UnverifiedCertificateChain) -> [TrustFailure]
    ) {
        verifyingCriticalExtensions = handled
        self.candidates = candidates
        self.failures = failures
    }

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        let failures = failures(chain)
        candidates.append(chain, failures)
        return failures.isEmpty ? .meetsPolicy : .failsToMeetPolicy(reason: "see the candidates")
    }
}

/// Looks up certificates by subject, with a limit on the number of look-ups. Certificates can issue one another in so many ways
/// that trying all would never end.
private final class IssuerSearch: CustomCertificateStore {
    private let certificates: [DistinguishedName: [Certificate]]
    private let rest = Mutex(512)

    init(_ certificates: [Certificate]) {
        self.certificates = Dictionary(grouping: certificates, by: \.subject)
    }

    subscript(subject: DistinguishedName) -> [Certificate]? {
        get async {
            guard let found = certificates[subject] else { return nil }
            return rest.withLock { rest in
                rest -= found.count
                return rest >= 0 ? found : nil
            }
        }
    }

    func contains(_ certificate: Certificate) async -> Bool { certificates[certificate.subject]?.contains(certificate) == true }

    /// Never called.
    func append(contentsOf certificates: some Sequence<Certificate>) {}

    static func == (first: IssuerSearch, second: IssuerSearch) -> Bool { first === second }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Runs `async` code synchronously on the calling thread, because Apple's functions are synchronous. The code never waits.
private final class SynchronousTask: TaskExecutor {
    static func run(_ body: @escaping @Sendable () async -> Void) {
        // The task has finished when its initializer returns, because each of its parts runs where it is enqueued.
        Task(executorPreference: SynchronousTask()) { await body() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}

/// The certificates with which a chain may end.
struct TrustAnchors: Sendable {
    /// The custom anchors of the app. Nil if it set none.
    var own: [SecCertificate]?
    /// Whether the system's anchors apply in addition to custom ones.
    var includesSystem = true

    var certificates: [Certificate] {
        let own = (self.own ?? []).compactMap { try? Certificate(derEncoded: $0.contents.der) }
        return includesSystem ? own + Self.system : own
    }

    /// The anchors of the system, loaded once from the usual locations of OpenSSL. Empty if there is no such file.
    private static let system: [Certificate] = {
        let files = [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
            "/etc/ssl/cert.pem",
        ]
        guard let text = files.lazy.compactMap({ try? String(contentsOfFile: $0, encoding: .utf8) }).first,
            let documents = try? PEMDocument.parseMultiple(pemString: text)
        else { return [] }
        return documents.compactMap { try? Certificate(pemDocument: $0) }
    }()
}
