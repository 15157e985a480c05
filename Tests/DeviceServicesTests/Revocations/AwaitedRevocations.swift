import DeviceBroker
import DeviceProtocol
import Dispatch

@testable import DeviceServices

/// Revocations, awaited on a separate thread.
final class AwaitedRevocations: Sendable {
    let cancellation = PromptCancellationToken()
    private let task: Task<Revocations?, Never>

    init(_ noticeQueue: RevocationNotifier, _ client: AppleClient) {
        task = Task { [cancellation] in
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "test").async {
                    continuation.resume(returning: try? noticeQueue.revocations(of: client, after: 0, until: cancellation))
                }
            }
        }
    }

    var value: Revocations? { get async { await task.value } }
}
