internal import DeviceProtocol
internal import FuzzInput
internal import PasswordManager

/// `--write-seeds=FOLDER` writes the seeds into a folder, in the current encoding of records.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>>>
)
    -> CInt
{
    FuzzSeeds.writeIfAsked(count, arguments, Seeds.inputs)
    return 0
}

/// Parses two records as devices exchange them, the first with a length prefix of 16 bits: an accepted record has one encoding, and
/// merging is commutative and gives a record.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCredentialRecord(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = FuzzChoices(FuzzInput(start, count).bytes)
    let first = read(choices.block())
    let second = read(choices.rest())
    guard let first, let second else { return 0 }
    let together = first.merged(with: second)
    promise((together == nil) == (first.id != second.id), "records of one account can be joined, and no others")
    promise(second.merged(with: first) == together, "it does not matter who hears of whom")
    guard let together else { return 0 }
    promise(read(together.message) == together, "what two devices know together is a record")
    promise(together.merged(with: first) == together && together.merged(with: second) == together, "nothing new comes twice")
    return 0
}

private func read(_ bytes: [UInt8]) -> CredentialRecord? {
    guard let record = try? CredentialRecord(message: bytes) else { return nil }
    promise(record.message == bytes, "a record has one spelling")
    promise(record.merged(with: record) == record, "a record knows what it knows")
    promise((record.summary == nil) == record.isDeleted, "what is deleted is not listed")
    return record
}
