import Foundation

/// What a query asks of certificates beyond their attributes (`kSecMatch…`).
struct CertificateMatch: Sendable {
    private enum Place: Sendable { case anywhere, start, end, whole }

    private var subject: (text: String, place: Place)?
    private var emailAddress: String?
    private var date: Date?
    /// Names, normalised, one of which is the issuer, or an issuer's issuer.
    private(set) var issuers: Set<[UInt8]> = []
    private let ignoresCase: Bool
    /// The policy under which it must be trusted.
    private let policy: SecPolicy?

    /// The names that are read here.
    static let names = Set(
        [
            kSecMatchSubjectContains, kSecMatchSubjectStartsWith, kSecMatchSubjectEndsWith, kSecMatchSubjectWholeString,
            kSecMatchEmailAddressIfPresent, kSecMatchValidOnDate, kSecMatchIssuers, kSecMatchCaseInsensitive,
            kSecMatchPolicy, kSecMatchTrustedOnly,
        ].map { $0 as String })

    /// Nothing where the query asks nothing of this kind. Throws ``errSecParam`` for values of another type, and for issuers that are no
    /// names in DER.
    init?(_ reader: AttributeReader) throws(SecurityFailure) {
        guard Self.names.contains(where: { reader.object($0 as NSString) != nil }) else { return nil }
        ignoresCase = try reader.boolean(kSecMatchCaseInsensitive)
        if let value = reader.object(kSecMatchPolicy) {
            policy = try checked(value as? SecPolicy, "kSecMatchPolicy is no SecPolicy")
        } else {
            policy = try reader.boolean(kSecMatchTrustedOnly) ? SecPolicyCreateBasicX509() : nil
        }
        let places: [(NSString, Place)] = [
            (kSecMatchSubjectContains, .anywhere), (kSecMatchSubjectStartsWith, .start), (kSecMatchSubjectEndsWith, .end),
            (kSecMatchSubjectWholeString, .whole),
        ]
        for (name, place) in places {
            guard let text = try reader.string(name) else { continue }
            guard subject == nil else { throw .parameter("a subject is matched in one way") }
            subject = (text, place)
        }
        emailAddress = try reader.string(kSecMatchEmailAddressIfPresent)
        if let value = reader.object(kSecMatchValidOnDate) {
            date = value is NSNull ? Date() : try checked(value as? Date, "kSecMatchValidOnDate is no date")
        }
        guard let value = reader.object(kSecMatchIssuers) else { return }
        let names = try checked(value as? [Data], "kSecMatchIssuers is no list of names in DER")
        guard names.count <= Self.maximumIssuers else { throw .parameter("kSecMatchIssuers has over \(Self.maximumIssuers) names") }
        for name in names {
            issuers.insert(try checked(CertificateName(der: [UInt8](name)), "an issuer is no name in DER").normalized)
        }
    }

    /// All but the issuers.
    func takes(_ certificate: CertificateContents) -> Bool {
        if let (text, place) = subject, !takes(certificate.subject.text, text, place) { return false }
        // One without any address is taken: the name of the option says so.
        if let emailAddress, !certificate.emailAddresses.isEmpty,
            !certificate.emailAddresses.contains(where: { $0.caseInsensitiveCompare(emailAddress) == .orderedSame })
        {
            return false
        }
        if let date, !(certificate.notBefore...max(certificate.notBefore, certificate.notAfter)).contains(date) { return false }
        return true
    }

    /// Whether it must be trusted, and is, as of the date that is asked about. `issuers` gives the certificates that may stand above one.
    func trusts(
        _ certificate: CertificateContents, issuers: (CertificateContents) throws(SecurityFailure) -> [SecCertificate]
    ) throws(SecurityFailure) -> Bool {
        guard let policy else { return true }
        var certificates = [SecCertificate(certificate)]
        var last = 0
        while last < certificates.count, certificates.count < Self.longestChain {
            let contents = certificates[last].contents
            last += 1
            guard contents.issuer.normalized != contents.subject.normalized else { continue }
            certificates += try issuers(contents).filter { !certificates.contains($0) }
        }
        let trust = SecTrust(Array(certificates.prefix(Self.longestChain)), [policy])
        if let date { SecTrustSetVerifyDate(trust, date as NSDate) }
        return SecTrustEvaluateWithError(trust, nil)
    }

    private static let longestChain = 10

    private func takes(_ subject: String, _ wanted: String, _ place: Place) -> Bool {
        let (subject, wanted) = ignoresCase ? (subject.lowercased(), wanted.lowercased()) : (subject, wanted)
        return switch place {
        case .anywhere: wanted.isEmpty || subject.contains(wanted)
        case .start: subject.hasPrefix(wanted)
        case .end: subject.hasSuffix(wanted)
        case .whole: subject == wanted
        }
    }

    /// The most names in a query.
    private static let maximumIssuers = 100
}
