package import Accounts
package import Logging
package import Secrets
import Synchronization

/// The signing keys of this service, shared by all its servers through the store.
///
/// A key signs for one rotation period. Its successor is created and published one overlap period earlier, so verifiers that
/// fetch the key set within the overlap already know it. Each server reads the store at most once a minute. If two servers rotate
/// at once, one wins.
package final class SigningKeyRing: Sendable {
    private let store: any SigningKeyStore
    private let sealingKeys: SealingKeys
    private let settings: Settings
    private let random: any RandomBytes
    private let logger: Logger
    private let known = Mutex(Known())

    package struct Settings: Sendable {
        package var rotationPeriod: Duration = .seconds(30 * 86_400)
        package var overlap: Duration = .seconds(86_400)
        package var tokenLifetime: Duration = .seconds(300)

        package init() {}
    }

    private struct Known {
        /// Newest first.
        var keys: [SigningKey] = []
        var readAt: Timestamp?
        /// The identifiers of keys that could not be opened and were logged.
        var unopened: Set<String> = []
    }

    /// - Parameter logger: receives one warning for each stored key that cannot be opened.
    package init(
        store: any SigningKeyStore, sealingKeys: SealingKeys, settings: Settings, random: any RandomBytes, logger: Logger
    ) {
        self.store = store
        self.sealingKeys = sealingKeys
        self.settings = settings
        self.random = random
        self.logger = logger
    }

    /// Returns the signing key: the oldest key that still signs, which has been published longest.
    func current(now: Timestamp) async throws -> SigningKey {
        let keys = try await keys(now: now)
        guard let key = keys.last(where: { $0.signsUntil > now }) else {
            throw StoreError(.failed, reason: "no current signing key after rotation. Check the clocks of all servers")
        }
        return key
    }

    /// Returns the key with this identifier if its tokens can still be valid. Reads the store if the key is unknown, because
    /// another server may have created it within the last minute.
    func key(named name: String, now: Timestamp) async throws -> SigningKey? {
        if let key = try await keys(now: now).first(where: { $0.id == name }) { return key }
        return try await read(now: now).first { $0.id == name && $0.verifiesUntil > now }
    }

    /// Returns all keys whose tokens can still be valid, newest first.
    func keys(now: Timestamp) async throws -> [SigningKey] {
        let fresh = known.withLock { known in
            known.readAt.map { now - $0 < Self.readInterval && now >= $0 } == true ? known.keys : nil
        }
        if let fresh { return fresh.filter { $0.verifiesUntil > now } }
        return try await read(now: now)
    }

    private func read(now: Timestamp) async throws -> [SigningKey] {
        var stored = try await store.signingKeys(now: now)
        var keys = opened(stored)
        if !keys.contains(where: { $0.signsUntil - now > settings.overlap }) {
            let key = SigningKey(
                now: now, signingFrom: max(now, keys.first?.signsUntil ?? now), lifetime: settings.rotationPeriod,
                tokenLifetime: settings.tokenLifetime)
            // If another server added a key first, this call adds none and the next read finds that key.
            _ = try await store.add(key.sealed(by: sealingKeys, random: random), ifNewestIs: stored.first?.id)
            stored = try await store.signingKeys(now: now)
            keys = opened(stored)
        }
        known.withLock { ($0.keys, $0.readAt) = (keys, now) }
        return keys
    }

    /// Returns the keys that can be opened. A key that cannot is logged once and skipped; its tokens no longer verify.
    private func opened(_ stored: [SealedSigningKey]) -> [SigningKey] {
        stored.compactMap { sealed in
            do {
                return try SigningKey(opening: sealed, keys: sealingKeys)
            } catch {
                if known.withLock({ $0.unopened.insert(sealed.id).inserted }) {
                    logger.warning(
                        "cannot open signing key; skipped", metadata: ["key": .string(sealed.id), "error": "\(error)"])
                }
                return nil
            }
        }
    }

    private static var readInterval: Duration { .seconds(60) }
}
