package import DeviceProtocol
import Synchronization

extension Broker {
    func add(_ request: AddItem, _ caller: Caller) throws(DeviceRefusal) -> FoundItem {
        try refuseSkipping(request.authentication)
        let added = try gated(request.authentication, caller, for: .readItem) { (gate) throws(DeviceRefusal) in
            try keychain.add(request, for: caller.app, gate: gate)
        }
        if request.isSynchronized { tellOfChange(by: caller) }
        return added
    }

    func add(_ request: AddItems, _ caller: Caller) throws(DeviceRefusal) -> FoundItems {
        var items: [NewItem] = []
        for addition in request.items {
            try refuseSkipping(addition.authentication)
            items.append(
                try gated(addition.authentication, caller, for: .readItem) { (gate) throws(DeviceRefusal) in
                    try keychain.prepare(addition, for: caller.app, gate: gate)
                })
        }
        try keychain.insert(items)
        if items.contains(where: \.description.isSynchronized) { tellOfChange(by: caller) }
        return FoundItems(
            zip(items, request.items).map { keychain.found($0, returning: $1.returning, data: $1.data) })
    }

    func find(_ request: FindItems, _ caller: Caller) throws(DeviceRefusal) -> FoundItems {
        let gate = try AccessGate(
            caller: caller, use: request.authentication, purpose: .readItem, contexts: contexts, presence: presence,
            continuing: try keychain.position(at: request.mark, for: caller.app).context)
        do throws(DeviceRefusal) {
            let found = try keychain.find(request, for: caller.app, gate: gate)
            // Nobody is asked again for what comes in the next answer.
            if found.mark == nil { gate.finish() }
            return found
        } catch {
            gate.finish()
            throw error
        }
    }

    func update(_ request: UpdateItems, _ caller: Caller) throws(DeviceRefusal) -> Done {
        try refuseSkipping(request.authentication)
        try gated(request.authentication, caller, for: .readItem) { (gate) throws(DeviceRefusal) in
            try keychain.update(request, for: caller.app, gate: gate)
        }
        if request.query.synchronization != .local || request.changes.isSynchronized == true { tellOfChange(by: caller) }
        return Done()
    }

    func delete(_ request: DeleteItems, _ caller: Caller) throws(DeviceRefusal) -> Done {
        try keychain.delete(request, for: caller.app)
        if request.query.synchronization != .local { tellOfChange(by: caller) }
        return Done()
    }

    /// Leaving out what needs someone has a meaning only for finding (`kSecUseAuthenticationUISkip`).
    private func refuseSkipping(_ use: AuthenticationUse) throws(DeviceRefusal) {
        guard use.interface != .skip else { throw .badRequest("only finding can leave out what needs someone to be asked") }
    }

    /// Runs `body` behind the gate of its request, and closes what the gate opened for it.
    func gated<Value>(
        _ use: AuthenticationUse, _ caller: Caller, for purpose: PromptPurpose, _ body: (AccessGate) throws(DeviceRefusal) -> Value
    ) throws(DeviceRefusal) -> Value {
        let gate = try AccessGate(caller: caller, use: use, purpose: purpose, contexts: contexts, presence: presence)
        defer { gate.finish() }
        return try body(gate)
    }
}

/// The way of the device's system to the items of apps that synchronise.
extension Broker {
    /// From now on called after each change of an app that may have been one of such items, on the thread that made it.
    package func onSynchronizedChange(_ body: @escaping @Sendable () -> Void) {
        synchronizedChange.withLock { $0 = body }
    }

    /// The items of all apps that synchronise. Throws `interactionNotAllowed` while the device is locked too deeply for one of them.
    package func synchronizedItems() throws(DeviceRefusal) -> [SynchronizedItem] { try keychain.synchronizedItems() }

    /// Puts an item of another device, dates included, in the place of the one that it is. Throws `interactionNotAllowed` while the device is locked, and
    /// `quotaExceeded` where its group holds as much as it may.
    package func put(_ item: SynchronizedItem) throws(DeviceRefusal) { try keychain.put(item) }

    /// Deletes an item, unless it was changed here meanwhile. Throws `interactionNotAllowed` while the device is locked.
    package func delete(_ item: SynchronizedItem) throws(DeviceRefusal) { try keychain.delete(item) }

    /// The system's own changes are told by who makes them.
    func tellOfChange(by caller: Caller) {
        guard caller.app != .webCredentials else { return }
        synchronizedChange.withLock(\.self)?()
    }
}
