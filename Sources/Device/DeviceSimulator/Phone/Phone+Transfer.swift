import AssociatedDomains
import Dispatch
public import Foundation
import PasswordManager

/// Saved passwords as files that browsers read and write. The phone asks the person who they are first, at a prompt that waits for an answer.
extension Phone {
    /// Which browsers' form a file of passwords has.
    public enum PasswordFile: String, Codable, Hashable, Sendable, CaseIterable {
        /// Chrome, Edge and their kin.
        case chromium
        /// Safari and Passwords.
        case safari
        case firefox
    }

    /// What became of a file of passwords that was taken over.
    public struct ImportedPasswords: Hashable, Codable, Sendable {
        /// How many were saved that were not there.
        public var new: Int
        /// How many were there with the same password.
        public var known: Int
        /// How many took the place of another password, which stands in the history.
        public var replaced: Int
        /// How many have another password here, which was kept.
        public var kept: Int
        /// The lines that were not taken, each with its number and why. Nothing of the file is quoted.
        public var skipped: [String]
        /// How many keys of one-time passwords the file has, which are not taken.
        public var oneTimeKeysLeftOut: Int
    }

    /// Gives out every saved password as a CSV file, after the owner has shown who they are. Whoever has the file has the passwords; a spreadsheet would take
    /// some of them for formulas.
    ///
    /// - Throws: Where the phone is locked, the person is not the owner or cancels, and where the passwords cannot be read.
    public func exportPasswords(as form: PasswordFile = .safari) async throws(PhoneRefusal) -> Data {
        try await asOwner(for: "Export your passwords") { phone throws(PhoneRefusal) in
            do throws(CredentialStoreError) {
                return Data(PasswordExport(try phone.device.passwords.credentials(), as: form.format).bytes)
            } catch {
                throw PhoneRefusal(.failed, "the passwords cannot be read: \(error)")
            }
        }
    }

    /// Saves the passwords of a CSV file of any of these forms, after the owner has shown who they are. The same file again changes nothing.
    ///
    /// - Parameter replacing: Whether the file's password counts where another one is saved for the same user name and site.
    /// - Throws: Where the file is none, with line and column; and as ``exportPasswords(as:)`` does.
    public func importPasswords(_ file: Data, replacing: Bool = false) async throws(PhoneRefusal) -> ImportedPasswords {
        let read: PasswordImport
        do throws(CSVError) {
            read = try PasswordImport(file)
        } catch {
            throw PhoneRefusal(.failed, "the file is no table of passwords: \(error)")
        }
        return try await asOwner(for: "Import passwords") { phone throws(PhoneRefusal) in
            do throws(CredentialStoreError) {
                let plan = try phone.plan(read)
                try phone.apply(plan, replacing)
                let conflicts = plan.conflicting.count
                return ImportedPasswords(
                    new: plan.new.count, known: plan.known.count, replaced: replacing ? conflicts : 0,
                    kept: replacing ? 0 : conflicts, skipped: read.skipped.map(\.description),
                    oneTimeKeysLeftOut: read.oneTimeKeysLeftOut)
            } catch {
                throw PhoneRefusal(.failed, "the passwords cannot be saved: \(error)")
            }
        }
    }

    private func plan(_ file: PasswordImport) throws(CredentialStoreError) -> ImportPlan {
        try ImportPlan(file, into: device.services.passwords)
    }

    private func apply(_ plan: ImportPlan, _ replacing: Bool) throws(CredentialStoreError) {
        try plan.apply(
            to: device.services.passwords, on: replacing ? .takeImported : .keepSaved, at: device.clock.now)
    }

    /// Asks and works on a thread of its own: the answer may take as long as a person takes.
    private func asOwner<Value: Sendable>(
        for reason: String, _ body: @escaping @Sendable (Phone) throws(PhoneRefusal) -> Value
    ) async throws(PhoneRefusal) -> Value {
        noticeDevice()
        guard !device.isLocked else { throw PhoneRefusal(.locked, "the device is locked") }
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, PhoneRefusal>, Never>) in
            DispatchQueue(label: "phone.transfer").async { [self] in
                continuation.resume(
                    returning: Result { () throws(PhoneRefusal) in
                        guard device.askPresence(StandingPrompt.system, reason) == .confirmed else {
                            throw PhoneRefusal(.notRecognized, "the owner has not shown who they are")
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
