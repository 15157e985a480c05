import DeviceBroker
import DeviceProtocol
import Dispatch

@testable import DeviceServices

/// Revocations, awaited on a separate thread.
final class AwaitedRevocations: Sendable {
    let withdrawal = PromptCancellationToken()
    private let task: Task<Revocations?, Never>

    init(_ board: RevocationBoard, _ client: AppleClient) {
        task = Task { [withdrawal] in
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "test").async {
                    continuation.resume(returning: try? board.revocations(of: client, after: 0, until: withdrawal))
                }
            }
        }
    }

    var value: Revocations? { get async { await task.value } }
}
