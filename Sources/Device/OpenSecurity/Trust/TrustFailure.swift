import Foundation

/// A problem of one certificate in a chain.
struct TrustFailure: Hashable, Sendable {
    /// The kinds of problems, in the order of reporting.
    enum Kind: CaseIterable, Sendable {
        case hostName, expired, notYetValid, validityTooLong, extendedKeyUsage, weakSignature, criticalExtension, notAuthority,
            pathLength, keyUsage, names, notStandard, missingIssuer, untrustedAnchor
    }

    let kind: Kind
    /// The index of the certificate in the chain; 0 is the leaf.
    let certificate: Int

    var status: OSStatus {
        switch kind {
        case .hostName: errSecHostNameMismatch
        case .expired: errSecCertificateExpired
        case .notYetValid: errSecCertificateNotValidYet
        case .validityTooLong: errSecCertificateValidityPeriodTooLong
        case .extendedKeyUsage: errSecInvalidExtendedKeyUsage
        case .weakSignature: errSecInvalidDigestAlgorithm
        case .criticalExtension: errSecUnknownCriticalExtensionFlag
        case .notAuthority: errSecNoBasicConstraintsCA
        case .pathLength: errSecPathLengthConstraintExceeded
        case .keyUsage: errSecInvalidKeyUsageForPolicy
        case .names: errSecCertificateNameNotAllowed
        case .notStandard: errSecInvalidCertificateRef
        case .missingIssuer: errSecCreateChainFailed
        case .untrustedAnchor: errSecNotTrusted
        }
    }

    /// The text that Apple's systems use for the leaf.
    var sentence: String {
        switch kind {
        case .hostName: "certificate name does not match input"
        case .expired: "certificate is expired"
        case .notYetValid: "certificate is not temporally valid"
        case .extendedKeyUsage, .keyUsage: "certificate is not permitted for this usage"
        case .weakSignature: "certificate is using a broken signature algorithm"
        case .missingIssuer, .untrustedAnchor: "certificate is not trusted"
        case .validityTooLong, .criticalExtension, .notAuthority, .pathLength, .names, .notStandard:
            "certificate is not standards compliant"
        }
    }

    /// The reason, for developers.
    var reason: String {
        switch kind {
        case .hostName: "no alternative name matches the host"
        case .expired: "it has expired"
        case .notYetValid: "it is not valid yet"
        case .validityTooLong: "it is valid for more than 825 days"
        case .extendedKeyUsage: "its extended key usage does not name the purpose"
        case .weakSignature: "it is signed over SHA-1"
        case .criticalExtension: "it has an unsupported critical extension"
        case .notAuthority: "it issued a certificate but is not an authority"
        case .pathLength: "it has more authorities below it than its path length allows"
        case .keyUsage: "it issued a certificate but its key usage does not permit that"
        case .names: "its name constraints do not permit a name below it"
        case .notStandard: "it does not conform to RFC 5280"
        case .missingIssuer: "its issuer is missing"
        case .untrustedAnchor: "it ends the chain but is not an anchor"
        }
    }

    /// The stored form of the problem in exceptions.
    var encoded: [UInt8] { [UInt8(Kind.allCases.firstIndex(of: kind) ?? 0), UInt8(clamping: certificate)] }
}

/// The verdict on one chain.
struct TrustVerdict: Sendable {
    /// The chain from the leaf, to an anchor if one was found.
    let chain: [SecCertificate]
    /// The problems, those of the leaf first. Empty if the chain is trusted.
    let failures: [TrustFailure]

    /// The error of Apple's functions: the status of the first problem, a sentence about the leaf, and the problems of each
    /// certificate.
    var error: NSError? {
        guard let first = failures.first else { return nil }
        let names = chain.map { $0.contents.summary ?? "without a name" }
        let details = failures.map { failure in
            "certificate \(failure.certificate) “\(names[failure.certificate])”: \(failure.reason)"
        }
        let code = Int(first.status)
        let underlying = NSError(
            domain: NSOSStatusErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: details.joined(separator: "; ")])
        return NSError(
            domain: NSOSStatusErrorDomain, code: code,
            userInfo: [NSLocalizedDescriptionKey: "“\(names[0])” \(first.sentence)", NSUnderlyingErrorKey: underlying])
    }
}
