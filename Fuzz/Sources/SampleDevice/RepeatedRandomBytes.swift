internal import Secrets
internal import Synchronization

/// The same bytes after each restart.
final class RepeatedRandomBytes: RandomBytes {
    private let generator = Mutex(PredictableRandomBytes(seed: 1))

    func bytes(_ count: Int) -> [UInt8] {
        generator.withLock { $0.bytes(count) }
    }

    func startAgain() {
        generator.withLock { $0 = PredictableRandomBytes(seed: 1) }
    }
}
