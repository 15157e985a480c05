package import Foundation

/// A cookie that the browser holds for a page.
package struct Cookie: Sendable {
    package let name: String
    package let value: String
    package let domain: String
    package let path: String
    package let isSecure: Bool
    package let isHTTPOnly: Bool
    /// `Strict`, `Lax` or `None`; nil if the server did not set it.
    package let sameSite: String?
    /// Seconds since 1970; nil for a session cookie.
    package let expires: Double?

    init?(_ cookie: ProtocolValue) {
        guard let name = cookie["name"]?.string, let value = cookie["value"]?.string else { return nil }
        self.name = name
        self.value = value
        domain = cookie["domain"]?.string ?? ""
        path = cookie["path"]?.string ?? ""
        isSecure = cookie["secure"]?.boolean ?? false
        isHTTPOnly = cookie["httpOnly"]?.boolean ?? false
        sameSite = cookie["sameSite"]?.string
        expires = cookie["session"]?.boolean == true ? nil : cookie["expires"]?.number
    }
}

extension Page {
    /// Returns all cookies of this page's user, for any URL.
    package var cookies: [Cookie] {
        get async throws {
            try await operation("cookies") { page in
                let answer = try await page.browser.connection.send(
                    "Storage.getCookies", ["browserContextId": .string(page.context)])
                return (answer["cookies"]?.array ?? []).compactMap(Cookie.init)
            }
        }
    }

    /// Sends this value of `Accept-Language` with every request from now on.
    package func setAcceptLanguage(_ value: String) async throws {
        try await operation("setAcceptLanguage") { page in
            _ = try await page.send("Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": .string(value)]])
        }
    }

    /// Ignores the Content-Security-Policy of pages from now on, so that a test's script can send requests from any page.
    package func ignoreContentSecurityPolicy() async throws {
        try await operation("ignoreContentSecurityPolicy") { page in
            _ = try await page.send("Page.setBypassCSP", ["enabled": true])
        }
    }

    /// Returns a PNG of the window, or with `wholePage` of the whole page.
    package func screenshot(wholePage: Bool = false) async throws -> Data {
        try await operation("screenshot") { page in
            let answer = try await page.send(
                "Page.captureScreenshot", ["format": "png", "captureBeyondViewport": .boolean(wholePage)])
            guard let image = answer["data"]?.string.flatMap({ Data(base64Encoded: $0) }) else {
                throw BrowserError.rejected(command: "Page.captureScreenshot", reason: "no image")
            }
            return image
        }
    }
}
