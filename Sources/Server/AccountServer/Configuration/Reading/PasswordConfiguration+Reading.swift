package import Accounts
import PasswordHashing
import PasswordStrength

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
