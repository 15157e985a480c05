import Accounts
import AssociatedDomains
import InternetAddresses
import Secrets

/// The settings of an application that mounts the account server. All other settings have the defaults of docs/configuration.md.
/// An application that needs other values runs `latchkey serve` with a configuration file next to it.
public struct LatchkeySettings: Sendable {
    /// The public origin of the application: `https://example.com`, or an http origin of this machine during development. Cookie
    /// names, `Secure` and redirects depend on it alone.
    public var publicOrigin: PublicOrigin

    /// The name of the service on the pages.
    public var serviceName: String

    /// The key that encrypts secrets at rest; it must stay the same across starts. Nil generates a key for this run, which
    /// requires an in-memory store: ``Latchkey/init(_:storage:logger:)`` rejects settings without a key for any other store.
    public var key: Key?

    /// Keys that ``key`` replaced. They decrypt their values until the server has re-encrypted them under ``key``, which a
    /// service of ``Latchkey/services`` does after each start.
    public var previousKeys: [Key] = []

    /// The apple-app-site-association file to serve, if any.
    public var associationFile: AssociationFile?

    /// The rules for new passwords, also published to pages and apps.
    public var passwordRules = PasswordRules.standard

    /// The proxies in front of the application, whose `X-Forwarded-For` names the client. If a proxy is missing here, all its
    /// clients share the budgets of one address.
    public var trustedProxies: [Proxy] = []

    /// Whether the account server serves `/`, which redirects to the account or to sign-in. Set it to false for an application
    /// with its own home page.
    public var claimsHome = true

    /// The number of concurrent hashes, 19 MiB each; nil for one for each processor.
    public var hashingThreads: Int?

    /// - Parameters:
    ///   - publicOrigin: see ``publicOrigin``.
    ///   - serviceName: see ``serviceName``.
    ///   - key: see ``key``.
    public init(publicOrigin: PublicOrigin, serviceName: String = "Latchkey", key: Key? = nil) {
        self.publicOrigin = publicOrigin
        self.serviceName = serviceName
        self.key = key
    }

    func configuration() -> ServerConfiguration {
        let keys = MasterKeys(
            current: key?.master ?? MasterKey.random(SystemRandomBytes()), previous: previousKeys.map(\.master))
        var configuration = ServerConfiguration(publicOrigin: publicOrigin, keys: keys)
        configuration.ownsListener = false
        configuration.trustedProxies = trustedProxies.map(\.network)
        configuration.site.name = serviceName
        configuration.site.claimsHome = claimsHome
        configuration.wellKnown.association = associationFile?.bytes
        configuration.passwords.rules = passwordRules.requirements
        configuration.hashing.threads = hashingThreads
        // An application does not expect pages for developers among its own. The other tools are off by default.
        configuration.tools.servesPasswordRules = false
        configuration.tools.servesPasskeys = false
        return configuration
    }
}

extension LatchkeySettings {
    /// The master key of a deployment: 32 random bytes. Its description is redacted.
    public struct Key: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        let master: MasterKey

        /// Generates a key. Store the value of ``reveal()`` and use it at every start.
        public static func random() -> Key { Key(master: MasterKey.random(SystemRandomBytes())) }

        private init(master: MasterKey) { self.master = master }

        /// Parses a key: 32 bytes in base64 or base64url without white space, as `openssl rand -base64 32` and ``reveal()`` print
        /// it.
        ///
        /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/invalidSettings`` for any other text.
        public init(_ text: String) throws(LatchkeyError) {
            guard let master = MasterKey(base64: text) else {
                throw LatchkeyError(.invalidSettings, "key: not 32 bytes in base64. Create one with `openssl rand -base64 32`")
            }
            self.master = master
        }

        /// Returns the key as 44 characters of base64, for a file that only its owner can read. The key decrypts every stored
        /// secret.
        public func reveal() -> String { master.revealBase64() }

        /// The type's name and the word `redacted`.
        public var description: String { master.description }

        /// The same as ``description``.
        public var debugDescription: String { master.debugDescription }

        /// A mirror without children.
        public var customMirror: Mirror { master.customMirror }
    }

    /// An apple-app-site-association file without errors.
    public struct AssociationFile: Sendable, Hashable {
        let bytes: [UInt8]

        /// Checks a file. The server serves its bytes unchanged.
        ///
        /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/invalidSettings`` for a file of 128 KiB or more, and for one with
        ///   errors, which devices would silently ignore. The reason has the position, a remedy and the code of the first error.
        public init(_ bytes: some Collection<UInt8>) throws(LatchkeyError) {
            guard bytes.count < WellKnownConfiguration.associationLimit else {
                throw LatchkeyError(.invalidSettings, "associationFile: the file must be smaller than 128 KiB")
            }
            if let error = AssociatedDomains.AssociationFile.lint(bytes).first(where: { $0.severity == .error }) {
                throw LatchkeyError(
                    .invalidSettings, "associationFile: \(error) \(error.remedy) (\(error.code.rawValue))")
            }
            self.bytes = Array(bytes)
        }
    }

    /// Rules for new passwords.
    public struct PasswordRules: Sendable, Hashable, CustomStringConvertible {
        let requirements: PasswordRequirements

        /// `allowed: unicode; minlength: 12; maxlength: 1024;`
        public static let standard = PasswordRules(requirements: .standard)

        private init(requirements: PasswordRequirements) {
            self.requirements = requirements
        }

        /// Parses rules in the language of the `passwordrules` attribute.
        ///
        /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/invalidSettings`` for malformed rules, for rules that no password
        ///   satisfies, and for a missing `minlength` or `maxlength`: `minlength` must be 8 to 128 and `maxlength` 64 to 4,096.
        public init(_ text: String) throws(LatchkeyError) {
            do throws(PasswordRequirementsError) {
                requirements = try PasswordRequirements(text)
            } catch {
                throw LatchkeyError(.invalidSettings, "passwordRules: \(error); \(error.remedy)")
            }
        }

        /// The rules in canonical form.
        public var description: String { requirements.text }
    }

    /// A proxy in front of the application, or a network of proxies.
    public struct Proxy: Sendable, Hashable, CustomStringConvertible {
        let network: IPNetwork

        /// Parses an address such as `192.0.2.1` or a network such as `10.0.0.0/8`.
        ///
        /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/invalidSettings`` for any other text, and for a network that
        ///   includes clients: an IPv4 prefix shorter than 8 bits or an IPv6 prefix shorter than 16.
        public init(_ text: String) throws(LatchkeyError) {
            guard let network = try? IPNetwork(text) else {
                throw LatchkeyError(.invalidSettings, "trustedProxies: \(text) is not an address or a network")
            }
            guard !network.isTooWide else {
                throw LatchkeyError(.invalidSettings, "trustedProxies: \(text) includes clients. List only your proxies")
            }
            self.network = network
        }

        /// The address or network in canonical form.
        public var description: String { network.description }
    }
}
