import PasswordHashing
import ServiceLifecycle

/// Ends the hashing threads when the server has stopped.
struct HashingThreads: Service {
    let pool: HashingPool

    func run() async throws {
        try? await gracefulShutdown()
        await pool.shutdown()
    }
}
