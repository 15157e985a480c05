/// The faults that are set, in their order; at most 100.
struct FaultBoard: Sendable, Codable {
    private(set) var faults: [Fault] = []
    private var count = 0

    mutating func add(_ kind: Fault.Kind, at endpoint: Endpoint, remaining: Int?) -> Fault {
        count += 1
        let fault = Fault(id: count, endpoint: endpoint, kind: kind, remaining: remaining)
        faults.append(fault)
        return fault
    }

    /// Takes the faults of an endpoint for one request, and counts them down.
    mutating func take(_ endpoint: Endpoint, spoilingTokens: Bool) -> [Fault.Kind] {
        var taken: [Fault.Kind] = []
        for index in faults.indices where faults[index].endpoint == endpoint && faults[index].kind.spoilsTokens == spoilingTokens {
            taken.append(faults[index].kind)
            faults[index].remaining = faults[index].remaining.map { $0 - 1 }
        }
        faults.removeAll { $0.remaining == 0 }
        return taken
    }

    /// - Returns: whether there was such a fault.
    mutating func remove(_ id: Int) -> Bool {
        let before = faults.count
        faults.removeAll { $0.id == id }
        return faults.count < before
    }

    mutating func removeAll() {
        faults = []
    }
}

extension ServiceDesk {
    mutating func takeTokenFaults(_ endpoint: Endpoint) -> [Fault.Kind] {
        state.faults.take(endpoint, spoilingTokens: true)
    }
}
