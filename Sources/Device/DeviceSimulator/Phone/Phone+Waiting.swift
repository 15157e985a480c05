import DeviceScreens

/// Waiting for what apps and the system do, by looking at every change.
extension Phone {
    /// Returns what the person sees as soon as it is so.
    ///
    /// - Parameters:
    ///   - patience: How long to wait, in real time: to be reached by nothing but a mistake.
    /// - Throws: A refusal that says what is seen instead, once patience is at its end; `CancellationError`.
    @discardableResult
    public func wait(
        patience: Duration = .seconds(60), until condition: @escaping @Sendable (PhoneView) -> Bool
    ) async throws -> PhoneView {
        try await attempt("what is waited for", patience) { (view: PhoneView) throws(PhoneRefusal) -> PhoneView? in
            condition(view) ? view : nil
        }
    }

    /// Returns when every app has handled what it was told, and the device has done what follows.
    public func isSettled() async {
        await withCheckedContinuation { continuation in
            if withCore({ $0.waitForQuiet(continuation) }) { continuation.resume() }
        }
    }

    /// Tries with every new view until there is a value.
    func attempt<Value: Sendable>(
        _ what: String, _ patience: Duration = .seconds(60),
        _ body: @escaping @Sendable (PhoneView) async throws(PhoneRefusal) -> Value?
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { [self] in
                for await view in views() {
                    do throws(PhoneRefusal) {
                        if let value = try await body(view) { return value }
                    } catch {
                        // The screen has changed in between, or is about to.
                        guard error.code == .nothingThere || error.code == .covered else { throw error }
                    }
                }
                throw CancellationError()
            }
            group.addTask {
                try await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else {
                throw PhoneRefusal(.nothingThere, "after \(patience) there is not \(what); there is: \(view.summary)")
            }
            return value
        }
    }
}
