import AppleIdentity

/// How mistakes in credentials are told.
enum CredentialFailure {
    /// Runs what checks credentials, and says what is wrong with them in this command's voice.
    static func explaining<Value>(_ check: () throws -> Value) throws -> Value {
        do {
            return try check()
        } catch let error as CredentialError {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    /// A mistake in what this side knows about itself.
    init(_ error: CredentialError) {
        self.init(.usage, "\(error.reason.spoken) (\(error.code.rawValue))", hint: error.remedy.spoken)
    }
}
