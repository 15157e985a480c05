/// The permitted authentication for an item or a key: the context, and whether the broker may prompt.
package struct AuthenticationUse: WireRecord, Hashable {
    package enum Interface: UInt8, WireValue, CaseIterable {
        /// The broker may prompt.
        case allow = 1
        /// The broker denies an operation that would need a prompt (`notInteractive`).
        case fail = 2
        /// The broker omits items that would need a prompt. Only for queries.
        case skip = 3
    }

    /// The app's context. Nil for a context that lasts for this request only.
    package var context: ContextReference?
    package var interface: Interface
    package var presentation: Presentation
    /// The time for which an unlock by biometry counts as a match, in seconds; 0 to ``longestReuse``.
    package let unlockReuse: UInt16

    /// Apple's maximum (`LATouchIDAuthenticationMaximumAllowableReuseDuration`), in seconds.
    package static let longestReuse: UInt16 = 300

    /// Limits `unlockReuse` to ``longestReuse``.
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

/// The texts that an app adds to a prompt. The prompt shows them as plain text, next to the app name that the broker supplies.
package struct Presentation: WireRecord, Hashable {
    /// The maximum length of each text, in bytes.
    package static let maximumLength = 1_024

    /// The app's reason for the authentication. May be empty only if no policy is evaluated.
    package let reason: String
    package let cancelTitle: String?
    /// The title of the fallback button. Nil for the default title; empty to hide the button.
    package let fallbackTitle: String?

    /// Returns nil if a text is longer than `maximumLength`.
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

    /// No texts.
    package static let silent = Presentation()

    package static let wire = WireForm(
        Self.init(reason:cancelTitle:fallbackTitle:), .field(\.reason, .text()), .field(\.cancelTitle, .optional(.text())),
        .field(\.fallbackTitle, .optional(.text())))
}

/// A reference to an authentication context in the broker: 16 bytes that the broker generates, valid only for the process that
/// opened the context.
package struct ContextReference: FixedOctets {
    package static let length = 16

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}
