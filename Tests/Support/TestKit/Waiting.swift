package import Foundation

/// Returns once it is so, or the task is cancelled, as the time limit of a test does. Looks again every hundredth of a second. For what another program does, or
/// a type keeps to itself, which send no signal; what a test changes itself is a ``Watched`` value.
package func poll(
    isolation: isolated (any Actor)? = #isolation, until isSo: () async throws -> Bool
) async rethrows {
    while try await !isSo() {
        do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
    }
}

extension Process {
    /// Its exit status, once it has ended. Holds none of the threads that tasks run on.
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
