internal import CryptoExtras
internal import Foundation

/// The DNS records by which receivers judge mail from a domain: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489).
///
/// The check reads the records, but does not evaluate them for an IP address, because a smarthost has many.
package struct SenderRecords: Sendable {
    private let domain: MailDomain
    private let envelopeDomain: MailDomain
    private let keys: [DKIMKey]

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - domain: The domain of the sender's address.
    ///   - envelopeDomain: The domain of the envelope's sender, at which receivers read SPF. Nil if it is the same.
    ///   - keys: The DKIM keys that mail is signed with. Empty if they are not known; DKIM is then not checked.
    package init(domain: MailDomain, envelopeDomain: MailDomain? = nil, keys: [DKIMKey]) {
        self.domain = domain
        self.envelopeDomain = envelopeDomain ?? domain
        self.keys = keys
    }

    /// Looks up the records, and returns one finding for each kind, in the order of ``MailFinding/Subject``, and for each DKIM key.
    package func findings(in records: some TextRecordSource) async -> [MailFinding] {
        var findings = [await spf(in: records)]
        for key in keys { findings.append(await dkim(key, in: records)) }
        if keys.isEmpty {
            findings.append(
                MailFinding(
                    .dkim, .skipped, "the selector of the DKIM key is not configured",
                    remedy: "set mail.dkimKeys to the selector that your mail server signs with"))
        }
        return findings + [await dmarc(in: records)]
    }

    private func spf(in records: some TextRecordSource) async -> MailFinding {
        await finding(.spf, at: envelopeDomain.description, in: records) { texts in
            let found = texts.filter { $0.lowercased() == "v=spf1" || $0.lowercased().hasPrefix("v=spf1 ") }
            guard let record = found.first else {
                return MailFinding(
                    .spf, .problem, "no SPF record at \(envelopeDomain)",
                    remedy: "publish a TXT record at \(envelopeDomain) that permits your mail server, such as \"v=spf1 mx -all\"")
            }
            guard found.count == 1 else {
                return MailFinding(
                    .spf, .problem,
                    "\(found.count) SPF records at \(envelopeDomain), so receivers use none of them (RFC 7208, 4.5)",
                    remedy: "join them into one record")
            }
            return Self.finding(ofSPF: record)
        }
    }

    private static func finding(ofSPF record: String) -> MailFinding {
        let terms = record.lowercased().split(separator: " ").dropFirst().map(String.init)
        if let unknown = terms.first(where: { !isSPFTerm($0) }) {
            return MailFinding(
                .spf, .problem, "\(record): unknown mechanism \(unknown), so receivers reject the record",
                remedy: "correct the record; the mechanisms are \(mechanisms.joined(separator: ", "))")
        }
        if terms.contains("all") || terms.contains("+all") {
            return MailFinding(
                .spf, .problem, "\(record): permits every server to send for the domain", remedy: "end the record with -all or ~all"
            )
        }
        guard terms.contains("-all") || terms.contains("~all") || terms.contains(where: { $0.hasPrefix("redirect=") }) else {
            return MailFinding(
                .spf, .warning, "\(record): says nothing about servers that it does not list",
                remedy: "end the record with -all or ~all")
        }
        return MailFinding(.spf, .ok, record)
    }

    private static func isSPFTerm(_ term: String) -> Bool {
        let body = term.drop { "+-~?".contains($0) }
        let name = body.prefix { !":/=".contains($0) }
        let isModifier = body.dropFirst(name.count).first == "=" && !name.isEmpty
        return isModifier || mechanisms.contains(String(name))
    }

    private static let mechanisms = ["all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists"]

    private func dkim(_ key: DKIMKey, in records: some TextRecordSource) async -> MailFinding {
        let name = "\(key.selector)._domainkey.\(key.domain)"
        let publication = key.signer.map { "publish this TXT record at \(name): \($0.record)" }
        return await finding(.dkim, at: name, in: records) { texts in
            guard let record = texts.first else {
                return MailFinding(
                    .dkim, .problem, "no DKIM key at \(name)",
                    remedy: publication
                        ?? "publish the TXT record that your mail server shows for its key, or correct mail.dkimKeys")
            }
            guard texts.count == 1 else {
                return MailFinding(
                    .dkim, .problem, "\(texts.count) records at \(name); receivers may use any of them", remedy: "keep one record")
            }
            let finding = Self.finding(ofDKIM: record, at: key.selector)
            guard let signer = key.signer, let publication else { return finding }
            if finding.verdict == .problem { return MailFinding(.dkim, .problem, finding.detail, remedy: publication) }
            guard signer.isPublished(by: record) else {
                return MailFinding(
                    .dkim, .problem, "the record at \(name) has another key than the file in mail.dkimKeys", remedy: publication)
            }
            return finding
        }
    }

    private static func finding(ofDKIM record: String, at selector: DKIMSelector) -> MailFinding {
        let malformed = MailFinding(
            .dkim, .problem, "\(selector): \(record): not a DKIM key",
            remedy: "publish the record exactly as your mail server shows it")
        guard let tags = TagList(record), (tags["v"] ?? "DKIM1") == "DKIM1", let encoded = tags["p"] else { return malformed }
        guard !encoded.isEmpty else {
            return MailFinding(
                .dkim, .problem, "\(selector): the key is revoked, its record has an empty p=",
                remedy: "publish the record of the current key")
        }
        guard let key = Data(base64Encoded: String(encoded.filter { !$0.isWhitespace })) else { return malformed }
        let kind: String
        switch tags["k"] ?? "rsa" {
        case "ed25519":
            guard key.count == 32 else { return malformed }
            kind = "Ed25519"
        case "rsa":
            guard let bits = (try? _RSA.Signing.PublicKey(unsafeDERRepresentation: key))?.keySizeInBits else {
                return MailFinding(
                    .dkim, .problem, "\(selector): the RSA key is malformed or has fewer than 1024 bits",
                    remedy: "generate a key of 2048 bits, and publish its record")
            }
            kind = "RSA with \(bits) bits"
            if bits < 2_048 {
                return MailFinding(
                    .dkim, .warning, "\(selector): \(kind), but receivers advise 2048", remedy: "generate a key of 2048 bits")
            }
        default: return malformed
        }
        if (tags["t"] ?? "").split(separator: ":").contains("y") {
            return MailFinding(
                .dkim, .warning, "\(selector): \(kind), in test mode, so receivers ignore its signatures",
                remedy: "remove t=y from the record")
        }
        return MailFinding(.dkim, .ok, "\(selector): \(kind)")
    }

    private func dmarc(in records: some TextRecordSource) async -> MailFinding {
        // Receivers look at the domain first, then at its parents.
        let labels = domain.description.split(separator: ".")
        for first in 0...max(0, labels.count - 2) {
            let parent = labels[first...].joined(separator: ".")
            do throws(TextRecordFault) {
                let found = try await records.textRecords(at: "_dmarc.\(parent)").filter { TagList($0)?["v"] == "DMARC1" }
                guard let record = found.first else { continue }
                guard found.count == 1 else {
                    return MailFinding(
                        .dmarc, .problem, "\(found.count) DMARC records at _dmarc.\(parent), so receivers use none of them",
                        remedy: "keep one record")
                }
                return Self.finding(ofDMARC: record, isOfParent: first > 0)
            } catch {
                return MailFinding(.dmarc, lookupFailed: error, at: "_dmarc.\(parent)")
            }
        }
        return MailFinding(
            .dmarc, .problem, "no DMARC record at _dmarc.\(domain)",
            remedy: "publish a TXT record at _dmarc.\(domain), such as \"v=DMARC1; p=none; rua=mailto:dmarc@\(domain)\"")
    }

    private static func finding(ofDMARC record: String, isOfParent: Bool) -> MailFinding {
        let tags = TagList(record)
        let policy = isOfParent ? tags?["sp"] ?? tags?["p"] : tags?["p"]
        guard let policy, ["none", "quarantine", "reject"].contains(policy.lowercased()) else {
            return MailFinding(
                .dmarc, .problem, "\(record): no valid policy", remedy: "add p=none, p=quarantine or p=reject after v=DMARC1")
        }
        return MailFinding(.dmarc, .ok, record)
    }

    private func finding(
        _ subject: MailFinding.Subject, at name: String, in records: some TextRecordSource, _ judge: ([String]) -> MailFinding
    ) async -> MailFinding {
        do throws(TextRecordFault) {
            return judge(try await records.textRecords(at: name))
        } catch {
            return MailFinding(subject, lookupFailed: error, at: name)
        }
    }
}

/// A DKIM key that the mail of a sender is signed with. Its DNS record is at `SELECTOR._domainkey.DOMAIN`.
package struct DKIMKey: Sendable {
    package let selector: DKIMSelector
    package let domain: MailDomain
    /// The signer with the private key. Nil if the mail server signs.
    package let signer: DKIMSigner?

    package init(selector: DKIMSelector, domain: MailDomain, signer: DKIMSigner? = nil) {
        self.selector = selector
        self.domain = domain
        self.signer = signer
    }
}

extension DKIMSigner {
    /// Returns whether a DNS record has the public key of this signer.
    fileprivate func isPublished(by record: String) -> Bool {
        let own = Self.publicKey(in: self.record)
        return own != nil && own == Self.publicKey(in: record)
    }

    /// Returns the type and the key of a record; nil if it has no key.
    private static func publicKey(in record: String) -> [String: Data]? {
        guard let tags = TagList(record), let encoded = tags["p"],
            let key = Data(base64Encoded: String(encoded.filter { !$0.isWhitespace }))
        else { return nil }
        let type = tags["k"] ?? "rsa"
        guard type == "rsa" else { return [type: key] }
        // An RSA key has more than one encoding.
        return (try? _RSA.Signing.PublicKey(unsafeDERRepresentation: key)).map { [type: $0.derRepresentation] }
    }
}

/// A list of tags as DKIM and DMARC write it (RFC 6376 section 3.2): `v=DKIM1; p=…`.
private struct TagList {
    private var values: [String: String] = [:]

    /// Parses a list. Returns nil for a part without `=` or a tag that occurs twice.
    init?(_ text: String) {
        for part in text.split(separator: ";") {
            let trimmed = part.trimmingCharacters(in: .whitespaces)
            if trimmed.isEmpty { continue }
            guard let equals = trimmed.firstIndex(of: "=") else { return nil }
            let name = trimmed[..<equals].trimmingCharacters(in: .whitespaces)
            guard values[name] == nil else { return nil }
            values[name] = trimmed[trimmed.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        }
    }

    subscript(name: String) -> String? { values[name] }
}
