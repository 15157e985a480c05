package import Accounts
package import PasswordHashing
import PasswordStrength

/// The requirements for new passwords.
package struct PasswordConfiguration: Hashable, Sendable {
    /// The rules that pages and apps receive and that passwords must satisfy.
    package var rules = PasswordRequirements.standard
    /// The minimum zxcvbn score, 0 to 4.
    package var minimumScore = 3
    /// Words that a password must not contain, in addition to those of the site.
    package var contextWords: [String] = []
    /// A file of additional passwords to reject, one a line, in UTF-8.
    package var commonPasswordsFile: String?
    /// A folder of published ranges of leaked passwords to reject.
    package var leakedFolder: String?
    /// The online service of leaked passwords to reject, as an alternative to the folder.
    package var leakedService = LeakedServiceConfiguration()

    package init() {}
}

/// The online range API of leaked passwords. Off unless an address is set: by default the server sends no request.
package struct LeakedServiceConfiguration: Hashable, Sendable {
    /// The policy if the service fails.
    package enum Failure: String, CaseIterable, Hashable, Sendable {
        /// Rejects new passwords with 503 until the service responds.
        case closed
        /// Accepts them and logs a warning.
        case open
    }

    /// The base URL to which `/range/` and five digits are appended; nil turns the check off.
    package var address: String?
    /// The time limit of one check.
    package var timeout: Duration = .seconds(3)
    package var failure: Failure = .closed

    package init() {}
}

/// The cost of a password hash and the concurrency of hashing.
package struct HashingConfiguration: Hashable, Sendable {
    package var parameters: Argon2idParameters = .standard
    /// The number of concurrent hashes; nil for one for each processor.
    package var threads: Int?
    /// The number of hashes that may wait in addition.
    package var queueLength = 64

    package init() {}
}

extension PasswordConfiguration {
    /// Rejects an unreadable list of common passwords and an invalid folder of leaked passwords.
    init(reading reader: inout SettingsReader) {
        self.init()
        rules = reader.value(Settings.passwordRules)
        minimumScore = reader.value(Settings.minimumScore)
        contextWords = reader.value(Settings.contextWords)
        if let short = contextWords.first(where: { $0.unicodeScalars.count < ContextWords.minimumLength }) {
            reader.report(
                Settings.contextWords.key, "\(short) occurs in too many passwords", "list words of three characters or more")
        }
        commonPasswordsFile = reader.path(Settings.commonPasswordsFile)
        leakedFolder = reader.path(Settings.leakedFolder)
        leakedService = LeakedServiceConfiguration(reading: &reader)
        if leakedFolder != nil, leakedService.address != nil {
            reader.report(Settings.leakedService.key, "passwords.leakedFolder is also set", "remove one of the two")
        }
        if let commonPasswordsFile {
            do {
                _ = try CommonPasswords(fileAt: commonPasswordsFile)
            } catch {
                reader.report(
                    Settings.commonPasswordsFile.key, "\(commonPasswordsFile): \(error)", "list one password a line, in UTF-8")
            }
        }
        if let leakedFolder {
            do {
                _ = try LeakedPasswordFolder(path: leakedFolder)
            } catch {
                reader.report(
                    Settings.leakedFolder.key, "\(error)", "use a folder with the published range files, 00000.txt to FFFFF.txt")
            }
        }
    }
}

extension PasswordPolicy {
    /// Reads the password settings, and the site's if they are set, for commands that need no keys. Throws
    /// `ConfigurationProblems`, also for unknown keys.
    package init(_ sources: ConfigurationSources) throws {
        var reader = SettingsReader(sources)
        let passwords = PasswordConfiguration(reading: &reader)
        let isSiteSet = reader.place(of: Settings.publicOrigin.key) != nil
        let site = isSiteSet ? SiteConfiguration(reading: &reader) : nil
        if let problems = ConfigurationProblems(reader.problems) { throw problems }
        try self.init(passwords, site: site)
    }
}

extension LeakedServiceConfiguration {
    init(reading reader: inout SettingsReader) {
        self.init()
        address = reader.value(Settings.leakedService)
        timeout = reader.value(Settings.leakedServiceTimeout)
        failure = reader.value(Settings.leakedServiceFailure)
    }
}

extension HashingConfiguration {
    /// Rejects a cost that takes too long. A cost below the production minimum is accepted here; see ``UnsafeConfiguration``.
    init(reading reader: inout SettingsReader) {
        self.init()
        let memory = reader.value(Settings.hashingMemory)
        let passes = reader.value(Settings.hashingPasses)
        threads = reader.value(Settings.hashingThreads)
        queueLength = reader.value(Settings.hashingQueue)
        if !memory.isMultiple(of: 1_024) {
            reader.report(Settings.hashingMemory.key, "\(memory)B is not a whole number of KiB", nil)
        }
        parameters = Argon2idParameters(uncheckedMemoryKiB: memory / 1_024, passes: passes)
        if case .workTooLarge(let maximum) = parameters.rejection {
            reader.report(
                Settings.hashingMemory.key, "\(passes) passes over \(memory / 1_024)KiB take too long",
                "reduce memory x hashing.passes to at most \(maximum)KiB")
        }
    }
}

extension Argon2idParameters {
    /// The reason why production rejects these parameters, or nil.
    var rejection: Argon2idParametersError? {
        do {
            _ = try Argon2idParameters(memoryKiB: memoryKiB, passes: passes)
            return nil
        } catch {
            return error
        }
    }
}
