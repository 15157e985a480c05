import ConformanceData
import Foundation
import OpenSecurity
import Testing

@Suite("Recorded chains", .timeLimit(.minutes(20))) struct RecordedChainTests {
    /// One chain of chains.json.
    struct Row: Decodable, CustomTestStringConvertible, Sendable {
        struct Judgement: Decodable, Sendable {
            let isTrusted: Bool
        }

        let name: String
        /// The errors in order. A leading number is the index of the certificate; the leaf's is 0.
        let expected: [String]
        let openssl: Judgement
        let date: Double
        let host: String?
        /// Nil for no purpose.
        let isServer: Bool?
        let certificates: [Data]
        let anchors: [Data]

        var testDescription: String { name }

        /// The index of the certificate that cannot be created. Nil if all of them can.
        var unsupported: Int? {
            guard let first = expected.first, first.hasSuffix("unsupported") else { return nil }
            return first.split(separator: " ").dropLast().first.flatMap { Int($0) } ?? 0
        }

        func trust() throws -> SecTrust {
            let policy = isServer.map { SecPolicyCreateSSL($0, host.map { $0 as NSString }) } ?? SecPolicyCreateBasicX509()
            var trust: SecTrust?
            let status = SecTrustCreateWithCertificates(try Self.objects(certificates) as NSArray, policy, &trust)
            try #require(status == errSecSuccess)
            let made = try #require(trust)
            #expect(SecTrustSetAnchorCertificates(made, try Self.objects(anchors) as NSArray) == errSecSuccess)
            #expect(SecTrustSetVerifyDate(made, Date(timeIntervalSince1970: date) as NSDate) == errSecSuccess)
            return made
        }

        private static func objects(_ certificates: [Data]) throws -> [SecCertificate] {
            try certificates.map { try #require(SecCertificateCreateWithData(nil, $0 as NSData)) }
        }
    }

    struct File: Decodable {
        let chains: [Row]
    }

    static let rows = (try? ConformanceData.json("certificates/chains.json", as: File.self).chains) ?? []

    /// Justified differences from OpenSSL 3.0, which treats a name with a trailing dot as another one, the last second as expired,
    /// a common name as a host name, a certificate without extended key usage as valid for every one, and "any usage" as valid for
    /// none. It accepts every validity, and tries only the first issuer of a name.
    static let differences: Set<String> = [
        "a name that is written otherwise", "the last second", "a common name alone", "no extended key usage", "any usage",
        "valid for too long", "cross-signed, the wrong one first",
    ]

    static let statuses: [String: OSStatus] = [
        "hostName": errSecHostNameMismatch, "expired": errSecCertificateExpired, "notYetValid": errSecCertificateNotValidYet,
        "validityTooLong": errSecCertificateValidityPeriodTooLong, "extendedKeyUsage": errSecInvalidExtendedKeyUsage,
        "criticalExtension": errSecUnknownCriticalExtensionFlag,
        "notAuthority": errSecNoBasicConstraintsCA, "pathLength": errSecPathLengthConstraintExceeded,
        "keyUsage": errSecInvalidKeyUsageForPolicy, "names": errSecCertificateNameNotAllowed,
        "missingIssuer": errSecCreateChainFailed, "untrustedAnchor": errSecNotTrusted,
    ]

    @Test(
        "each chain has the expected result, with the status of its first error", arguments: rows.filter { $0.unsupported == nil })
    func judgement(row: Row) throws {
        let trust = try row.trust()
        var error: CFError?
        #expect(SecTrustEvaluateWithError(trust, &error) == row.expected.isEmpty, "\(error?.userInfo ?? [:])")
        var result = SecTrustResultType.invalid
        #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
        #expect(result == (row.expected.isEmpty ? .unspecified : .recoverableTrustFailure))
        guard let first = row.expected.first else {
            #expect(error == nil)
            return
        }
        let kind = first.split(separator: " ").last.map(String.init) ?? ""
        #expect(error?.code == Int(try #require(Self.statuses[kind])), "\(error?.userInfo ?? [:])")
        let details = (error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.localizedDescription ?? ""
        #expect(details.components(separatedBy: "; ").count == row.expected.count, "\(details)")
        if first.contains(" ") { #expect(details.hasPrefix("certificate \(first.prefix(1)) ")) }
    }

    @Test(
        "a certificate with an RSA key of less than 2,048 bits cannot be created", arguments: rows.filter { $0.unsupported != nil })
    func weakKeys(row: Row) throws {
        for (index, certificate) in row.certificates.enumerated() {
            #expect((SecCertificateCreateWithData(nil, certificate as NSData) == nil) == (index == row.unsupported))
        }
    }

    @Test("OpenSSL agrees, except for seven chains")
    func independentJudge() {
        #expect(Self.rows.count == 54)
        let others = Self.rows.filter { $0.openssl.isTrusted != $0.expected.isEmpty }.map(\.name)
        #expect(Set(others) == Self.differences)
    }

    @Test("a chain with any octet of the leaf's signed part changed is rejected")
    func mutations() throws {
        let row = try #require(Self.rows.first { $0.expected.isEmpty })
        let leaf = try #require(row.certificates.first)
        var read = 0
        for place in stride(from: 0, to: leaf.count, by: 7) {
            var changed = leaf
            changed[place] ^= 1
            guard let certificate = SecCertificateCreateWithData(nil, changed as NSData) else { continue }
            read += 1
            let others = try row.certificates.dropFirst().map { try #require(SecCertificateCreateWithData(nil, $0 as NSData)) }
            var trust: SecTrust?
            SecTrustCreateWithCertificates(([certificate] + others) as NSArray, nil, &trust)
            let made = try #require(trust)
            SecTrustSetAnchorCertificates(
                made, try row.anchors.map { try #require(SecCertificateCreateWithData(nil, $0 as NSData)) } as NSArray)
            SecTrustSetVerifyDate(made, Date(timeIntervalSince1970: row.date) as NSDate)
            #expect(!SecTrustEvaluateWithError(made, nil), "octet \(place)")
        }
        #expect(read > 10)
    }
}
