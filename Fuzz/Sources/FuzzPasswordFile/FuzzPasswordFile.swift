internal import Foundation
internal import FuzzInput
internal import PasswordManager

private let phone = DeviceName(rawValue: "phone")
private let now = Date(timeIntervalSince1970: 1_800_000_000)

/// Parses a file of passwords: an error has a position; every account is unique, in the order of the file; and imported entries are
/// the same after they were exported in any format and parsed again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPasswordFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    let lines = bytes.count { $0 == 0x0A } + 1
    let file: PasswordImport
    do throws(CSVError) {
        file = try PasswordImport(bytes)
    } catch {
        promise((1...lines).contains(error.line) && (1...bytes.count + 1).contains(error.column), "a rejection has its place")
        return 0
    }
    for skipped in file.skipped {
        promise((1...lines).contains(skipped.line) && skipped.column >= 1, "what is left out has its place")
        promise(!skipped.description.contains("\n"), "a reason is a line")
    }
    promise(Set(file.entries.map(\.id)).count == file.entries.count, "every account is unique")
    promise(file.entries.map(\.line) == file.entries.map(\.line).sorted(), "the order is that of the file")
    guard let phone else { fatalError("a phone has a name") }
    let store = InMemoryCredentialStore(device: phone)
    guard let plan = try? ImportPlan(file, into: store), (try? plan.apply(to: store, on: .useImported, at: now)) != nil,
        let saved = try? store.credentials()
    else { fatalError("a store in memory can be written") }
    promise(saved.count == file.entries.count && plan.new == file.entries, "everything is imported")
    for format in PasswordFileFormat.allCases { checkAgain(saved, format) }
    return 0
}

private func checkAgain(_ saved: [SavedCredential], _ format: PasswordFileFormat) {
    let bytes = PasswordExport(saved, as: format).bytes
    guard let again = try? PasswordImport(bytes) else {
        fatalError("what is written can be read")
    }
    promise(again.skipped.isEmpty, "nothing that was written is left out")
    promise(again.entries.map(\.id) == saved.map(\.id), "the accounts are the same")
    promise(again.entries.map(\.password) == saved.map(\.password), "the passwords are the same")
    guard format != .firefox else { return }
    promise(again.entries.map(\.notes) == saved.map(\.notes), "the notes are the same")
}
