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
    /// Seconds since the device was unlocked by biometry within which that stands for a match; 0 to ``longestReuse``.
    package let unlockReuse: UInt16

    /// The longest that Apple's contexts take (`LATouchIDAuthenticationMaximumAllowableReuseDuration`), in seconds.
    package static let longestReuse: UInt16 = 300

    /// Takes more than ``longestReuse`` for that.
    package init(
        context: ContextReference? = nil, interface: Interface = .allow, presentation: Presentation = .silent,
        unlockReuse: UInt16 = 0
    ) {
        self.context = context
        self.interface = interface
        self.presentation = presentation
        self.unlockReuse = min(unlockReuse, Self.longestReuse)
    }
}

extension AuthenticationUse: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        context = try reader.optional()
        interface = try reader.value()
        presentation = try reader.value()
        let start = reader.position
        unlockReuse = try reader.number()
        guard unlockReuse <= Self.longestReuse else { throw WireError(.refusedValue, at: start) }
    }

    package func write(to writer: inout WireWriter) {
        writer.optional(context)
        writer.value(interface)
        writer.value(presentation)
        writer.number(unlockReuse)
    }
}
