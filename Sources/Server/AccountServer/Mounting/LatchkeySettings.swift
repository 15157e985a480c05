import Accounts
import AssociatedDomains
import InternetAddresses
import Secrets

/// What an application decides when it mounts the account server. All else has the defaults of docs/defaults.md; who needs more
/// runs `latchkey serve` with a configuration file beside the application.
public struct LatchkeySettings: Sendable {
    /// Where people reach the application: `https://example.com`, or an http origin of this machine while developing. Cookie names,
    /// `Secure` and redirects follow from it alone.
    public var publicOrigin: String

    /// Shown on pages.
    public var serviceName: String

    /// 32 random bytes in base64, the same at every start: it seals what is stored. Nil makes a key that lasts for this run, which
    /// requires a store in memory: over any other one ``Latchkey/init(_:storage:logger:)`` rejects the settings.
    public var key: String?

    /// Keys that ``key`` replaced, each as ``key`` is written. They open what they sealed until the server has sealed it again under
    /// ``key``, which the service of ``Latchkey/services`` does after each start.
    public var previousKeys: [String] = []

    /// The apple-app-site-association file to serve, if any: less than 128 KiB, and without errors.
    public var associationFile: [UInt8]?

    /// What new passwords must be, in the language of the `passwordrules` attribute: pages and apps are told the same. With a
    /// `minlength` of 8 to 128 and a `maxlength` of 64 to 4,096.
    public var passwordRules: String

    /// The proxies in front of the application, as addresses or networks such as `10.0.0.0/8`: their `X-Forwarded-For` names the
    /// client. Without the proxy's address here all clients share the budgets of one address.
    public var trustedProxies: [String] = []

    /// Whether `/` is the account server's: it leads to the account, or to sign-in. Set it to false for an application that has a home
    /// page of its own, since Hummingbird stops the process where two routes are one.
    public var claimsHome = true

    /// How many hash at one time, 19 MiB each; nil for one for each processor.
    public var hashingThreads: Int?

    /// - Parameters:
    ///   - publicOrigin: see ``publicOrigin``.
    ///   - serviceName: see ``serviceName``.
    ///   - key: see ``key``.
    public init(publicOrigin: String, serviceName: String = "Latchkey", key: String? = nil) {
        self.publicOrigin = publicOrigin
        self.serviceName = serviceName
        self.key = key
        passwordRules = PasswordRequirements.standard.text
    }

    /// A fresh key for ``key``: 44 characters of base64.
    public static func makeKey() -> String {
        MasterKey.random(SystemRandomBytes()).revealBase64()
    }

    func configuration() throws(LatchkeyError) -> ServerConfiguration {
        let origin: PublicOrigin
        do {
            origin = try PublicOrigin(publicOrigin)
        } catch {
            throw LatchkeyError(.invalidSettings, reason: "publicOrigin: \(error)")
        }
        var configuration = ServerConfiguration(publicOrigin: origin, keys: try masterKeys())
        configuration.ownsListener = false
        configuration.trustedProxies = try proxies()
        configuration.site.name = serviceName
        configuration.site.claimsHome = claimsHome
        configuration.wellKnown.association = try checkedAssociationFile()
        configuration.passwords.rules = try passwordRequirements()
        configuration.hashing.threads = hashingThreads
        // A page for developers is nothing that an application expects among its own; the other ones are off unless wanted.
        configuration.tools.servesPasswordRules = false
        return configuration
    }

    private func proxies() throws(LatchkeyError) -> [IPNetwork] {
        var networks: [IPNetwork] = []
        for text in trustedProxies {
            guard let network = try? IPNetwork(text) else {
                throw LatchkeyError(.invalidSettings, reason: "trustedProxies: \(text) is not an address or a network")
            }
            guard !network.isTooWide else {
                throw LatchkeyError(.invalidSettings, reason: "trustedProxies: \(text) contains clients; name your proxies alone")
            }
            networks.append(network)
        }
        return networks
    }

    private func passwordRequirements() throws(LatchkeyError) -> PasswordRequirements {
        do {
            return try PasswordRequirements(passwordRules)
        } catch {
            throw LatchkeyError(.invalidSettings, reason: "passwordRules: \(error); \(error.remedy)")
        }
    }

    private func checkedAssociationFile() throws(LatchkeyError) -> [UInt8]? {
        guard let file = associationFile else { return nil }
        guard file.count < WellKnownConfiguration.associationLimit else {
            throw LatchkeyError(.invalidSettings, reason: "associationFile: not less than 128 KiB")
        }
        if let error = AssociationFile.lint(file).first(where: { $0.severity == .error }) {
            throw LatchkeyError(
                .invalidSettings,
                reason: "associationFile: \(error.position): \(error.message) \(error.remedy) (\(error.code.rawValue))")
        }
        return file
    }

    private func masterKeys() throws(LatchkeyError) -> MasterKeys {
        var previous: [MasterKey] = []
        for (index, text) in previousKeys.enumerated() { previous.append(try masterKey(text, named: "previousKeys[\(index)]")) }
        let current = if let key { try masterKey(key, named: "key") } else { MasterKey.random(SystemRandomBytes()) }
        return MasterKeys(current: current, previous: previous)
    }

    private func masterKey(_ text: String, named name: String) throws(LatchkeyError) -> MasterKey {
        guard let master = MasterKey(base64: text) else {
            throw LatchkeyError(.invalidSettings, reason: "\(name): not 32 bytes in base64; openssl rand -base64 32 makes one")
        }
        return master
    }
}
