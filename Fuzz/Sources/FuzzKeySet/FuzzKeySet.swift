internal import AppleIdentity
internal import FoundationEssentials
internal import FuzzInput

/// Parses a key set: each key ID is unique, the limits hold, and a cache's record of it restores the same keys.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeySet(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    guard let set = try? AppleKeySet(bytes) else { return 0 }
    promise(bytes.count <= AppleKeySet.maximumByteCount, "a set has no more bytes than the limit")
    promise(set.keys.count + set.skipped.count <= AppleKeySet.maximumKeyCount, "a set has no more keys than the limit")
    promise(Set(set.keys.map(\.keyID)).count == set.keys.count, "each name is unique")
    for key in set.keys {
        promise(!key.keyID.isEmpty && set[key.keyID]?.algorithm == key.algorithm, "a key is found by its name")
    }
    for skipped in set.skipped {
        promise((0..<AppleKeySet.maximumKeyCount).contains(skipped.position), "a skipped key has a place in the set")
    }

    let (kept, restored) = (emptyCache(), emptyCache())
    kept.preload(set, fetchedAt: now)
    promise((try? restored.restore(kept.record)) != nil, "a record reads back")
    promise(restored.status.keyIDs == set.keys.map(\.keyID) && restored.record == kept.record, "a record restores what it kept")
    _ = try? restored.restore(bytes)
    return 0
}

private let now = Date(timeIntervalSince1970: 1_760_000_000)

private func emptyCache() -> AppleKeyCache { AppleKeyCache(transport: NoTransport(), clock: { now }) }

/// Has no connection.
private struct NoTransport: AppleTransport {
    struct Unreachable: Error {}

    func send(_: AppleRequest) async throws -> AppleResponse { throw Unreachable() }
}
