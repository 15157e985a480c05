package import DeviceProtocol

/// A browser in which a person signs in to an app by a web page: a real one, or a test's double.
package protocol WebBrowser: Sendable {
    /// Opens the page and returns. `report` is called from any thread for every address that the browser is led to, and at last where the
    /// person closes it; nothing counts after `close`. Pages of one session that is not ephemeral share cookies with the next.
    func open(_ page: WebPage, report: @escaping @Sendable (WebReport) -> Void)
    func close(_ page: WebPage)
}

/// A page that an app has opened.
package struct WebPage: Hashable, Sendable {
    /// Counts the pages of a device, from 1.
    package let number: UInt64
    package let address: String
    package let isEphemeral: Bool
    /// What the browser adds to the request for the address, and to no other.
    package let headerFields: [WebHeaderField]
    private let callback: WebCallback

    init(number: UInt64, _ request: OpenWebAuthentication) {
        self.number = number
        address = request.address
        isEphemeral = request.isEphemeral
        headerFields = request.headerFields
        callback = request.callback
    }

    /// Whether this is an address that the app waits for. One that is too long for it is none.
    package func isEnded(by address: String) -> Bool {
        address.utf8.count <= OpenWebAuthentication.maximumAddressLength && WebAddress(address)?.ends(callback) == true
    }
}

/// What happens in the browser.
package enum WebReport: Hashable, Sendable {
    /// It is led to this address, which it has not opened yet.
    case led(to: String)
    case closed
}
