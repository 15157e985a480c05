internal import FoundationEssentials
internal import JSONText

/// The stored form of a cache's keys.
///
///     {"version":1,"fetchedAt":1700000000,"keys":[…],"retired":[{"since":1700000000,"key":{…}}]}
struct KeyRecord {
    let current: [AppleKey]
    let retired: [KeyCacheState.RetiredKey]
    let fetchedAt: Date

    /// The limits of a record: room for the keys that retire within a day.
    private static let limits = JSONLimits(maximumBytes: 4 << 20, maximumDepth: 16)

    init(_ state: KeyCacheState) {
        current = state.current
        retired = state.retired
        fetchedAt = state.fetchedAt ?? Date(timeIntervalSince1970: 0)
    }

    init(_ record: [UInt8]) throws(AppleIdentityError) {
        let root: JSONNode
        do {
            root = try JSONText.parse(record, limits: Self.limits).root
        } catch {
            throw AppleIdentityError(
                .malformedKeySet, "The record is not JSON: \(error.reason) at byte \(error.position.offset).",
                position: error.position.offset)
        }
        guard root["version"]?.number?.int == 1, let fetchedAt = Self.date(root["fetchedAt"]),
            let retired = root["retired"]?.elements
        else { throw AppleIdentityError(.malformedKeySet, "The record is malformed or has another version.", position: 0) }
        current = try AppleKeySet(root).keys
        self.fetchedAt = fetchedAt
        var read: [KeyCacheState.RetiredKey] = []
        for element in retired {
            guard let since = Self.date(element["since"]), let node = element["key"], let keyID = node["kid"]?.string,
                let key = try? VerificationKey(node)
            else {
                throw AppleIdentityError(
                    .malformedKeySet, "A retired key of the record is malformed.", position: element.sourceRange.lowerBound)
            }
            read.append(KeyCacheState.RetiredKey(key: AppleKey(keyID: keyID, key: key), since: since))
        }
        self.retired = read
    }

    var json: [UInt8] {
        let value: JSONValue = [
            "version": 1, "fetchedAt": Self.seconds(fetchedAt), "keys": .array(current.map(\.json)),
            "retired": .array(retired.map { ["since": Self.seconds($0.since), "key": $0.key.json] }),
        ]
        return value.bytes()
    }

    private static func seconds(_ date: Date) -> JSONValue {
        .integer(Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0)
    }

    private static func date(_ node: JSONNode?) -> Date? {
        node?.number?.int64.map { Date(timeIntervalSince1970: Double($0)) }
    }
}

extension AppleKey {
    /// The key as a member of a key set.
    var json: JSONValue {
        var object = JSONObject([("kid", .string(keyID)), ("alg", .string(algorithm.rawValue)), ("use", "sig")])
        for member in key.members.members { object[member.name] = member.value }
        return .object(object)
    }
}
