/// A request that the system around the broker answers: accounts, sheets, browsers. It may wait for a person or for another server.
package protocol SystemRequest: DeviceRequest {
    /// The context at whose end the request is taken back. Its bytes come first, so that the broker finds it without knowing the rest.
    var context: ContextReference { get }
}
