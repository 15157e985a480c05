import CryptoExtras
import Foundation
import Testing

@testable import Mail

@Suite("The records of a sender's domain")
struct SenderRecordsTests {
    /// Records in memory. A name without an entry does not exist.
    private struct Zone: TextRecordSource {
        var names: [String: [String]]
        var broken: Set<String> = []

        func textRecords(at name: String) async throws(TextRecordFault) -> [String] {
            if broken.contains(name) { throw TextRecordFault(reason: "no name server gave an answer") }
            return names[name] ?? []
        }
    }

    private static func verdicts(
        _ names: [String: [String]], broken: Set<String> = [], domain: String = "mail.example.com", selector: String? = "s1",
        keyDomain: String? = nil, signer: DKIMSigner? = nil
    ) async throws -> [MailFinding.Subject: MailFinding] {
        let keys = try selector.flatMap { DKIMSelector($0) }.map { selector in
            [DKIMKey(selector: selector, domain: try MailDomain(keyDomain ?? domain), signer: signer)]
        }
        let records = SenderRecords(domain: try MailDomain(domain), keys: keys ?? [])
        let findings = await records.findings(in: Zone(names: names, broken: broken))
        #expect(findings.map(\.subject) == [.spf, .dkim, .dmarc])
        #expect(findings.allSatisfy { ($0.remedy == nil) == ($0.verdict == .ok) })
        return Dictionary(uniqueKeysWithValues: findings.map { ($0.subject, $0) })
    }

    @Test(
        "SPF requires exactly one record, and its policy decides",
        arguments: [
            (["v=spf1 include:_spf.example.net -all"], .ok), (["other", "v=spf1 ip4:192.0.2.0/24 a mx/24 ~all"], .ok),
            (["V=SPF1 redirect=_spf.example.net"], .ok), (["v=spf1 ?include:x.example exp=why.example -all"], .ok), ([], .problem),
            (["v=spf10 -all"], .problem), (["v=spf1 -all", "v=spf1 mx -all"], .problem), (["v=spf1 mx all"], .problem),
            (["v=spf1 +all"], .problem), (["v=spf1 ipv4:192.0.2.1 -all"], .problem), (["v=spf1 mx"], .warning),
            (["v=spf1 mx ?all"], .warning), (["v=spf1"], .warning),
        ] as [([String], MailFinding.Verdict)])
    func spf(_ texts: [String], _ verdict: MailFinding.Verdict) async throws {
        #expect(try await Self.verdicts(["mail.example.com": texts])[.spf]?.verdict == verdict)
    }

    @Test(
        "the DMARC record of the domain counts, or else a parent's record with its policy for subdomains",
        arguments: [
            (["_dmarc.mail.example.com": ["v=DMARC1; p=none"]], .ok), (["_dmarc.example.com": ["v=DMARC1;p=bad;sp=reject"]], .ok),
            (["_dmarc.example.com": ["v=DMARC1; p=quarantine"]], .ok), ([:], .problem),
            (["_dmarc.com": ["v=DMARC1; p=none"]], .problem),
            (["_dmarc.mail.example.com": ["v=DMARC1"], "_dmarc.example.com": ["v=DMARC1; p=none"]], .problem),
            (["_dmarc.mail.example.com": ["v=DMARC1; p=bad; sp=none"]], .problem),
            (["_dmarc.mail.example.com": ["v=DMARC1; p=none", "v=DMARC1; p=reject"]], .problem),
            (["_dmarc.mail.example.com": ["v=spf1 -all"]], .problem),
        ] as [([String: [String]], MailFinding.Verdict)])
    func dmarc(_ names: [String: [String]], _ verdict: MailFinding.Verdict) async throws {
        #expect(try await Self.verdicts(names)[.dmarc]?.verdict == verdict)
    }

    @Test("the record of a signer is accepted, for both types of keys")
    func signers() async throws {
        let domain = try MailDomain("mail.example.com")
        for key in [DKIMSigner.Key.rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048)), .ed25519(.init())] {
            let record = try DKIMSigner(domain: domain, selector: "s1", key: key).record
            let finding = try await Self.verdicts(["s1._domainkey.mail.example.com": [record]])[.dkim]
            #expect(finding?.verdict == .ok, "\(record)")
            let testing = try await Self.verdicts(["s1._domainkey.mail.example.com": [record + "; t=s:y"]])[.dkim]
            #expect(testing?.verdict == .warning)
        }
    }

    @Test("the record must have the key of the signer, at the domain of the key; otherwise the finding has the record to publish")
    func ownKey() async throws {
        let domain = try MailDomain("example.com")
        for key in [DKIMSigner.Key.rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048)), .ed25519(.init())] {
            let signer = try DKIMSigner(domain: domain, selector: "s1", key: key)
            let other = try DKIMSigner(domain: domain, selector: "s1", key: .ed25519(.init())).record
            func finding(_ texts: [String], at name: String = "s1._domainkey.example.com") async throws -> MailFinding? {
                try await Self.verdicts([name: texts], keyDomain: "example.com", signer: signer)[.dkim]
            }
            #expect(try await finding([signer.record])?.verdict == .ok)
            // A record may omit tags and have spaces in the key.
            let spaced = signer.record.replacing("v=DKIM1; ", with: "").replacing("p=", with: "p= ")
            #expect(try await finding([spaced])?.verdict == .ok)
            for texts in [[other], [], ["v=DKIM1; p="]] {
                let wrong = try await finding(texts)
                #expect(wrong?.verdict == .problem, "\(texts)")
                #expect(wrong?.remedy == "publish this TXT record at s1._domainkey.example.com: \(signer.record)")
            }
            #expect(try await finding([signer.record], at: "s1._domainkey.mail.example.com")?.verdict == .problem)
        }
    }

    @Test("each of two DKIM keys has a finding with its selector, and one that is not published does not hide the other")
    func twoKeys() async throws {
        let domain = try MailDomain("example.com")
        let signers = try [
            DKIMSigner(domain: domain, selector: "r1", key: .rsa(_RSA.Signing.PrivateKey(keySize: .bits2048))),
            DKIMSigner(domain: domain, selector: "e1", key: .ed25519(.init())),
        ]
        let keys = try zip(["r1", "e1"], signers).map { selector, signer in
            DKIMKey(selector: try #require(DKIMSelector(selector)), domain: domain, signer: signer)
        }
        let published = Dictionary(
            uniqueKeysWithValues: zip(keys, signers).map { ("\($0.selector)._domainkey.example.com", [$1.record]) })
        func details(_ names: [String: [String]]) async -> [String] {
            await SenderRecords(domain: domain, keys: keys).findings(in: Zone(names: names)).filter { $0.subject == .dkim }
                .map { "\($0.verdict) \($0.detail)" }
        }
        #expect(await details(published) == ["ok r1: RSA with 2048 bits", "ok e1: Ed25519"])
        for (selector, remaining) in [("r1", "ok e1: Ed25519"), ("e1", "ok r1: RSA with 2048 bits")] {
            let name = "\(selector)._domainkey.example.com"
            let partial = await details(published.filter { $0.key != name })
            #expect(Set(partial) == ["problem no DKIM key at \(name)", remaining])
        }
        // The records of the two keys are not interchangeable.
        let exchanged = Dictionary(
            uniqueKeysWithValues: zip(keys, signers.reversed()).map { ("\($0.selector)._domainkey.example.com", [$1.record]) })
        #expect(await details(exchanged).allSatisfy { $0.hasPrefix("problem the record at ") })
    }

    @Test("a DKIM key that is missing, revoked, malformed or short is found")
    func dkimFaults() async throws {
        let short = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1_024)).publicKey.derRepresentation
            .base64EncodedString()
        for (texts, verdict) in [
            ([], .problem), (["v=DKIM1; p="], .problem), (["v=DKIM1; k=rsa; p=!!"], .problem), (["v=DKIM2; p=AAAA"], .problem),
            (["p=AAAA; p=AAAA"], .problem), (["k=ed25519; p=AAAA"], .problem), (["k=unknown; p=AAAA"], .problem),
            (["some text"], .problem), (["p=AAAA", "p=BBBB"], .problem), (["v=DKIM1; p=\(short)"], .warning),
        ] as [([String], MailFinding.Verdict)] {
            #expect(try await Self.verdicts(["s1._domainkey.mail.example.com": texts])[.dkim]?.verdict == verdict, "\(texts)")
        }
        #expect(try await Self.verdicts([:], selector: nil)[.dkim]?.verdict == .skipped)
    }

    @Test("a lookup that fails leaves the state unknown, and the other records are still read")
    func failures() async throws {
        let names = ["mail.example.com": ["v=spf1 -all"], "_dmarc.example.com": ["v=DMARC1; p=none"]]
        let findings = try await Self.verdicts(names, broken: ["s1._domainkey.mail.example.com", "_dmarc.mail.example.com"])
        #expect(findings[.spf]?.verdict == .ok && findings[.dkim]?.verdict == .unknown && findings[.dmarc]?.verdict == .unknown)
    }
}
