import DeviceProtocol

extension Broker {
    func createKey(_ request: CreateKey, _ caller: Caller) throws(DeviceError) -> KeyDescription {
        try gated(request.authentication, caller, for: .readItem) { (gate) throws(DeviceError) in
            try keychain.createKey(request, for: caller.app, gate: gate)
        }
    }

    func sign(_ request: Sign, _ caller: Caller) throws(DeviceError) -> P256Signature {
        try gated(request.key.use(request.authentication), caller, for: .sign) { (gate) throws(DeviceError) in
            try audited(caller, .sign) { () throws(DeviceError) in try keychain.sign(request, for: caller.app, gate: gate) }
        }
    }

    func exchange(_ request: Exchange, _ caller: Caller) throws(DeviceError) -> Octets32 {
        try gated(request.key.use(request.authentication), caller, for: .exchange) { (gate) throws(DeviceError) in
            try audited(caller, .exchange) { () throws(DeviceError) in try keychain.exchange(request, for: caller.app, gate: gate)
            }
        }
    }

    func describe(_ request: DescribeKey, _ caller: Caller) throws(DeviceError) -> KeyDescription {
        try keychain.describe(request, for: caller.app)
    }

    /// Attests a key. Not audited, because attesting does not use the private key and never prompts.
    func attest(_ request: Attest, _ caller: Caller) throws(DeviceError) -> KeyAttestation {
        try keychain.attest(request, for: caller.app)
    }

    /// Records every use of a private key in the audit trail, including denied ones.
    private func audited<Value>(
        _ caller: Caller, _ purpose: PromptPurpose, _ body: () throws(DeviceError) -> Value
    ) throws(DeviceError) -> Value {
        do throws(DeviceError) {
            let value = try body()
            audit.noteUse(by: caller, purpose, "used")
            return value
        } catch {
            audit.noteUse(by: caller, purpose, "rejected")
            throw error
        }
    }
}

extension KeyReference {
    /// Returns the use without prompts for the key of a right, which only accepts a context that is already authorized.
    fileprivate func use(_ use: AuthenticationUse) -> AuthenticationUse {
        guard case .right = self else { return use }
        var quiet = use
        quiet.interface = .fail
        return quiet
    }
}

extension Broker {
    func saveRight(_ request: SaveRight, _ caller: Caller) throws(DeviceError) -> SavedRight {
        try keychain.save(request, for: caller.app)
    }

    func readRight(_ request: ReadRight, _ caller: Caller) throws(DeviceError) -> SavedRight {
        try keychain.right(request.identifier, of: caller.app)
    }

    func readRightSecret(_ request: ReadRightSecret, _ caller: Caller) throws(DeviceError) -> RightSecret {
        let use = AuthenticationUse(context: request.context, interface: .fail)
        return try gated(use, caller, for: .authorizeRight) { (gate) throws(DeviceError) in
            try keychain.secret(ofRight: request.identifier, of: caller.app, gate: gate)
        }
    }

    func removeRight(_ request: RemoveRight, _ caller: Caller) throws(DeviceError) -> Done {
        try keychain.removeRight(request.identifier, of: caller.app)
        return Done()
    }

    func removeAllRights(_ request: RemoveAllRights, _ caller: Caller) throws(DeviceError) -> Done {
        try keychain.removeAllRights(of: caller.app)
        return Done()
    }
}
