internal import FoundationEssentials

/// One request about to be made: everything but the client's own name and secret.
struct AppleCall {
    let operation: AppleOperation
    let url: String
    let fields: [(name: String, value: String)]
    var bearer: AccessToken?
    var codeOrigin: CodeOrigin?
    var codeReceivedAt: Date?
}
