import Accounts
import Logging
import ServiceLifecycle

/// Prepares the store if it is a restored copy, so that it revives nothing that can be used once, and logs it.
///
/// `latchkey serve` prepares the store before it listens. An application that mounts the server prepares it as a service, while it
/// starts to serve.
struct RestoredCopies: Service {
    let accounts: AccountService
    let now: @Sendable () -> Timestamp
    let logger: Logger

    /// Throws if the store cannot be read or changed. The copy is unchanged then.
    func prepare() async throws {
        guard let prepared = try await accounts.prepareRestoredCopy(now: now()) else { return }
        logger.warning(
            "restored store: single-use codes deleted",
            metadata: [
                "reason": "those that were used after the backup would be valid again", "rows": "\(prepared.removed)",
                "endedRecoveries": "\(prepared.cancellations.count)",
                "remedy": "sessions, passwords and factors are those of the backup: see \"After a restore\" in docs/deployment.md",
            ])
    }

    /// Tries every second until the copy is prepared.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    return try await prepare()
                } catch is CancellationError {
                } catch {
                    logger.warning("preparing a restored store failed; retrying", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: .seconds(1))
            }
        }
        try? await gracefulShutdown()
    }
}
