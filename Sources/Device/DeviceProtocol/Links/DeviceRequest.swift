/// A request from an app to the broker, with the type of its response.
package protocol DeviceRequest: WireRecord {
    associatedtype Answer: WireValue
    /// The number that identifies the request on the wire.
    static var kind: RequestKind { get }
}

/// All requests. The numbers are part of the wire format: a new request uses a new number, and no number is reused.
package enum RequestKind: UInt8, WireValue, CaseIterable {
    case addItem = 1
    case findItems = 2
    case updateItems = 3
    case deleteItems = 4
    case addItems = 5

    case createKey = 16
    case sign = 17
    case exchange = 18
    case attest = 19
    case describeKey = 20

    case openContext = 32
    case closeContext = 33
    case preflight = 34
    case evaluate = 35
    case setCredential = 36
    case readMechanisms = 37

    case saveRight = 48
    case readRight = 49
    case readRightSecret = 50
    case removeRight = 51
    case removeAllRights = 52

    case performAuthorization = 64
    case readCredentialState = 65
    case awaitRevocations = 66
    case readIdentityStore = 67
    case changeIdentities = 68
    case openWebAuthentication = 69
    case modifyAccount = 70
    case reportCredentials = 71
    case exchangeCredentials = 72
    case openAutoFillSettings = 73
    case turnOnProvider = 74

    case changeSharedCredential = 80
    case requestSharedCredential = 81
}

/// A request that the system around the broker handles: accounts, sheets, browsers. It may wait for the user or for another server.
package protocol SystemRequest: DeviceRequest {
    /// The context whose end cancels the request. Encoded first, so that the broker can read it without decoding the rest.
    var context: ContextReference { get }
}
