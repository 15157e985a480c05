package import Foundation

/// Returns when the condition holds, or the task is cancelled, as the time limit of a test does. Polls every hundredth of a second.
/// For changes of other programs, and of types that send no signal. For a value that the test itself changes, use ``Watched``.
package func poll(
    isolation: isolated (any Actor)? = #isolation, until isSo: () async throws -> Bool
) async rethrows {
    while try await !isSo() {
        do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
    }
}

extension Process {
    /// Returns its exit status when it has ended. Does not block a thread of the cooperative pool.
    package var exitStatus: Int32 {
        get async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [self] in
                    waitUntilExit()
                    continuation.resume(returning: terminationStatus)
                }
            }
        }
    }
}
