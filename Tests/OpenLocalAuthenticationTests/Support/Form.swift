import OpenLocalAuthentication
import OpenSecurity

/// The two forms of each call: with a completion handler, and `async`.
enum Form: CaseIterable, Sendable {
    case completionHandler
    case async

    func evaluate(_ policy: LAPolicy, with context: LAContext, because reason: String = "see your notes") async throws {
        switch self {
        case .async: try await context.evaluatePolicy(policy, localizedReason: reason)
        case .completionHandler:
            try await withCheckedThrowingContinuation { continuation in
                context.evaluatePolicy(policy, localizedReason: reason) { continuation.resume(isDone: $0, $1) }
            }
        }
    }

    func evaluate(
        _ control: SecAccessControl, _ operation: LAAccessControlOperation, with context: LAContext
    ) async throws {
        switch self {
        case .async:
            try await context.evaluateAccessControl(control, operation: operation, localizedReason: "use it")
        case .completionHandler:
            try await withCheckedThrowingContinuation { continuation in
                context.evaluateAccessControl(control, operation: operation, localizedReason: "use it") {
                    continuation.resume(isDone: $0, $1)
                }
            }
        }
    }

    func authorize(_ right: LARight, because reason: String = "sign in") async throws {
        switch self {
        case .async: try await right.authorize(localizedReason: reason)
        case .completionHandler:
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                right.authorize(localizedReason: reason) { continuation.resume(isDone: $0 == nil, $0) }
            }
        }
    }

    func checkCanAuthorize(_ right: LARight) async throws {
        switch self {
        case .async: try await right.checkCanAuthorize()
        case .completionHandler:
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                right.checkCanAuthorize { continuation.resume(isDone: $0 == nil, $0) }
            }
        }
    }

    func deauthorize(_ right: LARight) async {
        switch self {
        case .async: await right.deauthorize()
        case .completionHandler:
            await withCheckedContinuation { continuation in right.deauthorize { continuation.resume() } }
        }
    }
}

extension CheckedContinuation where T == Void, E == any Error {
    fileprivate func resume(isDone: Bool, _ error: (any Error)?) {
        if isDone, error == nil {
            resume()
        } else {
            resume(throwing: error ?? NoError())
        }
    }
}

/// A failure without an error, which no call under test returns.
struct NoError: Error {}
