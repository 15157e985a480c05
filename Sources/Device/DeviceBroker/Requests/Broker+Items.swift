package import DeviceProtocol
import Synchronization

extension Broker {
    func add(_ request: AddItem, _ caller: Caller) throws(DeviceError) -> FoundItem {
        try rejectSkipping(request.authentication)
        let added = try gated(request.authentication, caller, for: .readItem) { (gate) throws(DeviceError) in
            try keychain.add(request, for: caller.app, gate: gate)
        }
        if request.isSynchronized { notifyChange(by: caller) }
        return added
    }

    func add(_ request: AddItems, _ caller: Caller) throws(DeviceError) -> FoundItems {
        var items: [NewItem] = []
        for addition in request.items {
            try rejectSkipping(addition.authentication)
            items.append(
                try gated(addition.authentication, caller, for: .readItem) { (gate) throws(DeviceError) in
                    try keychain.prepare(addition, for: caller.app, gate: gate)
                })
        }
        try keychain.insert(items)
        if items.contains(where: \.description.isSynchronized) { notifyChange(by: caller) }
        return FoundItems(
            zip(items, request.items).map { keychain.found($0, returning: $1.returning, data: $1.data) })
    }

    func find(_ request: FindItems, _ caller: Caller) throws(DeviceError) -> FoundItems {
        let gate = try AccessGate(
            caller: caller, use: request.authentication, purpose: .readItem, contexts: contexts, presence: presence,
            continuing: try keychain.position(at: request.mark, for: caller.app).context)
        do throws(DeviceError) {
            let found = try keychain.find(request, for: caller.app, gate: gate)
            // The context stays open, so that the next response needs no second prompt.
            if found.mark == nil { gate.finish() }
            return found
        } catch {
            gate.finish()
            throw error
        }
    }

    func update(_ request: UpdateItems, _ caller: Caller) throws(DeviceError) -> Done {
        try rejectSkipping(request.authentication)
        try gated(request.authentication, caller, for: .readItem) { (gate) throws(DeviceError) in
            try keychain.update(request, for: caller.app, gate: gate)
        }
        if request.query.synchronization != .local || request.changes.isSynchronized == true { notifyChange(by: caller) }
        return Done()
    }

    func delete(_ request: DeleteItems, _ caller: Caller) throws(DeviceError) -> Done {
        try keychain.delete(request, for: caller.app)
        if request.query.synchronization != .local { notifyChange(by: caller) }
        return Done()
    }

    /// Rejects requests that skip items which need a prompt, except queries (`kSecUseAuthenticationUISkip`).
    private func rejectSkipping(_ use: AuthenticationUse) throws(DeviceError) {
        guard use.interface != .skip else { throw .badRequest("only a query can skip items that need a prompt") }
    }

    /// Runs `body` with a gate for its request, and closes the gate's temporary context.
    func gated<Value>(
        _ use: AuthenticationUse, _ caller: Caller, for purpose: PromptPurpose, _ body: (AccessGate) throws(DeviceError) -> Value
    ) throws(DeviceError) -> Value {
        let gate = try AccessGate(caller: caller, use: use, purpose: purpose, contexts: contexts, presence: presence)
        defer { gate.finish() }
        return try body(gate)
    }
}

/// The system's access to the synchronized items of all apps, and to passkeys.
extension Broker {
    /// Sets a handler for changes by apps that may affect synchronized items. It is called after each change, on the thread that
    /// made it.
    package func onSynchronizedChange(_ body: @escaping @Sendable () -> Void) {
        synchronizedChange.withLock { $0 = body }
    }

    /// Returns the synchronized items of all apps, and the passkeys. Throws `interactionNotAllowed` if the lock state makes one of
    /// them unreadable.
    package func synchronizedItems() throws(DeviceError) -> [SynchronizedItem] { try keychain.synchronizedItems() }

    /// Stores an item of another device, including its dates, replacing the same item. Throws `interactionNotAllowed` while the
    /// device is locked, and `quotaExceeded` if the item's group has reached its limit.
    package func put(_ item: SynchronizedItem) throws(DeviceError) { try keychain.put(item) }

    /// Deletes an item unless it has changed on this device. Throws `interactionNotAllowed` while the device is locked.
    package func delete(_ item: SynchronizedItem) throws(DeviceError) { try keychain.delete(item) }

    /// Calls the change handler, except for changes by the system itself.
    func notifyChange(by caller: Caller) {
        guard caller.app != .webCredentials else { return }
        synchronizedChange.withLock(\.self)?()
    }
}
