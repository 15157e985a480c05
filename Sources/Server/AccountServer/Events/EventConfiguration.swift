package import Accounts
import InternetAddresses
package import WebClient

/// The targets of the events of accounts. Without this configuration, no events are queued.
package struct EventConfiguration: Sendable {
    /// A receiver of events.
    package struct Target: Sendable {
        package let name: EventTargetName
        package let url: WebURL
        package let signer: WebhookSigner

        package init(name: EventTargetName, url: WebURL, signer: WebhookSigner) {
            self.name = name
            self.url = url
            self.signer = signer
        }
    }

    /// The targets, with distinct names.
    package var targets: [Target]
    /// The addresses that the server connects to.
    package var addresses = AddressPolicy.publicOnly

    package init(targets: [Target]) {
        self.targets = targets
    }

    /// The maximum number of targets. Each event is a row for each of them.
    package static var limit: Int { 16 }
}

extension ConfigurationSources {
    /// Returns the names of the targets, for commands that change accounts. Throws `ConfigurationProblems` for unknown keys, too.
    package func eventTargets() throws(ConfigurationProblems) -> [EventTargetName] {
        try reading { $0.value(Settings.eventTargets).map(\.target) }
    }
}

extension EventConfiguration {
    /// Returns nil without targets. Rejects duplicate names, targets without a secret, and secrets without a target. Rejects files
    /// without a secret, and URLs with an address that the server does not connect to.
    init?(reading reader: inout SettingsReader) {
        let urls = reader.value(Settings.eventTargets)
        let secrets = reader.files(Settings.eventSecretFiles)
        let previous = reader.files(Settings.eventPreviousSecretFiles)
        let addresses: AddressPolicy = reader.value(Settings.eventLoopback) ? .publicAndLoopback : .publicOnly
        let key = Settings.eventTargets.key
        if urls.count > Self.limit { reader.report(key, "\(urls.count) targets are configured", "the limit is \(Self.limit)") }
        reader.rejectDuplicates(urls, of: key)
        for (setting, files) in [(Settings.eventSecretFiles, secrets), (Settings.eventPreviousSecretFiles, previous)] {
            reader.rejectDuplicates(files, of: setting.key)
            for file in files where !urls.contains(where: { $0.target == file.target }) {
                reader.report(setting.key, "\(file.target) is not a configured target", "add it to events.targets, or remove it")
            }
        }
        if urls.isEmpty, reader.place(of: Settings.eventLoopback.key) != nil {
            reader.report(
                Settings.eventLoopback.key, "the setting has no effect without events.targets", "remove it, or add targets")
        }
        let targets = urls.compactMap { url -> Target? in
            reader.reject(url, unless: addresses)
            guard let file = secrets.first(where: { $0.target == url.target }) else {
                // Without the list, one problem is enough.
                if !reader.problems.contains(where: { $0.key == Settings.eventSecretFiles.key.name }) {
                    reader.report(Settings.eventSecretFiles.key, "\(url.target) has no secret", "add its name and a file")
                }
                return nil
            }
            let old = previous.filter { $0.target == url.target }
            let keys = [(file, Settings.eventSecretFiles.key)] + old.map { ($0, Settings.eventPreviousSecretFiles.key) }
            let read = keys.compactMap { reader.webhookKey(inFileAt: $0.value, of: $1) }
            guard read.count == keys.count, let current = read.first else { return nil }
            return Target(
                name: url.target, url: url.value, signer: WebhookSigner(key: current, previousKeys: Array(read.dropFirst())))
        }
        guard !targets.isEmpty else { return nil }
        self.init(targets: targets)
        self.addresses = addresses
    }
}

extension SettingsReader {
    /// Returns the files of a setting with resolved paths.
    fileprivate mutating func files(_ setting: Setting<[TargetValue<String>]>) -> [TargetValue<String>] {
        value(setting).map { TargetValue(target: $0.target, value: resolve($0.value, of: setting.key)) }
    }

    fileprivate mutating func rejectDuplicates(_ values: [TargetValue<some Sendable>], of key: ConfigurationKey) {
        let names = Dictionary(grouping: values, by: \.target).filter { $0.value.count > 1 }.keys.map(\.text).sorted()
        for name in names { report(key, "\(name) is in the list twice", "give each target a separate name") }
    }

    /// Rejects a URL that names an address to which the server does not connect. The addresses of a host name are checked at each
    /// delivery.
    fileprivate mutating func reject(_ url: TargetValue<WebURL>, unless addresses: AddressPolicy) {
        let isLocal = url.value.host == "localhost"
        let isAdmitted = url.value.literalAddress.map(addresses.admits) ?? (!isLocal || addresses == .publicAndLoopback)
        guard !isAdmitted else { return }
        report(
            Settings.eventTargets.key, "\(url.target): \(url.value.host) is not a public address",
            "use an https URL of a public host; set events.loopback to true for a receiver on this machine in development")
    }
}

/// A value of one target in a list: the name of the target, a space and the value.
struct TargetValue<Value: Sendable>: Sendable {
    let target: EventTargetName
    let value: Value
}

extension ValueKind {
    /// A value of one target.
    fileprivate static func ofTarget<Part>(_ kind: ValueKind<Part>) -> ValueKind where Value == TargetValue<Part> {
        ValueKind("name and \(kind.noun)", allowed: "a name of a to z, 0 to 9 and hyphens, a space, and \(kind.allowed)") {
            text throws(ValueRejection) in
            guard let space = text.firstIndex(of: " "), let target = EventTargetName(String(text[..<space])) else {
                throw ValueRejection("\(ValueRejection.quoted(text)) does not begin with a name and a space")
            }
            return TargetValue(target: target, value: try kind.read(.one(String(text[text.index(after: space)...]))))
        } write: {
            "\($0.target) \(kind.write($0.value))"
        }
    }
}

// Events.
extension Settings {
    static let eventTargets = Setting(
        list: "events.targets", ValueKind<TargetValue<WebURL>>.ofTarget(.webhookURL), of: "list of names with their URLs",
        "receivers of the events of accounts, as signed requests (Standard Webhooks)")
    static let eventSecretFiles = Setting(
        list: "events.secretFiles", ValueKind<TargetValue<String>>.ofTarget(.path), of: "list of names with their paths",
        shown: "(required for each target)",
        "files with the secret that signs the requests to each target, not readable by other users")
    static let eventPreviousSecretFiles = Setting(
        list: "events.previousSecretFiles", ValueKind<TargetValue<String>>.ofTarget(.path), of: "list of names with their paths",
        "files with previous secrets, which also sign until the receiver uses the new one")
    static let eventLoopback = Setting(
        "events.loopback", .boolean, default: false, "whether targets may be on this machine, also over http, for development")

    /// The keys in the order of the documentation.
    static let events = [eventTargets.key, eventSecretFiles.key, eventPreviousSecretFiles.key, eventLoopback.key]
}
