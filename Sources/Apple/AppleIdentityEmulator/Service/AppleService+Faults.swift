extension AppleService {
    /// The current faults.
    public var faults: [Fault] {
        work { core in core.state.faults.faults }
    }

    /// Sets a fault for the next `count` requests at an endpoint, or for all until it is removed.
    ///
    /// - Throws: ``EmulatorError`` if a number or text is out of range, the fault has no effect at the endpoint, or 100 faults are
    ///   set.
    @discardableResult
    public func addFault(_ kind: Fault.Kind, at endpoint: Endpoint, count: Int? = nil) throws(EmulatorError) -> Fault {
        try work { core throws(EmulatorError) in
            guard core.state.faults.faults.count < ServiceLimits.faults else {
                throw EmulatorError(.limit, "the limit of \(ServiceLimits.faults) faults is reached")
            }
            guard count.map({ (1...1_000_000).contains($0) }) ?? true else {
                throw EmulatorError(.malformed, "a fault's count must be 1 to 1,000,000", at: .count)
            }
            if let reason = kind.fault { throw EmulatorError(.malformed, reason, at: .value) }
            guard kind.applies(to: endpoint) else {
                throw EmulatorError(
                    .notAllowed, "this fault has no effect at the endpoint \(endpoint.rawValue)", at: .endpoint)
            }
            return core.state.faults.add(kind, at: endpoint, remaining: count)
        }
    }

    /// Removes a fault.
    ///
    /// - Throws: ``EmulatorError`` if it is not set or is used up.
    public func removeFault(_ id: Int) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            guard core.state.faults.remove(id) else { throw EmulatorError(.unknown, "fault \(id) not found") }
        }
    }

    /// Removes all faults.
    public func removeAllFaults() {
        work { core in core.state.faults.removeAll() }
    }

    /// Returns the transport faults for one request at an endpoint, and counts them down. Call it once for each request and apply
    /// the result.
    public func takeTransportFaults(_ endpoint: Endpoint) -> [Fault.Kind] {
        work { core in core.state.faults.take(endpoint, spoilingTokens: false) }
    }
}

extension Fault.Kind {
    /// The description of the value that is out of range; nil if all values are valid.
    fileprivate var fault: String? {
        switch self {
        case .delay(let milliseconds):
            (0...600_000).contains(milliseconds) ? nil : "a delay must be 0 to 600,000 milliseconds"
        case .status(let status):
            (500...599).contains(status) ? nil : "a fault's status must be 500 to 599"
        case .wrongIssuer(let text), .wrongAudience(let text), .foreignEmail(let text):
            text.utf8.count <= 1_024 ? nil : "a fault's text must have at most 1,024 bytes"
        case .malformedBody, .droppedConnection, .stale, .wrongSignature: nil
        }
    }

    fileprivate func applies(to endpoint: Endpoint) -> Bool {
        switch (endpoint, self) {
        // Native sign-in has no response body to truncate. A notification has no response from the service.
        case (.native, .malformedBody), (.notification, .status), (.notification, .malformedBody),
            (.notification, .droppedConnection):
            false
        case (.relay, _): false
        case (.authorize, _), (.token, _), (.native, _), (.notification, _), (.keys, .stale): true
        default: !spoilsTokens
        }
    }
}

/// A deliberate error of the service.
public struct Fault: Sendable, Hashable, Codable, Identifiable {
    /// The kinds of faults.
    public enum Kind: Sendable, Hashable, Codable {
        // Transport faults: ``AppleService/takeTransportFaults(_:)`` returns them to the HTTP server.
        /// Delays the response, by at most ten minutes.
        case delay(milliseconds: Int)
        /// Does not process the request. The response has this status, 500 to 599, and an HTML body.
        case status(Int)
        /// Processes the request and truncates the response body.
        case malformedBody
        /// Processes the request and closes the connection without a response.
        case droppedConnection

        // Token faults: they change the identity token or notification that the endpoint signs.
        /// `iss` is this text.
        case wrongIssuer(String)
        /// `aud` is this text.
        case wrongAudience(String)
        /// `email` is the verified address of another user. In 2020, Apple signed any address (docs/threat-model.md, failure 5).
        case foreignEmail(String)
        /// The token was issued two days ago and has expired. At the endpoint of keys: the set before the last rotation.
        case stale
        /// The last byte of the signature is wrong.
        case wrongSignature

        /// Whether the service applies the fault, and not the HTTP server.
        public var spoilsTokens: Bool {
            switch self {
            case .delay, .status, .malformedBody, .droppedConnection: false
            case .wrongIssuer, .wrongAudience, .foreignEmail, .stale, .wrongSignature: true
            }
        }
    }

    /// The identifier of the fault, for its removal.
    public let id: Int
    /// The affected endpoint.
    public let endpoint: Endpoint
    /// The kind of fault.
    public let kind: Kind
    /// The number of further requests; nil for all until the fault is removed.
    public internal(set) var remaining: Int?
}

/// An endpoint of the service, for faults and for the request log.
public enum Endpoint: String, Sendable, Hashable, Codable, CaseIterable {
    case discovery
    case keys
    case authorize
    case token
    case revoke
    case userMigrationInfo = "usermigrationinfo"
    case native
    /// The notifications to relying parties. Faults change the sent notification.
    case notification
    /// The SMTP listener of the private e-mail relay. It has no faults.
    case relay
}

/// The current faults, in the order in which they were set; at most 100.
struct ActiveFaults: Sendable, Codable {
    private(set) var faults: [Fault] = []
    private var count = 0

    mutating func add(_ kind: Fault.Kind, at endpoint: Endpoint, remaining: Int?) -> Fault {
        count += 1
        let fault = Fault(id: count, endpoint: endpoint, kind: kind, remaining: remaining)
        faults.append(fault)
        return fault
    }

    /// Returns the faults of an endpoint for one request, and counts them down.
    mutating func take(_ endpoint: Endpoint, spoilingTokens: Bool) -> [Fault.Kind] {
        var taken: [Fault.Kind] = []
        for index in faults.indices where faults[index].endpoint == endpoint && faults[index].kind.spoilsTokens == spoilingTokens {
            taken.append(faults[index].kind)
            faults[index].remaining = faults[index].remaining.map { $0 - 1 }
        }
        faults.removeAll { $0.remaining == 0 }
        return taken
    }

    /// Removes a fault.
    ///
    /// - Returns: whether the fault existed.
    mutating func remove(_ id: Int) -> Bool {
        let before = faults.count
        faults.removeAll { $0.id == id }
        return faults.count < before
    }

    mutating func removeAll() {
        faults = []
    }
}

extension ServiceCore {
    mutating func takeTokenFaults(_ endpoint: Endpoint) -> [Fault.Kind] {
        state.faults.take(endpoint, spoilingTokens: true)
    }
}
