extension AppleService {
    /// The faults that are set.
    public var faults: [Fault] {
        work { desk in desk.state.faults.faults }
    }

    /// Sets a fault for the next `count` requests at an endpoint, or for all until it is removed.
    ///
    /// - Throws: when a number or text is out of range, the endpoint has nothing that the fault could spoil, or 100 are set.
    @discardableResult
    public func addFault(_ kind: Fault.Kind, at endpoint: Endpoint, count: Int? = nil) throws(EmulatorRefusal) -> Fault {
        try work { desk throws(EmulatorRefusal) in
            guard desk.state.faults.faults.count < ServiceLimits.faults else {
                throw EmulatorRefusal(.limit, "\(ServiceLimits.faults) faults are set, as many as may be")
            }
            guard count.map({ (1...1_000_000).contains($0) }) ?? true else {
                throw EmulatorRefusal(.malformed, "a fault's count is 1 to 1,000,000")
            }
            if let reason = kind.fault { throw EmulatorRefusal(.malformed, reason) }
            guard kind.applies(to: endpoint) else {
                throw EmulatorRefusal(.notAllowed, "the endpoint \(endpoint.rawValue) has nothing that this fault could spoil")
            }
            return desk.state.faults.add(kind, at: endpoint, remaining: count)
        }
    }

    /// Removes one fault.
    ///
    /// - Throws: when it is not set, or is used up.
    public func removeFault(_ id: Int) throws(EmulatorRefusal) {
        try work { desk throws(EmulatorRefusal) in
            guard desk.state.faults.remove(id) else { throw EmulatorRefusal(.unknown, "there is no fault \(id)") }
        }
    }

    /// Removes all faults.
    public func removeAllFaults() {
        work { desk in desk.state.faults.removeAll() }
    }

    /// The faults of the transport for one request at an endpoint: call it once per request and do what it says.
    public func takeTransportFaults(_ endpoint: Endpoint) -> [Fault.Kind] {
        work { desk in desk.state.faults.take(endpoint, spoilingTokens: false) }
    }
}

extension Fault.Kind {
    /// What is out of range, or nil.
    fileprivate var fault: String? {
        switch self {
        case .delay(let milliseconds):
            (0...600_000).contains(milliseconds) ? nil : "a delay is 0 to 600,000 milliseconds"
        case .status(let status):
            (500...599).contains(status) ? nil : "a fault's status is 500 to 599"
        case .wrongIssuer(let text), .wrongAudience(let text), .foreignEmail(let text):
            text.utf8.count <= 1_024 ? nil : "a fault's text has at most 1,024 bytes"
        case .malformedBody, .droppedConnection, .stale, .wrongSignature: nil
        }
    }

    fileprivate func applies(to endpoint: Endpoint) -> Bool {
        switch (endpoint, self) {
        // A device has no body on the wire that could be cut; of a notification nobody waits for our answer.
        case (.native, .malformedBody), (.notification, .status), (.notification, .malformedBody),
            (.notification, .droppedConnection):
            false
        case (.authorize, _), (.token, _), (.native, _), (.notification, _), (.keys, .stale): true
        default: !spoilsTokens
        }
    }
}
