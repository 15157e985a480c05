import AssociatedDomains
import DeviceBroker
import DeviceServices
import Dispatch
public import Foundation
import PasswordManager

/// Export and import of saved passwords in the file formats of browsers, and of all credentials in the format of password managers. The
/// user authenticates first.
extension Phone {
    /// The browser format of a password file.
    public enum PasswordFile: String, Codable, Hashable, Sendable, CaseIterable {
        /// Chrome, Edge and other Chromium browsers.
        case chromium
        /// Safari and the Passwords app.
        case safari
        case firefox
    }

    /// The result of an import.
    public struct ImportedPasswords: Hashable, Codable, Sendable {
        /// The number of saved new passwords.
        public var new: Int
        /// The number of passwords that were already saved.
        public var known: Int
        /// The number of replaced passwords; the former password is in the history.
        public var replaced: Int
        /// The number of accounts with a different saved password, which was kept.
        public var kept: Int
        /// The rejected lines, each with its number and the reason, without contents of the file.
        public var skipped: [String]
        /// The number of one-time-password keys in the file, which are not imported.
        public var oneTimeKeysLeftOut: Int
    }

    /// Returns every saved password as a CSV file, after the owner authenticated. The file contains the passwords in plain text,
    /// and a spreadsheet could interpret some of them as formulas.
    ///
    /// - Throws: If the phone is locked, if authentication fails or the user cancels, and if the passwords cannot be read.
    public func exportPasswords(as form: PasswordFile = .safari) async throws(PhoneError) -> Data {
        try await asOwner(for: .exportPasswords) { phone throws(PhoneError) in
            do throws(CredentialStoreError) {
                return Data(PasswordExport(try phone.device.passwords.credentials(), as: form.format).bytes)
            } catch {
                throw PhoneError(.failed, "could not read the passwords: \(error)")
            }
        }
    }

    /// Saves the passwords of a CSV file in any of these formats, after the owner authenticated. Importing the same file again
    /// changes nothing.
    ///
    /// - Parameter replacing: Whether the file's password replaces a different saved password of the same user name and site.
    /// - Throws: If the file is malformed, with line and column; and the errors of ``exportPasswords(as:)``.
    public func importPasswords(_ file: Data, replacing: Bool = false) async throws(PhoneError) -> ImportedPasswords {
        let read: PasswordImport
        do throws(CSVError) {
            read = try PasswordImport(file)
        } catch {
            throw PhoneError(.failed, "the file is not a table of passwords: \(error)")
        }
        return try await asOwner(for: .importPasswords) { phone throws(PhoneError) in
            do throws(CredentialStoreError) {
                let plan = try phone.plan(read)
                try phone.apply(plan, replacing)
                let conflicts = plan.conflicting.count
                return ImportedPasswords(
                    new: plan.new.count, known: plan.known.count, replaced: replacing ? conflicts : 0,
                    kept: replacing ? 0 : conflicts, skipped: read.skipped.map(\.description),
                    oneTimeKeysLeftOut: read.oneTimeKeysLeftOut)
            } catch {
                throw PhoneError(.failed, "could not save the passwords: \(error)")
            }
        }
    }

    /// All credentials in a file.
    public struct ExportedCredentials: Codable, Sendable {
        /// The file: JSON in the Credential Exchange Format 1.0, with passwords and private keys in plain text.
        public var file: Data
        /// The number of passwords.
        public var passwords: Int
        /// The number of passkeys.
        public var passkeys: Int
        /// The number of verification codes.
        public var codes: Int
        /// The number of passkeys that are not in the file, because their site does not accept them or their key stays on the phone.
        public var passkeysLeftOut: Int
    }

    /// The result of an import of credentials, or its preview.
    public struct ImportedCredentials: Hashable, Codable, Sendable {
        /// A credential of the file, compared with those of the phone before the import.
        public struct Entry: Hashable, Codable, Sendable {
            /// A kind of credential.
            public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
                case password, passkey, code
            }

            /// The comparison with the phone.
            public enum State: String, Hashable, Codable, Sendable, CaseIterable {
                /// The phone had no such credential. An import saves it.
                case new
                /// The phone has the same one.
                case known
                /// The phone had another one for the account. An import keeps it, except for a password that it may replace.
                case different
            }

            /// The kind.
            public var kind: Kind
            /// The user name.
            public var user: String
            /// The site.
            public var site: String
            /// The comparison.
            public var state: State
        }

        /// The credentials.
        public var entries: [Entry]
        /// The parts of the file that are not imported, each with its path and the reason, without contents of the file.
        public var rejected: [String]
        /// The number of replaced passwords; the former password is in the history.
        public var replaced: Int
        /// Whether nothing was saved.
        public var isPreview: Bool
    }

    /// Returns every password, passkey and verification code, after the owner authenticated. The file contains them in plain text.
    ///
    /// - Throws: If the phone is locked, if authentication fails or the user cancels, and if the credentials cannot be read.
    public func exportCredentials() async throws(PhoneError) -> ExportedCredentials {
        try await asOwner(for: .exportCredentials) { phone throws(PhoneError) in try phone.export() }
    }

    /// Returns the file of ``exportCredentials()`` without another prompt, while the export page of Settings is open and the user has
    /// confirmed the export there (``PhoneView/SettingsView/isExportConfirmed``).
    ///
    /// - Throws: If the user has not confirmed, and if the credentials cannot be read.
    public func confirmedExport() throws(PhoneError) -> ExportedCredentials {
        noticeDevice()
        guard withCore(\.state.isExportConfirmed) else {
            throw PhoneError(.nothingThere, "the user has not confirmed an export")
        }
        return try export()
    }

    private func export() throws(PhoneError) -> ExportedCredentials {
        do throws(ExchangeError) {
            let export = try device.services.exchange.export()
            return ExportedCredentials(
                file: Data(export.file), passwords: export.passwords, passkeys: export.passkeys, codes: export.codes,
                passkeysLeftOut: export.passkeysLeftOut)
        } catch {
            throw PhoneError(.failed, error.description)
        }
    }

    /// Saves the passwords, passkeys and verification codes of a file in the Credential Exchange Format 1.0, after the owner
    /// authenticated. Importing the same file again changes nothing.
    ///
    /// - Parameters:
    ///   - file: At most 8 MiB.
    ///   - replacing: Whether a password of the file replaces a different saved one of the same user name and site. A passkey or code
    ///     never replaces a saved one.
    ///   - isPreview: Whether to compare only, and save nothing.
    /// - Throws: If the file is malformed, with the place; and the errors of ``exportCredentials()``.
    public func importCredentials(
        _ file: Data, replacing: Bool = false, isPreview: Bool = false
    ) async throws(PhoneError) -> ImportedCredentials {
        let document = try Self.document(Array(file))
        return try await asOwner(for: .importCredentials) { phone throws(PhoneError) in
            do throws(ExchangeError) {
                let exchange = phone.device.services.exchange
                let plan = try exchange.plan(document)
                if !isPreview { try exchange.apply(plan, replacing: replacing) }
                return ImportedCredentials(plan, replacing: replacing, isPreview: isPreview)
            } catch {
                throw PhoneError(.failed, error.description)
            }
        }
    }

    /// Parses the text of a file, and shows the user what is new in it. Returns before the user answers.
    ///
    /// - Throws: If the file is malformed, with the place.
    func review(_ file: PrivateText) throws(PhoneError) {
        do throws(PhoneError) {
            let document = try Self.document(Array(file.exposed.utf8))
            guard let exchange = device.services.services.exchange, let caller = DeviceSimulator.caller(PendingPrompt.system) else {
                throw PhoneError(.failed, "the device exchanges no credentials")
            }
            // Without a call, the sheet would leave every app inactive.
            observe(.callBegan(PendingPrompt.system))
            DispatchQueue(label: "phone.import").async { [weak self] in
                let end: PhoneEvent
                do throws(ExchangeError) {
                    end = .importEnded(isSaved: try exchange.importFile(document, by: caller), failure: nil)
                } catch {
                    end = .importEnded(isSaved: false, failure: error.description)
                }
                self?.observe(.callEnded(PendingPrompt.system))
                self?.observe(end)
            }
        } catch {
            observe(.importEnded(isSaved: false, failure: nil))
            throw error
        }
    }

    private static func document(_ bytes: [UInt8]) throws(PhoneError) -> ExchangeDocument {
        do throws(ExchangeError) {
            return try ExchangeDocument(bytes)
        } catch {
            throw PhoneError(.failed, "the file is not in the Credential Exchange Format: \(error)")
        }
    }

    private func plan(_ file: PasswordImport) throws(CredentialStoreError) -> ImportPlan {
        try ImportPlan(file, into: device.services.passwords)
    }

    private func apply(_ plan: ImportPlan, _ replacing: Bool) throws(CredentialStoreError) {
        try plan.apply(
            to: device.services.passwords, on: replacing ? .useImported : .keepSaved, at: device.clock.now)
    }

    /// Authenticates and works on a separate thread, because the user may take long. Cancelling the task ends the prompt.
    private func asOwner<Value: Sendable>(
        for purpose: PhoneView.PromptView.Purpose, _ body: @escaping @Sendable (Phone) throws(PhoneError) -> Value
    ) async throws(PhoneError) -> Value {
        noticeDevice()
        guard !device.isLocked else { throw PhoneError(.locked, "the device is locked") }
        let cancellation = PromptCancellationToken()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, PhoneError>, Never>) in
                DispatchQueue(label: "phone.transfer").async { [self] in
                    continuation.resume(
                        returning: Result { () throws(PhoneError) in
                            guard device.askPresence(PendingPrompt.system, purpose.words, until: cancellation) == .confirmed
                            else { throw PhoneError(.notRecognized, "the user was not authenticated") }
                            return try body(self)
                        })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }
}

extension Phone.PasswordFile {
    fileprivate var format: PasswordFileFormat {
        switch self {
        case .chromium: .chromium
        case .safari: .safari
        case .firefox: .firefox
        }
    }
}

extension Phone.ImportedCredentials {
    fileprivate init(_ plan: ExchangePlan, replacing: Bool, isPreview: Bool) {
        self.init(
            entries: plan.entries.map(Entry.init), rejected: plan.rejected.map(\.description),
            replaced: replacing && !isPreview ? plan.entries.count { $0.kind == .password && $0.state == .different } : 0,
            isPreview: isPreview)
    }
}

extension Phone.ImportedCredentials.Entry {
    fileprivate init(_ entry: ExchangePlan.Entry) {
        self.init(kind: Kind(entry.kind), user: entry.user, site: entry.site, state: State(entry.state))
    }
}

extension Phone.ImportedCredentials.Entry.Kind {
    fileprivate init(_ kind: ExchangePlan.Entry.Kind) {
        self =
            switch kind {
            case .password: .password
            case .passkey: .passkey
            case .code: .code
            }
    }
}

extension Phone.ImportedCredentials.Entry.State {
    fileprivate init(_ state: ExchangePlan.Entry.State) {
        self =
            switch state {
            case .new: .new
            case .known: .known
            case .different: .different
            }
    }
}
