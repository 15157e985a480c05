/// Opens a page in a browser, where the user signs in, and waits for the callback address.
package struct OpenWebAuthentication: SystemRequest, Equatable {
    package typealias Answer = WebAuthenticationOutcome
    package static let kind = RequestKind.openWebAuthentication
    /// The maximum length of the address, in bytes.
    package static let maximumAddressLength = 16_384

    package let context: ContextReference
    /// An http or https URL.
    package let address: String
    package let callback: WebCallback
    /// Whether the browser starts without cookies and stores none.
    package let isEphemeral: Bool
    /// Header fields that the browser adds to the first request only.
    package let headerFields: [WebHeaderField]

    package init(
        context: ContextReference, address: String, callback: WebCallback, isEphemeral: Bool, headerFields: [WebHeaderField] = []
    ) {
        self.context = context
        self.address = address
        self.callback = callback
        self.isEphemeral = isEphemeral
        self.headerFields = headerFields
    }

    package static let wire = WireForm(
        Self.init, .field(\.context), .field(\.address, .text(atMost: Self.maximumAddressLength)), .field(\.callback),
        .field(\.isEphemeral), .field(\.headerFields, .list(atMost: WebHeaderField.maximumCount)))
}

/// A header field that an app adds to a browser's request (`ASWebAuthenticationSession.additionalHeaderFields`).
package struct WebHeaderField: WireRecord, Hashable {
    /// The maximum number of fields in one request.
    package static let maximumCount = 64
    /// The maximum length of a name, in bytes.
    package static let maximumNameLength = 256
    /// The maximum length of a value, in bytes.
    package static let maximumValueLength = 8_192

    package let name: String
    package let value: String

    /// Returns nil for a name that is not a token. Returns nil for a value that begins or ends with a space or tab, or that contains
    /// other characters than printable ASCII, spaces and tabs. Returns nil for a field that the Fetch standard forbids to scripts
    /// (section 2.2.2, forbidden request-header), such as `Cookie`. Browsers set those fields themselves.
    package init?(name: String, value: String) {
        let (folded, bytes) = (name.lowercased(), value.utf8)
        guard !name.isEmpty, name.utf8.count <= Self.maximumNameLength, name.utf8.allSatisfy(Self.tokens.contains),
            bytes.count <= Self.maximumValueLength, bytes.allSatisfy({ $0 == 0x09 || (0x20...0x7E).contains($0) }),
            bytes.first.map(Self.spaces.contains) != true, bytes.last.map(Self.spaces.contains) != true,
            !Self.forbidden.contains(folded), !folded.hasPrefix("proxy-"), !folded.hasPrefix("sec-"),
            !(Self.overridesOfMethod.contains(folded) && Self.namesForbiddenMethod(value))
        else { return nil }
        self.name = name
        self.value = value
    }

    private static let tokens = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    private static let spaces: Set<UInt8> = [0x09, 0x20]
    private static let forbidden: Set<String> = [
        "accept-charset", "accept-encoding", "access-control-request-headers", "access-control-request-method", "connection",
        "content-length", "cookie", "cookie2", "date", "dnt", "expect", "host", "keep-alive", "origin", "referer", "set-cookie",
        "te",
        "trailer", "transfer-encoding", "upgrade", "via",
    ]
    private static let overridesOfMethod: Set<String> = ["x-http-method", "x-http-method-override", "x-method-override"]

    private static func namesForbiddenMethod(_ value: String) -> Bool {
        value.uppercased().split { ", \t".contains($0) }.contains { ["CONNECT", "TRACE", "TRACK"].contains($0) }
    }

    package static let wire = WireForm(
        Self.init, .field(\.name, .text(atMost: Self.maximumNameLength)), .field(\.value, .text(atMost: Self.maximumValueLength)))
}

/// The address that ends the session (`ASWebAuthenticationSession.Callback`).
package enum WebCallback: WireRecord, Hashable {
    case customScheme(String)
    case https(host: String, path: String)

    /// The maximum length of each text, in bytes.
    package static let maximumLength = 1_024

    /// Returns whether a scheme can be an app's own: a valid scheme (RFC 3986, section 3.1) that browsers do not load themselves.
    package static func isOfApps(_ scheme: String) -> Bool {
        guard let first = scheme.utf8.first, letters.contains(first) else { return false }
        return scheme.utf8.allSatisfy { letters.contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
            && !schemesOfPages.contains(scheme.lowercased())
    }

    private static let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    private static let schemesOfPages: Set<String> = [
        "http", "https", "ws", "wss", "ftp", "file", "data", "blob", "about", "javascript", "filesystem", "view-source",
    ]

    /// Returns whether an address with these parts ends the session: it has the custom scheme, or it is the https address with
    /// exactly this host and path, on port 443. Scheme and host are compared without case; user, query and fragment are ignored.
    ///
    /// - Parameter path: the path, percent-encoded as received.
    package func isMet(byScheme scheme: String?, host: String?, port: Int?, path: String) -> Bool {
        guard let scheme = scheme?.lowercased() else { return false }
        switch self {
        case .customScheme(let name): return Self.isOfApps(name) && scheme == name.lowercased()
        case .https(let name, let end):
            return scheme == "https" && host?.lowercased() == name.lowercased() && (port ?? 443) == 443
                && path == (end.hasPrefix("/") ? end : "/" + end)
        }
    }

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.customScheme, .text(atMost: Self.maximumLength)) { if case .customScheme(let it) = $0 { it } else { nil } },
        .case(2, Self.https, .text(atMost: Self.maximumLength), .text(atMost: Self.maximumLength)) {
            if case .https(let a, let b) = $0 { (a, b) } else { nil }
        },
    ])
}

/// The outcome of a session in the browser.
package enum WebAuthenticationOutcome: WireRecord, Equatable {
    /// The browser reached this address, which matches the callback.
    case callback(String)
    case cancelled

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.callback, .text(atMost: OpenWebAuthentication.maximumAddressLength)) {
            if case .callback(let it) = $0 { it } else { nil }
        },
        .case(2, .cancelled),
    ])
}
