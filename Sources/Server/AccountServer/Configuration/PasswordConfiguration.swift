package import Accounts
package import PasswordHashing
import PasswordStrength

/// What new passwords must be.
package struct PasswordConfiguration: Hashable, Sendable {
    /// The rules that pages and apps are told and passwords are held to.
    package var rules = PasswordRequirements.standard
    /// The least zxcvbn score, 0 to 4.
    package var minimumScore = 3
    /// Words that no password contains, besides those of the site.
    package var contextWords: [String] = []
    /// A file of further passwords to refuse, one a line, in UTF-8.
    package var commonPasswordsFile: String?
    /// A folder of published ranges of leaked passwords to refuse.
    package var leakedFolder: String?
    /// The online service of leaked passwords to refuse, in place of a folder.
    package var leakedService = LeakedServiceConfiguration()

    package init() {}
}

/// The online range API of leaked passwords. Off unless an address is set: nothing is looked up over the network by default.
package struct LeakedServiceConfiguration: Hashable, Sendable {
    /// What holds when the service does not answer.
    package enum Failure: String, CaseIterable, Hashable, Sendable {
        /// New passwords are refused for the moment: 503. An unanswered question is not taken for a good password.
        case closed
        /// They are taken, and the log says so.
        case open
    }

    /// Where `/range/` and five digits are appended to; nil for no look-up.
    package var address: String?
    /// From the beginning of a look-up to its end.
    package var timeout: Duration = .seconds(3)
    package var failure: Failure = .closed

    package init() {}
}

/// What a password hash costs, and how many are computed at a time.
package struct HashingConfiguration: Hashable, Sendable {
    package var parameters: Argon2idParameters = .standard
    /// How many hash at one time; nil for one for each processor.
    package var threads: Int?
    /// How many may wait beyond those.
    package var queueLength = 64

    package init() {}
}

extension PasswordConfiguration {
    /// Refuses a list of common passwords that cannot be taken whole, and a folder that leaked passwords cannot be looked up in.
    init(reading reader: inout SettingsReader) {
        self.init()
        rules = reader.value(Settings.passwordRules)
        minimumScore = reader.value(Settings.minimumScore)
        contextWords = reader.value(Settings.contextWords)
        if let short = contextWords.first(where: { $0.unicodeScalars.count < ContextWords.minimumLength }) {
            reader.report(
                Settings.contextWords.key, "\(short) is in too many passwords", "list words of three characters or more")
        }
        commonPasswordsFile = reader.path(Settings.commonPasswordsFile)
        leakedFolder = reader.path(Settings.leakedFolder)
        leakedService = LeakedServiceConfiguration(reading: &reader)
        if leakedFolder != nil, leakedService.address != nil {
            reader.report(Settings.leakedService.key, "passwords.leakedFolder is set too", "keep one of the two")
        }
        if let commonPasswordsFile {
            do {
                _ = try CommonPasswords(fileAt: commonPasswordsFile)
            } catch {
                reader.report(
                    Settings.commonPasswordsFile.key, "\(commonPasswordsFile): \(error)", "one password a line, in UTF-8")
            }
        }
        if let leakedFolder {
            do {
                _ = try LeakedPasswordFolder(path: leakedFolder)
            } catch {
                reader.report(
                    Settings.leakedFolder.key, "\(error)", "the published range files, 00000.txt to FFFFF.txt, in one folder")
            }
        }
    }
}

extension PasswordPolicy {
    /// Reads the part for passwords, and the site where it is set, for commands that need no more: no key is opened. Throws
    /// `ConfigurationProblems` for unknown keys all the same.
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
    /// Refuses costs that nobody should wait for. What is weaker than production allows is taken here: see ``UnsafeConfiguration``.
    init(reading reader: inout SettingsReader) {
        self.init()
        let memory = reader.value(Settings.hashingMemory)
        let passes = reader.value(Settings.hashingPasses)
        threads = reader.value(Settings.hashingThreads)
        queueLength = reader.value(Settings.hashingQueue)
        if !memory.isMultiple(of: 1_024) {
            reader.report(Settings.hashingMemory.key, "\(memory)B is no whole number of KiB", nil)
        }
        parameters = Argon2idParameters(uncheckedMemoryKiB: memory / 1_024, passes: passes)
        if case .workTooLarge(let maximum) = parameters.refusal {
            reader.report(
                Settings.hashingMemory.key, "\(passes) passes over \(memory / 1_024)KiB take too long",
                "memory x hashing.passes is at most \(maximum)KiB")
        }
    }
}

extension Argon2idParameters {
    /// Why production would not take these parameters, or nil.
    var refusal: Argon2idParametersError? {
        do {
            _ = try Argon2idParameters(memoryKiB: memoryKiB, passes: passes)
            return nil
        } catch {
            return error
        }
    }
}
