internal import DeviceProtocol
internal import Foundation
internal import FuzzInput
internal import OpenLocalAuthentication
internal import OpenSecurity
internal import SampleDevice

nonisolated(unsafe) private var sample: SampleDevice?

/// Calls the keychain's functions with arbitrary dictionaries. The first byte chooses the user's behaviour; each call has a
/// dictionary.
///
/// Each call ends with a status that has a text. An added item is found by its attributes; a failed addition leaves nothing; a
/// deleted item is not found.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzItemQuery(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = FuzzChoices(FuzzInput(start, count).bytes)
    guard let device = sample ?? (try? SampleDevice()) else { fatalError("there is no device") }
    sample = device
    device.begin(choices.one(of: SamplePerson.Habit.allCases))
    LAEnvironment.$ofTask.withValue(LAEnvironment(device: device.link)) {
        CurrentDevice.$link.withValue(device.link) {
            for _ in 0..<16 where !choices.isAtEnd { call(&choices) }
        }
    }
    device.end()
    return 0
}

private func call(_ choices: inout FuzzChoices) {
    let kind = choices.byte() % 4
    let dictionary = DictionaryChoice.dictionary(&choices)
    var result: CFTypeRef?
    switch kind {
    case 0: checkAddition(dictionary)
    case 1:
        let status = checked(SecItemCopyMatching(dictionary, &result))
        promise(status == errSecSuccess || result == nil, "what fails gives nothing")
    case 2: _ = checked(SecItemUpdate(dictionary, DictionaryChoice.dictionary(&choices)))
    default:
        guard checked(SecItemDelete(dictionary)) == errSecSuccess else { return }
        promise(checked(SecItemCopyMatching(dictionary, nil)) != errSecSuccess, "what was deleted is not found")
    }
}

private func checked(_ status: OSStatus) -> OSStatus {
    promise(SecCopyErrorMessageString(status, nil) != nil, "status \(status) has a text")
    // The device is available, and no call of an app makes it fail.
    promise(status != errSecNotAvailable && status != errSecInternalComponent, "status \(status) is not caused by an app")
    return status
}

private func checkAddition(_ dictionary: NSDictionary) {
    let query = copy(of: dictionary)
    for name in [
        kSecValueData, kSecReturnAttributes, kSecReturnData, kSecReturnRef, kSecReturnPersistentRef, kSecAttrAccessControl,
        kSecMatchLimit,
        kSecUseAuthenticationContext,
        // Items of the broker.
        kSecAttrCreationDate, kSecAttrModificationDate,
    ] {
        query.removeObject(forKey: name)
    }
    // The label of a key follows from the key, but an app may have set another.
    guard dictionary[kSecValueRef] == nil || dictionary[kSecAttrApplicationLabel] == nil else {
        _ = checked(SecItemAdd(dictionary, nil))
        return
    }
    let all = copy(of: query)
    all[kSecMatchLimit] = kSecMatchLimitAll
    let before = references(all)
    var result: CFTypeRef?
    let status = checked(SecItemAdd(dictionary, &result))
    if status != errSecSuccess {
        promise(result == nil, "what fails gives nothing")
        promise(references(all) == before, "what cannot be added leaves nothing")
        return
    }
    promise(references(all).count == before.count + 1, "what was added is found")
}

/// The results of a query, without opening any item.
private func references(_ query: NSDictionary) -> Set<Data> {
    let query = copy(of: query)
    query[kSecReturnPersistentRef] = NSNumber(value: true)
    var found: CFTypeRef?
    guard checked(SecItemCopyMatching(query, &found)) == errSecSuccess, let list = found as? [Data] else { return [] }
    return Set(list)
}

private func copy(of dictionary: NSDictionary) -> NSMutableDictionary {
    guard let copy = dictionary.mutableCopy() as? NSMutableDictionary else { fatalError("a dictionary can be copied") }
    return copy
}
