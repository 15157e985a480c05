import Foundation

/// The conditions of a query on the contents of certificates (`kSecMatch…`).
struct CertificateMatch: Sendable {
    private enum Place: Sendable { case anywhere, start, end, whole }

    private var subject: (text: String, place: Place)?
    private var emailAddress: String?
    private var date: Date?
    /// Normalized names, one of which must be an issuer in the chain.
    private(set) var issuers: Set<[UInt8]> = []
    private let ignoresCase: Bool
    /// The policy under which the certificate must be trusted.
    private let policy: SecPolicy?

    /// The supported names.
    static let names = Set(
        [
            kSecMatchSubjectContains, kSecMatchSubjectStartsWith, kSecMatchSubjectEndsWith, kSecMatchSubjectWholeString,
            kSecMatchEmailAddressIfPresent, kSecMatchValidOnDate, kSecMatchIssuers, kSecMatchCaseInsensitive,
            kSecMatchPolicy, kSecMatchTrustedOnly,
        ].map { $0 as String })

    /// Parses the conditions of a query. Returns nil for a query without conditions.
    ///
    /// Throws ``errSecParam`` for a value of another type, for two conditions on the subject, for an issuer that is not a name in
    /// DER, and for more than 100 issuers.
    init?(_ reader: AttributeReader) throws(SecurityFailure) {
        guard Self.names.contains(where: { reader.object($0 as NSString) != nil }) else { return nil }
        ignoresCase = try reader.boolean(kSecMatchCaseInsensitive)
        if let value = reader.object(kSecMatchPolicy) {
            policy = try checked(value as? SecPolicy, "kSecMatchPolicy is not a SecPolicy")
        } else {
            policy = try reader.boolean(kSecMatchTrustedOnly) ? SecPolicyCreateBasicX509() : nil
        }
        let places: [(NSString, Place)] = [
            (kSecMatchSubjectContains, .anywhere), (kSecMatchSubjectStartsWith, .start), (kSecMatchSubjectEndsWith, .end),
            (kSecMatchSubjectWholeString, .whole),
        ]
        for (name, place) in places {
            guard let text = try reader.string(name) else { continue }
            guard subject == nil else { throw .parameter("several kSecMatchSubject conditions exclude each other") }
            subject = (text, place)
        }
        emailAddress = try reader.string(kSecMatchEmailAddressIfPresent)
        if let value = reader.object(kSecMatchValidOnDate) {
            date = value is NSNull ? Date() : try checked(value as? Date, "kSecMatchValidOnDate is not a date")
        }
        guard let value = reader.object(kSecMatchIssuers) else { return }
        let names = try checked(value as? [Data], "kSecMatchIssuers is not an array of names in DER")
        guard names.count <= Self.maximumIssuers else {
            throw .parameter("kSecMatchIssuers has more than \(Self.maximumIssuers) names")
        }
        for name in names {
            issuers.insert(try checked(CertificateName(der: [UInt8](name)), "an issuer is not a name in DER").normalized)
        }
    }

    /// Returns whether the certificate satisfies all conditions except issuers and trust.
    func accepts(_ certificate: CertificateContents) -> Bool {
        if let (text, place) = subject, !accepts(certificate.subject.text, text, place) { return false }
        // A certificate without addresses matches, as the name of the option says.
        if let emailAddress, !certificate.emailAddresses.isEmpty,
            !certificate.emailAddresses.contains(where: { $0.caseInsensitiveCompare(emailAddress) == .orderedSame })
        {
            return false
        }
        if let date, !(certificate.notBefore...max(certificate.notBefore, certificate.notAfter)).contains(date) { return false }
        return true
    }

    /// Returns whether the certificate is trusted on the given date, if that is required. `issuers` returns the candidate issuers
    /// of a certificate.
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

    private func accepts(_ subject: String, _ wanted: String, _ place: Place) -> Bool {
        let (subject, wanted) = ignoresCase ? (subject.lowercased(), wanted.lowercased()) : (subject, wanted)
        return switch place {
        case .anywhere: wanted.isEmpty || subject.contains(wanted)
        case .start: subject.hasPrefix(wanted)
        case .end: subject.hasSuffix(wanted)
        case .whole: subject == wanted
        }
    }

    /// The maximum number of names in a query.
    private static let maximumIssuers = 100
}
