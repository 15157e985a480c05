package import Foundation

/// Returns once it is so, and looks again every twentieth of a second until then. For what another program does, which sends no signal; what happens in this
/// process is a ``Watched`` value. Nothing else ends the wait but the time limit of the test.
package func poll(until isSo: () async throws -> Bool) async throws {
    while try await !isSo() { try await Task.sleep(for: .milliseconds(50)) }
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
