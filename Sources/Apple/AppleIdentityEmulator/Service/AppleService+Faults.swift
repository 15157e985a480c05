extension AppleService {
    /// The faults that are set.
    public var faults: [Fault] {
        work { desk in desk.state.faults.faults }
    }

    /// Sets a fault for the next `count` requests at an endpoint, or for all until it is removed.
    ///
    /// - Throws: when a number or text is out of range, the endpoint has nothing that the fault could spoil, or 100 are set.
    @discardableResult
    public func addFault(_ kind: Fault.Kind, at endpoint: Endpoint, count: Int? = nil) throws(EmulatorError) -> Fault {
        try work { desk throws(EmulatorError) in
            guard desk.state.faults.faults.count < ServiceLimits.faults else {
                throw EmulatorError(.limit, "\(ServiceLimits.faults) faults are set, as many as may be")
            }
            guard count.map({ (1...1_000_000).contains($0) }) ?? true else {
                throw EmulatorError(.malformed, "a fault's count is 1 to 1,000,000")
            }
            if let reason = kind.fault { throw EmulatorError(.malformed, reason) }
            guard kind.applies(to: endpoint) else {
                throw EmulatorError(.notAllowed, "the endpoint \(endpoint.rawValue) has nothing that this fault could spoil")
            }
            return desk.state.faults.add(kind, at: endpoint, remaining: count)
        }
    }

    /// Removes one fault.
    ///
    /// - Throws: when it is not set, or is used up.
    public func removeFault(_ id: Int) throws(EmulatorError) {
        try work { desk throws(EmulatorError) in
            guard desk.state.faults.remove(id) else { throw EmulatorError(.unknown, "there is no fault \(id)") }
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

/// A mistake that the service makes on purpose.
public struct Fault: Sendable, Hashable, Codable, Identifiable {
    /// What goes wrong.
    public enum Kind: Sendable, Hashable, Codable {
        // Of the transport: ``AppleService/takeTransportFaults(_:)`` hands these to whoever serves.
        /// The answer comes late; at most ten minutes.
        case delay(milliseconds: Int)
        /// The request is not worked; the answer has this status, 500 to 599, and an HTML body.
        case status(Int)
        /// The request is worked; the answer's body is cut in its middle.
        case malformedBody
        /// The request is worked; the connection is closed without an answer.
        case droppedConnection

        // Of the tokens: spoil the identity token or notification that the endpoint signs.
        /// `iss` is this text.
        case wrongIssuer(String)
        /// `aud` is this text.
        case wrongAudience(String)
        /// `email` is an address of somebody else, verified (failure 5: Apple signed any address in 2020).
        case foreignEmail(String)
        /// The token was issued two days ago and has expired. At the endpoint of keys: the set as it was before the last rotation.
        case stale
        /// The signature is wrong in its last byte.
        case wrongSignature

        /// Whether the service itself works this fault, rather than whoever serves it.
        public var spoilsTokens: Bool {
            switch self {
            case .delay, .status, .malformedBody, .droppedConnection: false
            case .wrongIssuer, .wrongAudience, .foreignEmail, .stale, .wrongSignature: true
            }
        }
    }

    /// Names it for removal.
    public let id: Int
    /// Where it shows.
    public let endpoint: Endpoint
    /// What goes wrong.
    public let kind: Kind
    /// For how many requests more; nil for every one until it is removed.
    public internal(set) var remaining: Int?
}

/// A door of the service: what faults are set for, and what the request log names.
public enum Endpoint: String, Sendable, Hashable, Codable, CaseIterable {
    case discovery
    case keys
    case authorize
    case token
    case revoke
    case userMigrationInfo = "usermigrationinfo"
    case native
    /// Notifications to relying parties; faults here spoil what is sent.
    case notification
}

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
