import Foundation
import Glibc
import SwiftASN1
import Synchronization
@_spi(DisableValidityCheck) import X509

/// Finds a chain from a leaf to an anchor, and what is wrong with it (RFC 5280, section 6). Chains are built, and their signatures checked, by
/// swift-certificates' verifier; which of them is taken is decided here. Nobody is asked over the network, whether anything was revoked either.
struct TrustJudge: Sendable {
    let certificates: [SecCertificate]
    let anchors: TrustAnchors
    let rules: [TrustRules]
    let date: Date

    /// The chain with the least that is wrong with it; where none ends with an anchor, the longest, which then is not trusted.
    ///
    /// Nothing where the search could not be made: a fault of ours, which is no trust.
    func verdict() -> TrustVerdict? {
        let parsed = certificates.compactMap { try? Certificate(derEncoded: $0.contents.der) }
        guard parsed.count == certificates.count, let leaf = parsed.first else { return nil }
        let others = Array(parsed.dropFirst())
        let found = search(leaf, through: others, to: anchors.certificates, ends: nil)
        guard found.isEmpty else { return found.min { $0.failures.count < $1.failures.count } }
        let (top, ends) = Self.top(over: leaf, in: others)
        return search(leaf, through: others, to: [top], ends: ends).min { $0.failures.count < $1.failures.count }
    }

    /// Every chain that was found until one was good. `ends`: what is wrong with the certificates under which they end.
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
        InPlace.run {
            var verifier = Verifier(
                rootCertificates: CertificateStore(custom: IssuerSearch(tops))
            ) { policy }
            _ = await verifier.validate(leaf: leaf, intermediates: CertificateStore(custom: IssuerSearch(others)))
        }
        return candidates.all
    }

    /// The last certificate on the way up, and what is wrong with ending there.
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

    // MARK: - What is wrong

    private func failures(of chain: UnverifiedCertificateChain) -> [TrustFailure] {
        var failures: [TrustFailure] = []
        for (place, certificate) in chain.enumerated() {
            var kinds = validity(of: certificate) + spelling(of: certificate, endsChain: place == chain.count - 1)
            if place > 0 { kinds += authority(of: certificate, over: place - 1) }
            kinds += rules.flatMap { purpose(of: certificate, isLeaf: place == 0, under: $0) }
            failures += Set(kinds).map { TrustFailure(kind: $0, certificate: place) }
        }
        if rules.contains(where: { isForAnother(chain, than: $0) }) {
            failures.append(TrustFailure(kind: .hostName, certificate: 0))
        }
        // What has been looked at is told for itself; what is left are names, and versions. One certificate alone issued nothing.
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
        // Nobody believes the signature of a certificate that is believed by itself.
        if !endsChain, certificate.signatureAlgorithm == .sha1WithRSAEncryption { kinds.append(.weakSignature) }
        return kinds
    }

    private static let known: Set<ASN1ObjectIdentifier> = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.nameConstraints, .X509ExtensionID.keyUsage,
        .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.extendedKeyUsage,
    ]

    /// Of one that issued another, with so many authorities between it and the leaf.
    private func authority(of certificate: Certificate, over authorities: Int) -> [TrustFailure.Kind] {
        var kinds: [TrustFailure.Kind] = []
        switch try? certificate.extensions.basicConstraints {
        case .isCertificateAuthority(let longest): if let longest, authorities > longest { kinds.append(.pathLength) }
        // An anchor of the first version says nothing of itself.
        case nil where certificate.version == .v1: break
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
        // The library would take a common name where there are none of these.
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

/// Notes of every chain what is wrong with it, and goes on to the next one where something is.
private struct RecordingPolicy: VerifierPolicy {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier]
    private let candidates: Candidates
    private let failures: @Sendable (UnverifiedCertificateChain) -> [TrustFailure]

    /// - Parameter handled: every extension that may come: which critical ones are known is told with the chain.
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

/// Certificates by the names of their subjects, looked up so often and no oftener: certificates can be made that issued one another in so many ways
/// that nobody ever has tried them all.
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

    /// Nobody adds to it.
    func append(contentsOf certificates: some Sequence<Certificate>) {}

    static func == (first: IssuerSearch, second: IssuerSearch) -> Bool { first === second }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Runs what is written with `async`, and never waits, at once and on the calling thread: Apple's functions answer before they return.
private final class InPlace: TaskExecutor {
    static func run(_ body: @escaping @Sendable () async -> Void) {
        // It is over when the task has been made: each of its parts runs where it is enqueued.
        Task(executorPreference: InPlace()) { await body() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}

/// Whom a chain may end with.
struct TrustAnchors: Sendable {
    /// Of the app itself. Nothing: it named none.
    var own: [SecCertificate]?
    /// Whether the system's count beside the app's own.
    var takesSystem = true

    var certificates: [Certificate] {
        let own = (self.own ?? []).compactMap { try? Certificate(derEncoded: $0.contents.der) }
        return takesSystem ? own + Self.system : own
    }

    /// The authorities that the system trusts, read once: where OpenSSL of the usual distributions has them. None where it has no such file.
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
