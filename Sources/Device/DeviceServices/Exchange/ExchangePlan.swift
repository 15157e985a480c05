import AssociatedDomains
import PasswordManager
import Secrets

/// The effects of importing a document, shown before the import.
package struct ExchangePlan: Sendable {
    /// A credential of the document, compared with those of the device.
    package struct Entry: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case password, passkey, code
        }

        package enum State: String, Hashable, Sendable, CaseIterable {
            /// The device has no such credential.
            case new
            /// The device has the same one.
            case known
            /// The device has another one for the account.
            case different
        }

        package let kind: Kind
        package let user: String
        package let site: String
        package let state: State
    }

    let passwords: ImportPlan
    let newPasskeys: [PasskeyRecord]
    let newCodes: [VerificationCode]
    /// The credentials by kind, in the order of the document.
    package let entries: [Entry]
    /// The parts of the document that are not imported.
    package let rejected: [ExchangeRejection]

    init(
        _ document: ExchangeDocument, passwords: ImportPlan, passkeys: [PasskeyRecord], codes: [VerificationCode]
    ) {
        var entries: [Entry] = []
        for (group, state) in [(passwords.new, Entry.State.new), (passwords.known, .known), (passwords.conflicting, .different)] {
            entries += group.map { Entry(.password, $0.id, state) }
        }
        let byName = Dictionary(passkeys.map { (Name($0), $0) }) { first, _ in first }
        let byCredentialID = Dictionary(passkeys.map { (Key($0), $0) }) { first, _ in first }
        var newPasskeys: [PasskeyRecord] = []
        for passkey in document.passkeys {
            let saved = byName[Name(passkey)] ?? byCredentialID[Key(passkey)]
            if saved == nil { newPasskeys.append(passkey) }
            entries.append(Entry(passkey, saved.map { $0.isSame(as: passkey) ? Entry.State.known : .different } ?? .new))
        }
        let savedCodes = Dictionary(codes.map { ($0.id, $0) }) { first, _ in first }
        var newCodes: [VerificationCode] = []
        for code in document.codes {
            let saved = savedCodes[code.id]
            if saved == nil { newCodes.append(code) }
            entries.append(Entry(.code, code.id, saved.map { $0.generatesSame(as: code) ? Entry.State.known : .different } ?? .new))
        }
        self.passwords = passwords
        self.newPasskeys = newPasskeys
        self.newCodes = newCodes
        self.entries = entries
        rejected = document.rejected
    }

    /// The numbers for the sheet.
    package var counts: ImportCounts {
        func count(_ state: Entry.State) -> Int { entries.count { $0.state == state } }
        return ImportCounts(new: count(.new), known: count(.known), different: count(.different), rejected: rejected.count)
    }

    /// The sites of the new credentials, each once, in the order of the entries.
    package var newSites: [String] {
        var seen: Set<String> = []
        return entries.filter { $0.state == .new && seen.insert($0.site).inserted }.map(\.site)
    }

    /// The relying party and user handle, of which the device keeps one passkey.
    private struct Name: Hashable {
        let site: String
        let userHandle: [UInt8]

        init(_ record: PasskeyRecord) {
            site = record.passkey.relyingParty
            userHandle = record.userHandle
        }
    }

    private struct Key: Hashable {
        let site: String
        let credentialID: [UInt8]

        init(_ record: PasskeyRecord) {
            site = record.passkey.relyingParty
            credentialID = record.passkey.credentialID
        }
    }
}

/// The numbers of credentials in a document that an app passes to the device.
package struct ImportCounts: Hashable, Sendable {
    package let new: Int
    package let known: Int
    /// The number of accounts whose saved credential differs. The device keeps its own.
    package let different: Int
    package let rejected: Int

    package init(new: Int, known: Int, different: Int, rejected: Int) {
        self.new = new
        self.known = known
        self.different = different
        self.rejected = rejected
    }
}

extension ExchangePlan.Entry {
    fileprivate init(_ kind: Kind, _ id: CredentialID, _ state: State) {
        self.init(kind: kind, user: id.user, site: id.server.text, state: state)
    }

    fileprivate init(_ passkey: PasskeyRecord, _ state: State) {
        self.init(kind: .passkey, user: passkey.passkey.userName, site: passkey.passkey.relyingParty, state: state)
    }
}

extension PasskeyRecord {
    /// Returns whether the other one is the same passkey: times, name and acceptance can differ.
    fileprivate func isSame(as other: PasskeyRecord) -> Bool {
        passkey.credentialID == other.passkey.credentialID && userHandle == other.userHandle
            && constantTimeEquals(privateKey, other.privateKey)
    }
}

extension VerificationCode {
    /// Returns whether both keys give the same codes.
    fileprivate func generatesSame(as other: VerificationCode) -> Bool {
        constantTimeEquals(Array(secret.utf8), Array(other.secret.utf8)) && algorithm == other.algorithm && digits == other.digits
            && period == other.period
    }
}
