import AssociatedDomains
import Dispatch
public import Foundation
import PasswordManager

/// Export and import of saved passwords in the file formats of browsers. The user authenticates first.
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

    private func plan(_ file: PasswordImport) throws(CredentialStoreError) -> ImportPlan {
        try ImportPlan(file, into: device.services.passwords)
    }

    private func apply(_ plan: ImportPlan, _ replacing: Bool) throws(CredentialStoreError) {
        try plan.apply(
            to: device.services.passwords, on: replacing ? .useImported : .keepSaved, at: device.clock.now)
    }

    /// Authenticates and works on a separate thread, because the user may take long.
    private func asOwner<Value: Sendable>(
        for purpose: PhoneView.PromptView.Purpose, _ body: @escaping @Sendable (Phone) throws(PhoneError) -> Value
    ) async throws(PhoneError) -> Value {
        noticeDevice()
        guard !device.isLocked else { throw PhoneError(.locked, "the device is locked") }
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, PhoneError>, Never>) in
            DispatchQueue(label: "phone.transfer").async { [self] in
                continuation.resume(
                    returning: Result { () throws(PhoneError) in
                        guard device.askPresence(PendingPrompt.system, purpose.words) == .confirmed else {
                            throw PhoneError(.notRecognized, "the user was not authenticated")
                        }
                        return try body(self)
                    })
            }
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
