import Crypto
import Foundation
import Testing

@testable import AccountServer

@Suite("The configuration table")
struct ConfigurationTableTests {
    /// A value for each key that differs from its default.
    static let samples: [String: String] = [
        "site.publicOrigin": "https://login.example.org", "site.name": "Example", "site.language": "de",
        "site.strictTransportSubdomains": "true",
        "listener.host": "::1", "listener.port": "9000", "trustedProxies": "10.0.0.0/8,192.0.2.7/32",
        "metrics.enabled": "false", "metrics.host": "127.0.0.2", "metrics.port": "9001",
        "store.path": "other.sqlite", "store.address": "postgres://app:pw@db.example.com/accounts", "store.connections": "4",
        "store.unverifiedTLS": "true", "store.replica": "postgres://app:pw@standby.example.com/accounts",
        "keys.currentFile": "key", "keys.current": ConfigurationSample.otherKey,
        "keys.previousFiles": "key,other",
        "keys.previous": "\(ConfigurationSample.key),\(ConfigurationSample.otherKey)",
        "passwords.rules": "required: upper,digit; allowed: unicode; minlength: 15; maxlength: 512;", "passwords.minimumScore": "4",
        "passwords.contextWords": "anvil,foundry", "passwords.commonPasswordsFile": "list", "passwords.leakedFolder": ".",
        "passwords.leakedService": "https://ranges.example.com/v1", "passwords.leakedServiceTimeout": "500ms",
        "passwords.leakedServiceFailure": "open", "tools.passwordRules": "false", "tools.passkeys": "false",
        "tools.associatedDomains": "public", "operators.enabled": "true",
        "hashing.memory": "64MiB", "hashing.passes": "3",
        "hashing.threads": "2",
        "hashing.queueLength": "8",
        "sessions.idle": "1d", "sessions.absolute": "30d", "sessions.recentAuthentication": "5m",
        "accessTokens.lifetime": "2m", "accessTokens.audience": "api,https://api.example.com", "accessTokens.rotationPeriod": "60d",
        "accessTokens.overlap": "12h",
        "accessTokens.introspectors": "api \(ConfigurationSample.key),https://api.example.com \(ConfigurationSample.otherKey)",
        "secondFactors.attestationKeys": "000b\(String(repeating: "5a", count: 32)),000b\(String(repeating: "0f", count: 32))",
        "secondFactors.requireAttestation": "true", "secondFactors.required": "everybody",
        "secondFactors.requiredAccounts": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff,6f9619ff-8b86-4d01-b42d-00cf4fc964fe",
        "passkeys.enabled": "false", "passkeys.relyingPartyID": "example.com", "passkeys.origins": "https://shop.example.org",
        "passkeys.userVerification": "preferred", "passkeys.attestation": "direct", "passkeys.counter": "rejected",
        "passkeys.trustAnchors.packed": "root.pem", "passkeys.trustAnchors.fidoU2F": "root.pem",
        "passkeys.trustAnchors.tpm": "root.pem", "passkeys.trustAnchors.androidKey": "root.pem",
        "passkeys.trustAnchors.apple": "root.pem", "passkeys.exclusive": "true",
        "apple.team": "ABCDE12345", "apple.keyID": "KEYID12345", "apple.keyFile": "apple.p8",
        "apple.nativeClients": "com.example.app,com.example.other", "apple.webClient": "com.example.web",
        "apple.verification": "authorization-code", "apple.nonce": "legacy", "apple.identitiesPerAccount": "3",
        "apple.retiredKeys": "12h", "apple.buttonStyle": "outline", "apple.buttonType": "continue",
        "apple.serviceURL": "https://apple.test.example",
        "apple.serviceIsTest": "true", "apple.authoritiesFile": "authority",
        "limits.body": "16KiB", "limits.connections": "64", "limits.requestTime": "5s", "limits.idleTime": "15s",
        "limits.shutdownTime": "3s", "limits.rejectionTime": "250ms",
        "limits.codeRequestTime": "40ms",
        "wellKnown.associationFile": "association", "wellKnown.securityContacts": "mailto:security@example.com",
        "wellKnown.securityExpires": "2027-01-31T00:00:00Z", "wellKnown.securityPolicy": "https://example.com/policy",
        "mail.transport": "smtp", "mail.from": "accounts@example.com", "mail.bounces": "bounces@example.com",
        "mail.dkimKeys": "e1 dkim.pem,s1.mail",
        "mail.dkimDomain": "example.com",
        "mail.host": "smtp.example.com", "mail.security": "starttls",
        "mail.port": "2525", "mail.user": "app", "mail.passwordFile": "key", "mail.program": "/usr/bin/msmtp",
        "mail.url": "https://mailer.example.com/hook", "mail.keyFile": "webhook",
        "mail.signInCodes": "true", "recovery.wait": "2d",
        "events.targets": "crm https://crm.example.com/hooks", "events.secretFiles": "crm webhook",
        "events.previousSecretFiles": "crm former-webhook", "events.loopback": "true",
        "tracing.endpoint": "https://collector.example.com:4318/otlp", "tracing.serviceName": "accounts",
        "tracing.headers": "x-api-key=secret%20value",
        "retention.events": "90d", "retention.eventsWithoutAccount": "3d", "retention.operatorRecords": "400d",
        "log.level": "debug", "log.format": "json",
    ].merging(budgets) { first, _ in first }

    private static let budgets = Dictionary(
        uniqueKeysWithValues: ConfigurationKey.all.map(\.name).filter { $0.hasPrefix("throttles.") }.map { name in
            (name, name.hasSuffix(".period") ? "2h" : name.hasSuffix(".burst") ? "1" : "12")
        })

    /// Returns the other settings that a value requires.
    private static func companions(of name: String) -> [String: String] {
        if ["store.connections", "store.replica", "store.unverifiedTLS"].contains(name) {
            return samples.filter { $0.key == "store.address" }
        }
        if name == "secondFactors.requireAttestation" { return samples.filter { $0.key == "secondFactors.attestationKeys" } }
        if name.hasPrefix("passkeys.trustAnchors") { return samples.filter { $0.key == "passkeys.attestation" } }
        if name == "accessTokens.introspectors" { return samples.filter { $0.key == "accessTokens.audience" } }
        if name == "mail.program" { return samples.filter { $0.key == "mail.from" }.merging(["mail.transport": "sendmail"]) { $1 } }
        if ["mail.url", "mail.keyFile"].contains(name) {
            return samples.filter { ["mail.from", "mail.url", "mail.keyFile"].contains($0.key) }
                .merging(["mail.transport": "webhook"]) { $1 }
        }
        if name.hasPrefix("mail.") || name == "recovery.wait" {
            return samples.filter { $0.key.hasPrefix("mail.") && !["mail.program", "mail.url", "mail.keyFile"].contains($0.key) }
        }
        if name.hasPrefix("events.") {
            return samples.filter { ["events.targets", "events.secretFiles"].contains($0.key) }
        }
        if name.hasPrefix("tracing.") { return samples.filter { $0.key == "tracing.endpoint" } }
        let family = ["wellKnown.security", "apple."].first { name.hasPrefix($0) }
        return family.map { prefix in samples.filter { $0.key.hasPrefix(prefix) } } ?? [:]
    }

    /// Returns how each sample is shown.
    private static func shown(_ key: ConfigurationKey, in folder: ConfigurationFolder?) -> String {
        let text = samples[key.name] ?? ""
        if key.isSecret { return "(set)" }
        return key.isList ? "[" + text.split(separator: ",").joined(separator: ", ") + "]" : text
    }

    private func folder() throws -> ConfigurationFolder {
        let folder = try ConfigurationFolder()
        try folder.write(ConfigurationSample.otherKey, to: "key")
        try folder.write(ConfigurationSample.key, to: "other")
        try folder.write("whsec_\(ConfigurationSample.key)\n", to: "webhook")
        try folder.write("whsec_\(ConfigurationSample.otherKey)\n", to: "former-webhook")
        try folder.write("correct horse battery\n", to: "list")
        try folder.write(P256.Signing.PrivateKey().pemRepresentation, to: "apple.p8")
        try folder.write("an authority's certificate", to: "authority")
        try folder.write(ConfigurationSample.signingKey, to: "dkim.pem")
        try folder.write(ConfigurationSample.rootCertificate, to: "root.pem")
        try folder.write(#"{"webcredentials":{"apps":["ABCDE12345.com.example.notes"]}}"#, to: "association")
        for range in ConfigurationSample.ranges { try folder.write(ConfigurationSample.row, to: range + ".txt") }
        return folder
    }

    @Test("every key is in the table once and has a sample here")
    func complete() {
        let names = ConfigurationKey.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(Self.samples.keys) == Set(names))
        #expect(names.count >= 55)
        #expect(ConfigurationKey.all.allSatisfy { !$0.summary.isEmpty && !$0.allowed.isEmpty && !$0.type.isEmpty })
    }

    @Test("a reading uses every key of the table and no other")
    func readingTakesAll() throws {
        let reading = try ConfigurationReading(ConfigurationSample.sources())
        #expect(reading.entries.map(\.key) == ConfigurationKey.all)
    }

    @Test("every key is read from the file and changes the configuration", arguments: ConfigurationKey.all.map(\.name))
    func fromFile(name: String) throws {
        let folder = try folder()
        var values = Self.companions(of: name)
        values[name] = Self.samples[name]
        let file = ConfigurationFile(path: folder.path + "/latchkey.yaml", text: Self.yaml(values))
        let reading = try ConfigurationReading(
            ConfigurationSources(presets: ConfigurationSample.sources().presets, file: file))

        let entry = try #require(reading.entry(name))
        #expect(entry.text == Self.shown(entry.key, in: folder))
        guard case .file(file.path, _, _) = entry.place else {
            Issue.record("\(name) has the place \(String(describing: entry.place))")
            return
        }
        let standard = try ConfigurationReading(ConfigurationSample.sources())
        if !name.hasPrefix("keys.") {
            #expect(
                String(reflecting: reading.server) != String(reflecting: standard.server) || reading.store != standard.store)
        }
    }

    @Test("every key is read from its environment variable", arguments: ConfigurationKey.all.map(\.name))
    func fromEnvironment(name: String) throws {
        let folder = try folder()
        var variables: [String: String] = [:]
        var names = Self.companions(of: name)
        names[name] = Self.samples[name]
        for (name, text) in names {
            let key = try #require(ConfigurationKey.all.first { $0.name == name })
            // A list of names with their paths.
            let text =
                name.hasSuffix("ecretFiles") || name == "mail.dkimKeys" ? text.replacing(" ", with: " \(folder.path)/") : text
            variables[key.environmentName] =
                name.hasSuffix("File") || name.hasSuffix("Folder") || text.hasSuffix(".pem") ? "\(folder.path)/\(text)" : text
        }
        if name == "keys.previousFiles" { variables["LATCHKEY_KEYS_PREVIOUS_FILES"] = "\(folder.path)/key, \(folder.path)/other" }
        let reading = try ConfigurationReading(
            ConfigurationSources(presets: ConfigurationSample.sources().presets, environment: variables))
        let entry = try #require(reading.entry(name))
        #expect(entry.place == .environment(entry.key.environmentName))
        if !name.contains("File"), !name.hasSuffix("Folder"), !name.contains("trustAnchors"), name != "mail.dkimKeys" {
            #expect(entry.text == Self.shown(entry.key, in: nil))
        }
    }

    @Test(
        "environment variables are named after their keys",
        arguments: [
            ("listener.port", "LATCHKEY_LISTENER_PORT"), ("trustedProxies", "LATCHKEY_TRUSTED_PROXIES"),
            ("throttles.failuresPerName.attempts", "LATCHKEY_THROTTLES_FAILURES_PER_NAME_ATTEMPTS"),
            ("site.publicOrigin", "LATCHKEY_SITE_PUBLIC_ORIGIN"),
        ])
    func variableNames(name: String, variable: String) throws {
        let key = try #require(ConfigurationKey.all.first { $0.name == name })
        #expect(key.environmentName == variable)
    }

    @Test("the defaults of a reading are those of the components")
    func defaults() throws {
        let reading = try ConfigurationReading(ConfigurationSample.sources())
        let origin = try PublicOrigin("https://accounts.example.com")
        let server = ServerConfiguration(publicOrigin: origin, keys: reading.server.keys)
        #expect(String(reflecting: reading.server) == String(reflecting: server))
        for entry in reading.entries where entry.place == nil {
            #expect(entry.text == entry.key.standard)
        }
    }

    private static func yaml(_ values: [String: String]) -> String {
        var lines: [String] = []
        var sections: [Substring] = []
        for (name, text) in values.sorted(by: { $0.key < $1.key }) {
            let parts = name.split(separator: ".")
            let path = Array(parts.dropLast())
            if path != sections {
                let common = zip(path, sections).prefix { $0 == $1 }.count
                for (depth, part) in path.enumerated().dropFirst(common) {
                    lines.append(String(repeating: "  ", count: depth) + part + ":")
                }
                sections = path
            }
            let isList = ConfigurationKey.all.first { $0.name == name }?.isList == true
            lines.append(
                String(repeating: "  ", count: path.count) + "\(parts.last ?? ""): " + (isList ? "[\(text)]" : "\"\(text)\""))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
