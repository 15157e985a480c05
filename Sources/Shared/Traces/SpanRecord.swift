/// The party that performs a step of a sign-in: a lane of the timeline. The raw values are part of files, so they never change.
package enum TraceLane: String, Sendable, CaseIterable {
    case phone, app, server, apple
}

/// The kind of a step. The raw values are part of files, so they never change.
package enum SpanKind: String, Sendable, CaseIterable {
    /// An action of the user on a phone.
    case tap
    /// A prompt of the system for a face, a finger or a passcode.
    case prompt
    /// A sheet of the system.
    case sheet
    /// A request of an app to the system for a credential.
    case authorization
    /// A request of a phone or a server to Apple, as its sender sees it.
    case appleRequest
    /// A request that Apple's service handles.
    case appleResponse
    /// A request that the account server handles.
    case serverRequest
    /// The verification of an identity token.
    case verification
    /// The exchange of an authorization code for tokens of Apple.
    case redemption
    /// A transaction of the account store.
    case transaction
    /// An event of an account, such as an opened session.
    case event
    /// A message of an app to the broker of its device about items of the keychain.
    case keychain
    /// A message of an app to the broker of its device about keys, rights or the presence of the user.
    case brokerMessage
    /// A span of code that is instrumented with swift-distributed-tracing, such as a request of AsyncHTTPClient.
    case instrumented
}

/// The name of an attribute. There is no attribute for a password, cookie, code, key, token, nonce or text that a user typed.
package enum SpanAttribute: String, Sendable, CaseIterable {
    /// The name of the phone.
    case phone
    /// The identifier of the app.
    case app
    /// The user's Apple Account.
    case person
    /// The kind of the user's action, such as `press`.
    case action
    /// The identifier of the button, or the index of what the user chose.
    case button
    /// The subject of a prompt or sheet.
    case subject
    /// The method of a request.
    case method
    /// The route of a request, as in the source.
    case route
    /// The status of a response.
    case status
    /// The code of the problem that a response reports, such as `apple-token-rejected`.
    case problem
    /// The name of an event of an account.
    case event
    /// The operation of a message to the broker, of a transaction or of instrumented code, as in the source.
    case operation
    /// The response of the broker, such as `not found`.
    case result
    /// The kind of a transaction, such as `writing`.
    case transaction
    /// The number of statements of a transaction.
    case statements
    /// The tables that a transaction changed.
    case tables
    /// The client that a token or a code names.
    case client

    /// The value of ``app`` for the user's actions in Settings, which is not an app that a test can launch.
    package static let settings = "Settings"
}

/// A check of a claim, and its result.
package struct SpanCheck: Hashable, Sendable {
    package enum Result: Hashable, Sendable {
        case passed
        /// The check failed, for this reason.
        case failed(String)
        /// An earlier check failed.
        case skipped
    }

    /// The claim or the part of the token, such as `aud`.
    package let claim: String
    /// The requirement, in words.
    package let requirement: String
    /// The value of the claim; nil if it is secret or unknown.
    package let value: String?
    package let result: Result

    package init(_ claim: String, _ requirement: String, value: String? = nil, _ result: Result) {
        self.claim = SpanRecord.cut(claim)
        self.requirement = SpanRecord.cut(requirement)
        self.value = value.map(SpanRecord.cut)
        self.result = if case .failed(let reason) = result { .failed(SpanRecord.cut(reason)) } else { result }
    }
}

/// The outcome of a step.
package enum SpanOutcome: Hashable, Sendable {
    case running
    case succeeded
    /// The step failed, for this reason.
    case failed(String)
    /// The user or the caller cancelled the step.
    case cancelled
}

/// A recorded step. It has at most ``checkLimit`` checks. Its texts may contain untrusted text of at most ``longestText`` bytes.
package struct SpanRecord: Hashable, Sendable, Identifiable {
    package let id: SpanID
    /// The step that caused this one; nil for the first one of a trace.
    package let parent: SpanID?
    /// The position that a client outside `latchkey dev` sent with its request. The trace does not continue that trace.
    package let link: TraceParent?
    package let lane: TraceLane
    package let kind: SpanKind
    /// The time of the start, in microseconds since 1970.
    package let start: Int64
    /// The time of the end; nil while the step runs.
    package var end: Int64?
    package var outcome: SpanOutcome
    package private(set) var attributes: [SpanAttribute: String]
    package private(set) var checks: [SpanCheck]
    /// The request and the response of a step that is a request.
    package private(set) var messages: [MessageSide: MessageOutline]

    /// - Parameters:
    ///   - attributes: longer texts than ``longestText`` are cut.
    ///   - checks: those beyond ``checkLimit`` are dropped.
    package init(
        id: SpanID, parent: SpanID?, link: TraceParent?, lane: TraceLane, kind: SpanKind, start: Int64, end: Int64? = nil,
        outcome: SpanOutcome = .running, attributes: [SpanAttribute: String], checks: [SpanCheck] = [],
        messages: [MessageSide: MessageOutline] = [:]
    ) {
        self.id = id
        self.parent = parent
        self.link = link
        self.lane = lane
        self.kind = kind
        self.start = start
        self.end = end
        self.outcome = outcome
        self.attributes = attributes.mapValues(Self.cut)
        self.checks = Array(checks.prefix(Self.checkLimit))
        self.messages = messages
    }

    /// Sets an attribute. A longer text than ``longestText`` is cut.
    package mutating func set(_ attribute: SpanAttribute, _ value: String) { attributes[attribute] = Self.cut(value) }

    /// Adds checks. Those beyond ``checkLimit`` are dropped.
    package mutating func add(_ others: [SpanCheck]) { checks += others.prefix(Self.checkLimit - checks.count) }

    /// Sets the outline of a message. The last one counts.
    package mutating func set(_ outline: MessageOutline, as side: MessageSide) { messages[side] = outline }

    mutating func removeMessages() { messages = [:] }

    /// Ends the step. The first end counts.
    package mutating func finish(_ outcome: SpanOutcome, at time: Int64) {
        guard end == nil else { return }
        end = time
        self.outcome = if case .failed(let reason) = outcome { .failed(Self.cut(reason)) } else { outcome }
    }

    /// The maximum number of checks. A verification of a token has about ten.
    package static let checkLimit = 32
    /// The maximum length of a text in bytes of UTF-8: a character may consist of any number of bytes. Longer texts are cut.
    package static let longestText = 200

    /// Returns the longest beginning of whole Unicode scalars that is not longer than ``longestText``.
    package static func cut(_ text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        var count = 0
        let beginning = text.unicodeScalars.prefix { scalar in
            count += UTF8.width(scalar)
            return count <= longestText
        }
        return String(beginning)
    }
}

/// A recorded trace: the steps that one action of a user, or one request, caused.
package struct TraceRecord: Hashable, Sendable, Identifiable {
    package let id: TraceID
    /// The steps, in the order of their starts. The first one started the trace.
    package var spans: [SpanRecord]
    /// The number of steps that were not recorded, because the trace was full.
    package var dropped: Int

    package init(id: TraceID, spans: [SpanRecord], dropped: Int = 0) {
        self.id = id
        self.spans = spans
        self.dropped = dropped
    }

    /// The first value of an attribute.
    package subscript(_ attribute: SpanAttribute) -> String? {
        spans.lazy.compactMap { $0.attributes[attribute] }.first
    }

    /// The outcome: failed if a step failed, cancelled if the user cancelled one, otherwise running while a step runs. A request
    /// to Apple that its sender cancelled does not count: the app may have sent another. Spans of instrumented code never count: the code
    /// that called it may handle the failure.
    ///
    /// The reason of a failure is the most specific one: the first failed check of a failed step, with its claim; otherwise the reason
    /// of the last failed step that caused no other failed one.
    package var outcome: SpanOutcome {
        let spans = spans.filter { $0.kind != .instrumented }
        let failed = spans.filter { if case .failed = $0.outcome { true } else { false } }
        for check in failed.lazy.flatMap(\.checks) {
            if case .failed(let reason) = check.result { return .failed("\(check.claim): \(reason)") }
        }
        let causes = Set(failed.compactMap(\.parent))
        if let last = failed.last(where: { !causes.contains($0.id) }) { return last.outcome }
        if spans.contains(where: { $0.outcome == .cancelled && $0.kind != .appleRequest }) { return .cancelled }
        return spans.contains { $0.outcome == .running } ? .running : .succeeded
    }
}
