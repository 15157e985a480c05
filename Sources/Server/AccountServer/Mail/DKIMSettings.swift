import Mail

/// The DKIM key that mail is signed with, by the mail server or by this server.
struct DKIMSettings {
    let selector: DKIMSelector?
    let domain: MailDomain?
    private(set) var signer: DKIMSigner?

    /// Rejects settings without effect, and a domain whose signature would not count for the sender's address (DMARC).
    init(reading reader: inout SettingsReader, kind: MailConfiguration.Kind, from: MailAddress?) {
        selector = reader.value(Settings.mailDKIMSelector)
        domain = reader.value(Settings.mailDKIMDomain)
        let keyFile = reader.path(Settings.mailDKIMKeyFile)
        guard kind != .none, let from else { return }
        if let domain, !from.domain.isWithin(domain) {
            reader.report(
                Settings.mailDKIMDomain.key, "\(domain) is not the domain of mail.from or a parent of it, so DMARC fails",
                "use \(from.domain)")
        }
        let keyFileKey = Settings.mailDKIMKeyFile.key
        guard let selector else {
            guard !reader.isRejected(Settings.mailDKIMSelector.key) else { return }
            for key in [Settings.mailDKIMDomain.key, keyFileKey] where reader.place(of: key) != nil {
                reader.report(key, "the setting has no effect without mail.dkimSelector", "set mail.dkimSelector too")
            }
            return
        }
        guard let keyFile else { return }
        guard kind != .webhook else {
            reader.report(keyFileKey, "the receiver of a webhook writes and signs the messages", "remove the setting")
            return
        }
        signer = reader.signer(for: domain ?? from.domain, selector, keyFile: keyFile)
    }
}

extension SettingsReader {
    fileprivate mutating func signer(for domain: MailDomain, _ selector: DKIMSelector, keyFile path: String) -> DKIMSigner? {
        let key = Settings.mailDKIMKeyFile.key
        guard let bytes = bytes(inFileAt: path, upTo: 16_384, of: key, isSecret: true) else { return nil }
        do throws(DKIMError) {
            let signing = try DKIMSigner.Key(pem: String(decoding: bytes, as: UTF8.self))
            return try DKIMSigner(domain: domain, selector: selector.description, key: signing)
        } catch {
            report(
                key, "\(path) does not contain an Ed25519 private key or an RSA one of at least 2048 bits, in PEM",
                "generate one: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out \(path)")
            return nil
        }
    }
}

extension ValueKind<DKIMSelector> {
    static var dkimSelector: ValueKind {
        ValueKind("selector", allowed: "letters, digits and inner hyphens, with dots between") { text throws(ValueRejection) in
            guard let selector = DKIMSelector(text) else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is not a DKIM selector")
            }
            return selector
        } write: {
            $0.description
        }
    }
}

extension ValueKind<MailDomain> {
    static var mailDomain: ValueKind {
        ValueKind("domain", allowed: "a domain such as example.com") { text throws(ValueRejection) in
            guard let domain = try? MailDomain(text) else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is not a domain of mail")
            }
            return domain
        } write: {
            $0.description
        }
    }
}
