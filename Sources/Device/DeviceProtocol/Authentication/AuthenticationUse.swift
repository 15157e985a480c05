/// How an item or a key may be authenticated for: with which context, and whether anyone may be asked.
package struct AuthenticationUse: WireRecord, Hashable {
    package enum Interface: UInt8, WireValue, CaseIterable {
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

    package static let wire = WireForm(
        Self.init, .field(\.context), .field(\.interface), .field(\.presentation),
        .field(\.unlockReuse, .number(in: UInt16(0)...Self.longestReuse)))
}

/// The words that an app adds to a prompt. They are shown as text, beside the name that the broker itself gives the app.
package struct Presentation: WireRecord, Hashable {
    /// The longest of each, in bytes.
    package static let maximumLength = 1_024

    /// Why the app asks. Empty only where no policy is evaluated and the app gave none.
    package let reason: String
    package let cancelTitle: String?
    /// Absent: the usual title. Empty: no such button.
    package let fallbackTitle: String?

    /// Gives nothing where a text is longer than `maximumLength`.
    package init?(reason: String, cancelTitle: String? = nil, fallbackTitle: String? = nil) {
        let texts = [reason, cancelTitle ?? "", fallbackTitle ?? ""]
        guard texts.allSatisfy({ $0.utf8.count <= Self.maximumLength }) else { return nil }
        self.reason = reason
        self.cancelTitle = cancelTitle
        self.fallbackTitle = fallbackTitle
    }

    private init() {
        reason = ""
        cancelTitle = nil
        fallbackTitle = nil
    }

    /// The app says nothing.
    package static let silent = Presentation()

    package static let wire = WireForm(
        Self.init(reason:cancelTitle:fallbackTitle:), .field(\.reason, .text()), .field(\.cancelTitle, .optional(.text())),
        .field(\.fallbackTitle, .optional(.text())))
}

/// Names an authentication context, which lives in the broker: 16 bytes of the broker's own making, good for the process that opened it.
package struct ContextReference: FixedOctets {
    package static let length = 16

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}
