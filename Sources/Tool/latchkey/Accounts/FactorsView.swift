import Accounts
import JSONText

/// The second factors of an account as the operator sees them: kinds, names and dates. Nothing of what they prove with.
struct FactorsView {
    private let since: Timestamp?
    private let totp: Timestamp?
    private let deviceKeys: [DeviceKey]
    private let recoveryCodes: Int

    init(of account: Account, in store: any AccountStores) async throws {
        let factors = try await store.secondFactors(of: account.id)
        since = account.secondFactorSince
        totp = try await store.totp(of: account.id)?.confirmedAt
        deviceKeys = factors.deviceKeys
        recoveryCodes = factors.recoveryCodes
    }

    /// In one line.
    var summary: String {
        var parts: [String] = totp == nil ? [] : ["a generator of one-time codes"]
        if !deviceKeys.isEmpty { parts.append("\(deviceKeys.count) device " + (deviceKeys.count == 1 ? "key" : "keys")) }
        parts.append("\(recoveryCodes) recovery " + (recoveryCodes == 1 ? "code" : "codes"))
        return parts.joined(separator: ", ")
    }

    /// As lines below those of the account; none where it has no factor.
    var lines: [String] {
        guard let since else { return ["second factors    (none)"] }
        return ["second factors    since \(since)"]
            + (totp.map { ["  one-time codes  added \($0)"] } ?? [])
            + deviceKeys.map { key in
                "  device key      added \(key.createdAt)  last used \(key.lastUsedAt?.description ?? "(never)")  \(key.name)"
                    + (key.attestedBy.map { "  by the TPM \($0)" } ?? "")
            } + ["  recovery codes  \(recoveryCodes)"]
    }

    var json: JSONValue {
        [
            "since": since.map { .string($0.description) } ?? .null,
            "totp": totp.map { ["addedAt": .string($0.description)] } ?? .null,
            "deviceKeys": .array(
                deviceKeys.map { key in
                    [
                        "id": .string(key.id.description), "name": .string(key.name),
                        "createdAt": .string(key.createdAt.description),
                        "lastUsedAt": key.lastUsedAt.map { .string($0.description) } ?? .null,
                        "attestedBy": key.attestedBy.map { .string($0.description) } ?? .null,
                    ]
                }),
            "recoveryCodes": .integer(recoveryCodes),
        ]
    }
}
