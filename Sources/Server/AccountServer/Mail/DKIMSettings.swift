import Mail

/// The DKIM keys that mail is signed with, by the mail server or by this server.
struct DKIMSettings {
    private(set) var keys: [DKIMKey] = []

    /// Rejects settings without effect, a domain whose signature would not count for the sender's address (DMARC), and keys that do
    /// not complement each other.
    init(reading reader: inout SettingsReader, kind: MailConfiguration.Kind, from: MailAddress?) {
        let entries = reader.value(Settings.mailDKIMKeys)
        let domain = reader.value(Settings.mailDKIMDomain)
        guard kind != .none, let from else { return }
        if let domain, !from.domain.isWithin(domain) {
            reader.report(
                Settings.mailDKIMDomain.key, "\(domain) is not the domain of mail.from or a parent of it, so DMARC fails",
                "use \(from.domain)")
        }
        let key = Settings.mailDKIMKeys.key
        guard !entries.isEmpty else {
            if !reader.isRejected(key), reader.place(of: Settings.mailDKIMDomain.key) != nil {
                reader.report(
                    Settings.mailDKIMDomain.key, "the setting has no effect without mail.dkimKeys", "set mail.dkimKeys too")
            }
            return
        }
        guard entries.count <= Self.limit else {
            reader.report(key, "\(entries.count) keys are configured", "the limit is \(Self.limit): an RSA and an Ed25519 key")
            return
        }
        guard Set(entries.map { $0.selector.description.lowercased() }).count == entries.count else {
            reader.report(key, "both keys have the selector \(entries[0].selector)", "give each key a separate selector")
            return
        }
        guard kind != .webhook || entries.allSatisfy({ $0.file == nil }) else {
            reader.report(
                key, "the receiver of a webhook writes and signs the messages", "remove the paths, and keep the selectors")
            return
        }
        keys = entries.compactMap { reader.dkimKey($0, of: domain ?? from.domain) }
        let algorithms = keys.compactMap(\.signer?.algorithm)
        if let algorithm = algorithms.first, algorithms.count == Self.limit, Set(algorithms).count == 1 {
            reader.report(
                key, "both keys sign with \(algorithm), so the second signature helps no receiver",
                "use one RSA and one Ed25519 key, or remove one")
        }
    }

    /// A key for all receivers, and a smaller one for those that verify Ed25519 (RFC 8463).
    private static let limit = 2
}

/// An entry of `mail.dkimKeys`: a selector, and the file of the private key if this server signs.
struct DKIMEntry: Hashable, Sendable {
    let selector: DKIMSelector
    let file: String?
}

extension SettingsReader {
    /// Returns the key of an entry, or nil after reporting a problem.
    fileprivate mutating func dkimKey(_ entry: DKIMEntry, of domain: MailDomain) -> DKIMKey? {
        guard let file = entry.file else { return DKIMKey(selector: entry.selector, domain: domain) }
        let key = Settings.mailDKIMKeys.key
        let path = resolve(file, of: key)
        guard let bytes = bytes(inFileAt: path, upTo: 16_384, of: key, isSecret: true) else { return nil }
        do throws(DKIMError) {
            let signing = try DKIMSigner.Key(pem: String(decoding: bytes, as: UTF8.self))
            let signer = try DKIMSigner(domain: domain, selector: entry.selector.description, key: signing)
            return DKIMKey(selector: entry.selector, domain: domain, signer: signer)
        } catch {
            report(
                key, "\(path) does not contain an Ed25519 private key or an RSA one of at least 2048 bits, in PEM",
                "generate one: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out \(path)")
            return nil
        }
    }
}

extension ValueKind<DKIMEntry> {
    /// A selector alone, or a selector and a path with a space between them.
    static var dkimEntry: ValueKind {
        ValueKind(
            "selector with an optional path",
            allowed: "letters, digits and inner hyphens, with dots between; a space and a path may follow"
        ) { text throws(ValueRejection) in
            let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard let selector = DKIMSelector(String(parts[0])) else {
                throw ValueRejection("\(ValueRejection.quoted(text)) does not begin with a DKIM selector")
            }
            guard parts.count > 1 else { return DKIMEntry(selector: selector, file: nil) }
            return DKIMEntry(selector: selector, file: try ValueKind<String>.path.read(.one(String(parts[1]))))
        } write: {
            $0.selector.description + ($0.file.map { " \($0)" } ?? "")
        }
    }
}

extension ValueKind<MailDomain> {
    static var mailDomain: ValueKind {
        ValueKind(
            "domain", allowed: "a domain such as example.com", rejected: "a domain of mail", parse: { try? MailDomain($0) },
            write: \.description)
    }
}
