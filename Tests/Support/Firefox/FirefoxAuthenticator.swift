import Synchronization

/// An authenticator of the browser's own, with which its pages create and use passkeys (WebAuthn Level 3, section 11).
package struct FirefoxAuthenticator: Sendable {
    private let firefox: Firefox
    private let id: ProtocolValue

    /// A passkey that it holds.
    package struct Credential: Sendable {
        fileprivate let members: ProtocolValue

        package var signCount: Int { members["signCount"]?.number.map { Int($0) } ?? 0 }
    }

    fileprivate init(firefox: Firefox, hasUserVerification: Bool) async throws {
        self.firefox = firefox
        let added = try await firefox.send(
            "WebAuthn:AddVirtualAuthenticator",
            [
                "protocol": "ctap2_1", "transport": "internal", "hasResidentKey": true, "isUserConsenting": true,
                "hasUserVerification": .boolean(hasUserVerification), "isUserVerified": .boolean(hasUserVerification),
            ])
        let id = added["value"] ?? .null
        self.id = id
        firefox.authenticators.withLock { $0.append(id) }
    }

    /// Its passkeys.
    package var credentials: [Credential] {
        get async throws {
            let found = try await send("GetCredentials", [:])
            return (found["value"]?.array ?? found.array ?? []).map { Credential(members: $0) }
        }
    }

    /// Adds a passkey, such as one of another authenticator.
    package func add(_ credential: Credential) async throws {
        try await send("AddCredential", ["credentials": credential.members])
    }

    /// Whether the next verifications of the user succeed.
    package func setUserVerified(_ isUserVerified: Bool) async throws {
        try await send("SetUserVerified", ["isUserVerified": .boolean(isUserVerified)])
    }

    /// Removes it with its passkeys.
    package func remove() async throws {
        try await send("RemoveVirtualAuthenticator", [:])
        firefox.authenticators.withLock { $0.removeAll { $0 == id } }
    }

    @discardableResult
    private func send(_ command: String, _ parameters: [String: ProtocolValue]) async throws -> ProtocolValue {
        try await firefox.operation(command) { firefox in
            try await firefox.send("WebAuthn:\(command)", .object(parameters.merging(["authenticatorId": id]) { $1 }))
        }
    }
}

extension Firefox {
    /// Gives the browser an authenticator.
    package func addAuthenticator(hasUserVerification: Bool = true) async throws -> FirefoxAuthenticator {
        try await operation("addAuthenticator") {
            try await FirefoxAuthenticator(firefox: $0, hasUserVerification: hasUserVerification)
        }
    }

    /// Waits until the page offers passkeys at a field, and accepts the first one. This does what a click in the list of suggestions
    /// does; Marionette turns the list off.
    ///
    /// - Returns: the number of passkeys that the browser offers.
    package func acceptOfferedPasskey() async throws -> Int {
        try await operation("acceptOfferedPasskey") { firefox in
            let found = try await firefox.runInBrowser(
                """
                const { WebAuthnFeature } = ChromeUtils.importESModule("resource://gre/modules/WebAuthnFeature.sys.mjs");
                const service = Cc["@mozilla.org/webauthn/service;1"].getService(Ci.nsIWebAuthnService);
                const browser = gBrowser.selectedBrowser, context = browser.browsingContext;
                const origin = context.currentWindowGlobal.documentPrincipal.originNoSuffix;
                Services.tm.spinEventLoopUntil("an offer", () => service.hasPendingConditionalGet(context.id, origin) != 0);
                WebAuthnFeature.autocompleteItemsAsync(context.id, origin, undefined, true).then(items => {
                  WebAuthnFeature.promptForAuthenticator(browser, items[0].fillMessageData.selection);
                  done(items.filter(item => item.fillMessageData.selection.credentialId).length);
                });
                """)
            return found.number.map { Int($0) } ?? 0
        }
    }
}
