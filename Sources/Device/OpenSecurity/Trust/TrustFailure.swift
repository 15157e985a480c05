import Foundation

/// What is wrong with one certificate of a chain.
struct TrustFailure: Hashable, Sendable {
    /// In the order in which they are told of one certificate.
    enum Kind: CaseIterable, Sendable {
        case hostName, expired, notYetValid, validityTooLong, extendedKeyUsage, weakSignature, criticalExtension, notAuthority,
            pathLength, keyUsage, names, notStandard, missingIssuer, untrustedAnchor
    }

    let kind: Kind
    /// Counted from the leaf, 0.
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

    /// What Apple's systems say of the leaf.
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

    /// For developers.
    var reason: String {
        switch kind {
        case .hostName: "it has no alternative name that is the host's"
        case .expired: "it has expired"
        case .notYetValid: "it is not valid yet"
        case .validityTooLong: "it is valid for more than 825 days"
        case .extendedKeyUsage: "its extended key usage does not name the purpose"
        case .weakSignature: "it is signed over SHA-1"
        case .criticalExtension: "it has a critical extension that is not known here"
        case .notAuthority: "it issued another one, and is no authority"
        case .pathLength: "more authorities stand below it than it allows"
        case .keyUsage: "it issued another one, and its key is not for that"
        case .names: "a name below it is none that it allows"
        case .notStandard: "it is not made as RFC 5280 says"
        case .missingIssuer: "its issuer is not there"
        case .untrustedAnchor: "it ends the chain, and is no anchor"
        }
    }

    /// As one line of what was excepted.
    var encoded: [UInt8] { [UInt8(Kind.allCases.firstIndex(of: kind) ?? 0), UInt8(clamping: certificate)] }
}

/// How one chain was judged.
struct TrustVerdict: Sendable {
    /// From the leaf; to an anchor where one was reached.
    let chain: [SecCertificate]
    /// What is wrong, the leaf's first. Nothing: it is to be trusted.
    let failures: [TrustFailure]

    /// The error as Apple's functions give it: the first failure's status, a sentence about the leaf, and what is wrong with which certificate.
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
