/// How an item or a key may be authenticated for: with which context, and whether anyone may be asked.
package struct AuthenticationUse: Hashable, Sendable {
    package enum Interface: UInt8, WireValue, CaseIterable, Sendable {
        /// Whoever must be asked is asked.
        case allow = 1
        /// What would need asking is refused (`notInteractive`).
        case fail = 2
        /// Items that would need asking are left out, silently. Only for finding.
        case skip = 3
    }

    /// Absent: a context for this one request.
    package var context: ContextReference?
    package var interface: Interface
    package var presentation: Presentation

    package init(context: ContextReference? = nil, interface: Interface = .allow, presentation: Presentation = .silent) {
        self.context = context
        self.interface = interface
        self.presentation = presentation
    }
}

extension AuthenticationUse: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.optional()
        interface = try reader.value()
        presentation = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.optional(context)
        writer.value(interface)
        writer.value(presentation)
    }
}
