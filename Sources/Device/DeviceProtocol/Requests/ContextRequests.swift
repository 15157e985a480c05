/// Opens a context, which remembers what was shown to it until it is closed.
package struct OpenContext: DeviceRequest, Equatable {
    package typealias Answer = ContextReference
    package static let kind = RequestKind.openContext

    package init() {}
    package init(from reader: inout WireReader) throws(WireError) {}
    package func write(to writer: inout WireWriter) {}
}

/// Closes a context and takes back whatever asks on its behalf (`appCancel`). A context that is closed already stays so.
package struct CloseContext: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.closeContext

    package let context: ContextReference

    package init(context: ContextReference) {
        self.context = context
    }

    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(context)
    }
}

/// Says whether evaluating would ask anyone, without asking. Refused with what evaluating would fail with.
package struct Preflight: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.preflight

    package let context: ContextReference
    package let subject: EvaluationSubject

    package init(context: ContextReference, subject: EvaluationSubject) {
        self.context = context
        self.subject = subject
    }

    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.value()
        subject = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(context)
        writer.value(subject)
    }
}

/// Asks the person, and remembers in the context what was shown.
package struct Evaluate: DeviceRequest, Equatable {
    package typealias Answer = Evaluated
    package static let kind = RequestKind.evaluate

    package let context: ContextReference
    package let subject: EvaluationSubject
    package let presentation: Presentation
    package let mayInteract: Bool
    /// Seconds since the device was unlocked by biometry within which that suffices; 0 to 300.
    package let unlockReuse: UInt16

    /// Takes more than 300 seconds for 300, as Apple does.
    package init(
        context: ContextReference, subject: EvaluationSubject, presentation: Presentation, mayInteract: Bool = true,
        unlockReuse: UInt16 = 0
    ) {
        self.context = context
        self.subject = subject
        self.presentation = presentation
        self.mayInteract = mayInteract
        self.unlockReuse = min(unlockReuse, AuthenticationUse.longestReuse)
    }

    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.value()
        subject = try reader.value()
        presentation = try reader.value()
        mayInteract = try reader.flag()
        let start = reader.position
        unlockReuse = try reader.number()
        guard unlockReuse <= AuthenticationUse.longestReuse else { throw WireError(.refusedValue, at: start) }
    }

    package func write(to writer: inout WireWriter) {
        writer.value(context)
        writer.value(subject)
        writer.value(presentation)
        writer.flag(mayInteract)
        writer.number(unlockReuse)
    }
}

/// What was evaluated is met.
package struct Evaluated: WireValue, Equatable, Sendable {
    /// Whether the context has seen a match of biometry: by this evaluation, or before it.
    package let isMatched: Bool

    package init(isMatched: Bool) {
        self.isMatched = isMatched
    }

    package init(from reader: inout WireReader) throws(WireError) {
        isMatched = try reader.flag()
    }

    package func write(to writer: inout WireWriter) {
        writer.flag(isMatched)
    }
}

/// Gives the context the app's own password for items that need one, or takes it away. What a context has is never given back.
package struct SetCredential: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.setCredential
    /// The longest password, in bytes.
    package static let maximumLength = 4_096

    package let context: ContextReference
    package let password: [UInt8]?

    package init(context: ContextReference, password: [UInt8]?) {
        self.context = context
        self.password = password
    }

    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.value()
        password = try reader.optional { (reader) throws(WireError) in try reader.octets(atMost: Self.maximumLength) }
    }

    package func write(to writer: inout WireWriter) {
        writer.value(context)
        writer.optional(password) { $0.octets($1) }
    }
}

/// Tells with what a person can be authenticated here.
package struct ReadMechanisms: DeviceRequest, Equatable {
    package typealias Answer = Mechanisms
    package static let kind = RequestKind.readMechanisms

    package init() {}
    package init(from reader: inout WireReader) throws(WireError) {}
    package func write(to writer: inout WireWriter) {}
}
