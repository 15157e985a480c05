import Accounts
import AssociatedDomains
import InternetAddresses
import Secrets

/// What an application decides when it mounts the account server. All else has the defaults of docs/configuration.md; who needs more
/// runs `latchkey serve` with a configuration file beside the application.
public struct LatchkeySettings: Sendable {
    /// Where people reach the application: `https://example.com`, or an http origin of this machine while developing. Cookie names,
    /// `Secure` and redirects follow from it alone.
    public var publicOrigin: PublicOrigin

    /// Shown on pages.
    public var serviceName: String

    /// Seals what is stored; the same at every start. Nil makes a key that lasts for this run, which requires a store in memory:
    /// ``Latchkey/init(_:storage:logger:)`` rejects settings without a key over any other store.
    public var key: Key?

    /// Keys that ``key`` replaced. They open what they sealed until the server has sealed it again under ``key``, which the service of
    /// ``Latchkey/services`` does after each start.
    public var previousKeys: [Key] = []

    /// The apple-app-site-association file to serve, if any: less than 128 KiB, and without errors.
    public var associationFile: [UInt8]?

    /// What new passwords must be, in the language of the `passwordrules` attribute: pages and apps are told the same. With a
    /// `minlength` of 8 to 128 and a `maxlength` of 64 to 4,096.
    public var passwordRules: String

    /// The proxies in front of the application: their `X-Forwarded-For` names the client. Without the proxy's address here all clients
    /// share the budgets of one address.
    public var trustedProxies: [Proxy] = []

    /// Whether `/` is the account server's: it leads to the account, or to sign-in. Set it to false for an application that has a home
    /// page of its own.
    public var claimsHome = true

    /// How many hash at one time, 19 MiB each; nil for one for each processor.
    public var hashingThreads: Int?

    /// - Parameters:
    ///   - publicOrigin: see ``publicOrigin``.
    ///   - serviceName: see ``serviceName``.
    ///   - key: see ``key``.
    public init(publicOrigin: PublicOrigin, serviceName: String = "Latchkey", key: Key? = nil) {
        self.publicOrigin = publicOrigin
        self.serviceName = serviceName
        self.key = key
        passwordRules = PasswordRequirements.standard.text
    }

    func configuration() throws -> ServerConfiguration {
        let keys = MasterKeys(
            current: key?.master ?? MasterKey.random(SystemRandomBytes()), previous: previousKeys.map(\.master))
        var configuration = ServerConfiguration(publicOrigin: publicOrigin, keys: keys)
        configuration.ownsListener = false
        configuration.trustedProxies = trustedProxies.map(\.network)
        configuration.site.name = serviceName
        configuration.site.claimsHome = claimsHome
        configuration.wellKnown.association = try checkedAssociationFile()
        configuration.passwords.rules = try passwordRequirements()
        configuration.hashing.threads = hashingThreads
        // A page for developers is nothing that an application expects among its own; the other ones are off unless wanted.
        configuration.tools.servesPasswordRules = false
        return configuration
    }

    private func passwordRequirements() throws -> PasswordRequirements {
        do {
            return try PasswordRequirements(passwordRules)
        } catch {
            throw LatchkeyError(.invalidSettings, "passwordRules: \(error); \(error.remedy)")
        }
    }

    private func checkedAssociationFile() throws -> [UInt8]? {
        guard let file = associationFile else { return nil }
        guard file.count < WellKnownConfiguration.associationLimit else {
            throw LatchkeyError(.invalidSettings, "associationFile: not less than 128 KiB")
        }
        if let error = AssociationFile.lint(file).first(where: { $0.severity == .error }) {
            throw LatchkeyError(
                .invalidSettings,
                "associationFile: \(error.position): \(error.message) \(error.remedy) (\(error.code.rawValue))")
        }
        return file
    }
}

extension LatchkeySettings {
    /// The secret of a deployment: 32 random bytes. It prints nothing.
    public struct Key: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        let master: MasterKey

        /// A new key, to be stored by ``reveal()`` and used at every start.
        public static func random() -> Key { Key(master: MasterKey.random(SystemRandomBytes())) }

        private init(master: MasterKey) { self.master = master }

        /// Reads a key: 32 bytes in base64 or base64url, as `openssl rand -base64 32` and ``reveal()`` write it, without white space.
        ///
        /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/invalidSettings`` for any other text.
        public init(_ text: String) throws(LatchkeyError) {
            guard let master = MasterKey(base64: text) else {
                throw LatchkeyError(.invalidSettings, "key: not 32 bytes in base64; openssl rand -base64 32 makes one")
            }
            self.master = master
        }

        /// The key as text, 44 characters of base64, for a file that only its owner can read. It opens everything that is sealed under it.
        public func reveal() -> String { master.revealBase64() }

        /// The type's name and the word `redacted`.
        public var description: String { master.description }

        /// The same as ``description``.
        public var debugDescription: String { master.debugDescription }

        /// A mirror without children.
        public var customMirror: Mirror { master.customMirror }
    }

    /// A proxy in front of the application, or a network of proxies.
    public struct Proxy: Sendable, Hashable, CustomStringConvertible {
        let network: IPNetwork

        /// Reads an address such as `192.0.2.1`, or a network such as `10.0.0.0/8`.
        ///
        /// - Throws: ``LatchkeyError`` with ``LatchkeyError/Code/invalidSettings`` for any other text, and for a network so wide that it
        ///   contains clients: wider than 8 bits of IPv4 or 16 of IPv6.
        public init(_ text: String) throws(LatchkeyError) {
            guard let network = try? IPNetwork(text) else {
                throw LatchkeyError(.invalidSettings, "trustedProxies: \(text) is not an address or a network")
            }
            guard !network.isTooWide else {
                throw LatchkeyError(.invalidSettings, "trustedProxies: \(text) contains clients; name your proxies alone")
            }
            self.network = network
        }

        /// The address or network in its one spelling.
        public var description: String { network.description }
    }
}
