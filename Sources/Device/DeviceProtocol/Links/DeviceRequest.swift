/// One thing that an app asks of the trusted side, and what it is answered with.
package protocol DeviceRequest: WireRecord {
    associatedtype Answer: WireValue
    /// What the bytes of the request begin with.
    static var kind: RequestKind { get }
}

/// Every request there is. The numbers are the wire's: a new request takes a new number, and none is used twice.
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

    case changeSharedCredential = 80
    case requestSharedCredential = 81
}

/// A request that the system around the broker answers: accounts, sheets, browsers. It may wait for a person or for another server.
package protocol SystemRequest: DeviceRequest {
    /// The context at whose end the request is taken back. Its bytes come first, so that the broker finds it without knowing the rest.
    var context: ContextReference { get }
}
