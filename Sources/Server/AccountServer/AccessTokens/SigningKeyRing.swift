package import Accounts
package import Logging
package import Secrets
import Synchronization

/// The signing keys of this service, shared by all its servers through the store.
///
/// A key signs for one rotation period. Its successor is made and published one overlap before it takes over, so that a verifier
/// that fetched the key set within the overlap already knows it. Every server looks at the store at most once a minute, and of two
/// that rotate at once one wins.
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
        /// The newest first.
        var keys: [SigningKey] = []
        var readAt: Timestamp?
        /// Keys that do not open and were logged.
        var unopened: Set<String> = []
    }

    /// - Parameter logger: receives a warning for each key of the store that does not open.
    package init(
        store: any SigningKeyStore, sealingKeys: SealingKeys, settings: Settings, random: any RandomBytes, logger: Logger
    ) {
        self.store = store
        self.sealingKeys = sealingKeys
        self.settings = settings
        self.random = random
        self.logger = logger
    }

    /// The key to sign with: the oldest that still signs, because it has been published the longest.
    func current(now: Timestamp) async throws -> SigningKey {
        let keys = try await keys(now: now)
        guard let key = keys.last(where: { $0.signsUntil > now }) else {
            throw StoreError(.failed, reason: "no signing key although one was just made; is another server's clock wrong?")
        }
        return key
    }

    /// The key of this name whose tokens may still be shown. Reads the store where it is not known: another server may have made it within
    /// the last minute.
    func key(named name: String, now: Timestamp) async throws -> SigningKey? {
        if let key = try await keys(now: now).first(where: { $0.id == name }) { return key }
        return try await read(now: now).first { $0.id == name && $0.verifiesUntil > now }
    }

    /// All keys whose tokens may still be shown, the newest first.
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
            // Losing means that another server has just added one, which the next read finds.
            _ = try await store.add(key.sealed(by: sealingKeys, random: random), ifNewestIs: stored.first?.id)
            stored = try await store.signingKeys(now: now)
            keys = opened(stored)
        }
        known.withLock { ($0.keys, $0.readAt) = (keys, now) }
        return keys
    }

    /// The keys that open. One that does not is logged once and skipped: its tokens no longer verify, and the other keys go on signing.
    private func opened(_ stored: [SealedSigningKey]) -> [SigningKey] {
        stored.compactMap { sealed in
            do {
                return try SigningKey(opening: sealed, keys: sealingKeys)
            } catch {
                if known.withLock({ $0.unopened.insert(sealed.id).inserted }) {
                    logger.warning(
                        "signing key does not open; skipped", metadata: ["key": .string(sealed.id), "error": "\(error)"])
                }
                return nil
            }
        }
    }

    private static var readInterval: Duration { .seconds(60) }
}
