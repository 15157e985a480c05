import Dispatch
import Foundation
import Testing
import X509

@testable import OpenSecurity

@Suite("Trust objects", .timeLimit(.minutes(20))) struct TrustTests {
    /// An expired chain for another host: two failures.
    private static func bad() throws -> SecTrust { try row("self-signed, expired, for another host").trust() }
    private static func good() throws -> SecTrust { try row("a server behind an intermediate").trust() }

    private static func row(_ name: String) throws -> RecordedChainTests.Row {
        try #require(RecordedChainTests.rows.first { $0.name == name })
    }

    private static func result(of trust: SecTrust) -> SecTrustResultType {
        var result = SecTrustResultType.otherError
        #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
        return result
    }

    @Test("a trust object requires certificates and policies")
    func making() throws {
        let certificate = try #require(CertificateMaker.alice).object
        var trust: SecTrust?
        let rejected: [(AnyObject, AnyObject?)] = [
            ([] as NSArray, nil), (["text"] as NSArray, nil), ("text" as NSString, nil), (certificate, "policy" as NSString),
            (certificate, [] as NSArray), (certificate, [certificate] as NSArray),
            (Array(repeating: certificate, count: 65) as NSArray, nil),
        ]
        for (certificates, policies) in rejected {
            #expect(SecTrustCreateWithCertificates(certificates, policies, &trust) == errSecParam)
            #expect(trust == nil)
        }
        #expect(SecTrustCreateWithCertificates(Array(repeating: certificate, count: 64) as NSArray, nil, &trust) == errSecSuccess)
        #expect(SecTrustCreateWithCertificates(certificate, nil, &trust) == errSecSuccess)
        let made = try #require(trust)
        var policies: CFArray?
        #expect(SecTrustCopyPolicies(made, &policies) == errSecSuccess)
        #expect(policies == [SecPolicyCreateBasicX509()] as NSArray)
        #expect(SecTrustSetPolicies(made, "policy" as NSString) == errSecParam)
        #expect(SecTrustSetPolicies(made, SecPolicyCreateSSL(true, nil)) == errSecSuccess)
        #expect(SecTrustSetAnchorCertificates(made, ["anchor"] as NSArray) == errSecParam)
        #expect(SecTrustSetNetworkFetchAllowed(made, true) == errSecUnimplemented)
        #expect(SecTrustSetNetworkFetchAllowed(made, false) == errSecSuccess)
        #expect(CFGetTypeID(made) == SecTrustGetTypeID() && CFGetTypeID(SecPolicyCreateBasicX509()) == SecPolicyGetTypeID())
    }

    @Test("a change during an evaluation discards its result")
    func changesMeanwhile() throws {
        let trust = try Self.good()
        let lenient = trust.current
        let verdict = try trust.judged()
        SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "evil.example"))
        trust.keep(verdict, of: lenient)
        #expect(Self.result(of: trust) == .invalid)
        #expect(!SecTrustEvaluateWithError(trust, nil))
    }

    @Test("every change discards the result")
    func changes() throws {
        let trust = try Self.good()
        #expect(Self.result(of: trust) == .invalid)
        #expect(SecTrustEvaluateWithError(trust, nil))
        #expect(Self.result(of: trust) == .unspecified)
        SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "evil.example"))
        #expect(Self.result(of: trust) == .invalid)
        #expect(!SecTrustEvaluateWithError(trust, nil))
        SecTrustSetPolicies(trust, [SecPolicyCreateBasicX509(), SecPolicyCreateSSL(true, "shop.example.com")] as NSArray)
        #expect(SecTrustEvaluateWithError(trust, nil))
        var anchors: CFArray?
        #expect(SecTrustCopyCustomAnchorCertificates(trust, &anchors) == errSecSuccess && anchors?.count == 1)
        // The system's authorities instead.
        SecTrustSetAnchorCertificates(trust, nil)
        #expect(SecTrustCopyCustomAnchorCertificates(trust, &anchors) == errSecSuccess && anchors == nil)
        #expect(!SecTrustEvaluateWithError(trust, nil))
        #expect(Self.result(of: trust) == .recoverableTrustFailure)
        SecTrustSetAnchorCertificates(trust, try Self.row("a server behind an intermediate").trust().anchors)
        SecTrustSetAnchorCertificatesOnly(trust, false)
        #expect(SecTrustEvaluateWithError(trust, nil))
    }

    @Test("an evaluation returns its chain, key and time")
    func contents() throws {
        let trust = try Self.good()
        let names = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.map {
            SecCertificateCopySubjectSummary($0) as String?
        }
        #expect(names == ["Shop", "Middle", "Root"])
        #expect(SecTrustGetCertificateCount(trust) == 3)
        let key = try #require(SecTrustCopyKey(trust))
        #expect((SecKeyCopyAttributes(key) as? [String: Any])?[kSecAttrKeySizeInBits as String] as? Int == 256)
        #expect(SecTrustGetVerifyTime(trust) == Date(timeIntervalSince1970: 1_780_272_000).timeIntervalSinceReferenceDate)
        let broken = try Self.row("no intermediate").trust()
        #expect((SecTrustCopyCertificateChain(broken) as? [SecCertificate])?.count == 1)
    }

    @Test("exceptions accept only the recorded failures of the same certificate")
    func exceptions() throws {
        let trust = try Self.bad()
        let exceptions = try #require(SecTrustCopyExceptions(trust))
        #expect(SecTrustSetExceptions(trust, exceptions))
        #expect(SecTrustEvaluateWithError(trust, nil))
        #expect(Self.result(of: trust) == .proceed)
        #expect(SecTrustSetExceptions(trust, nil))
        #expect(!SecTrustEvaluateWithError(trust, nil))
        let other = try Self.row("another host").trust()
        #expect(!SecTrustSetExceptions(other, exceptions))
        #expect(!SecTrustEvaluateWithError(other, nil))
        for wrong in [Data(), Data("text".utf8), (exceptions as Data).dropLast(1), Data((exceptions as Data).reversed())] {
            #expect(!SecTrustSetExceptions(trust, wrong as NSData))
            #expect(!SecTrustEvaluateWithError(trust, nil))
        }
        // Has an exception for the wrong host, and then also expires.
        let alone = try Self.row("another host").trust()
        #expect(SecTrustSetExceptions(alone, SecTrustCopyExceptions(alone)))
        #expect(SecTrustEvaluateWithError(alone, nil))
        SecTrustSetVerifyDate(alone, Date(timeIntervalSince1970: 1_900_000_000) as NSDate)
        #expect(!SecTrustEvaluateWithError(alone, nil))
    }

    @Test("evaluations work on a queue and on many threads concurrently")
    func queues() async throws {
        let trust = try Self.bad()
        let queue = DispatchQueue(label: "trust")
        let (isTrusted, code) = await withCheckedContinuation { continuation in
            SecTrustEvaluateAsyncWithError(trust, queue) { _, isTrusted, error in
                dispatchPrecondition(condition: .onQueue(queue))
                continuation.resume(returning: (isTrusted, error?.code))
            }
        }
        #expect(!isTrusted && code == Int(errSecHostNameMismatch))
        let results = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    let trust = try? (index.isMultiple(of: 2) ? Self.good() : Self.bad())
                    return trust.map { SecTrustEvaluateWithError($0, nil) == index.isMultiple(of: 2) } ?? false
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 64 && results.allSatisfy(\.self))
    }

    @Test("the error describes the leaf's problem in Apple's words")
    func words() throws {
        for (name, words) in [
            ("another host", "“Shop” certificate name does not match input"), ("expired", "“Shop” certificate is expired"),
            ("an unknown root", "“Shop” certificate is not trusted"),
            ("a client is asked for", "“Shop” certificate is not permitted for this usage"),
        ] {
            var error: CFError?
            #expect(!SecTrustEvaluateWithError(try Self.row(name).trust(), &error))
            #expect(error?.domain == NSOSStatusErrorDomain && error?.localizedDescription == words)
        }
    }

    @Test("an evaluation ends even if certificates form very many paths")
    func manyWays() throws {
        // Sixteen keys under one name, each certified by two others: there are millions of paths, and none leads to an anchor.
        let keys = try (0..<16).map { _ in try CertificateMaker(name: "Maze") }
        var others: [SecCertificate] = []
        for (index, own) in keys.enumerated() {
            for step in 1...3 {
                let issuer = keys[(index + step * step) % keys.count]
                others.append(try CertificateMaker(name: "Maze", issuer: issuer, key: own.key).object)
            }
        }
        let leaf = try CertificateMaker(name: "Leaf", issuer: keys[0]).object
        var trust: SecTrust?
        #expect(SecTrustCreateWithCertificates(([leaf] + others) as NSArray, nil, &trust) == errSecSuccess)
        let made = try #require(trust)
        SecTrustSetAnchorCertificates(made, [] as NSArray)
        var error: CFError?
        #expect(!SecTrustEvaluateWithError(made, &error))
        #expect(error?.code == Int(errSecNotTrusted) || error?.code == Int(errSecCreateChainFailed) || error != nil)
    }

    @Test("a policy returns its properties, from which it can be created again")
    func policies() throws {
        for policy in [
            SecPolicyCreateBasicX509(), SecPolicyCreateSSL(true, nil), SecPolicyCreateSSL(true, "a.example"),
            SecPolicyCreateSSL(false, nil),
        ] {
            let properties = try #require(SecPolicyCopyProperties(policy))
            let identifier = try #require(properties[kSecPolicyOid] as? NSString)
            #expect(SecPolicyCreateWithProperties(identifier, properties) == policy)
        }
        #expect(SecPolicyCreateWithProperties("1.2.3" as NSString, nil) == nil)
        #expect(SecPolicyCreateWithProperties(kSecPolicyAppleSSL, [kSecPolicyName: 7] as NSDictionary) == nil)
    }
}

extension SecTrust {
    fileprivate var anchors: CFArray? {
        var anchors: CFArray?
        SecTrustCopyCustomAnchorCertificates(self, &anchors)
        return anchors
    }
}
