import DeviceProtocol

extension Broker {
    func saveRight(_ request: SaveRight, _ caller: Caller) throws(DeviceRefusal) -> SavedRight {
        try keychain.save(request, for: caller.app)
    }

    func readRight(_ request: ReadRight, _ caller: Caller) throws(DeviceRefusal) -> SavedRight {
        try keychain.right(request.identifier, of: caller.app)
    }

    func readRightSecret(_ request: ReadRightSecret, _ caller: Caller) throws(DeviceRefusal) -> RightSecret {
        let use = AuthenticationUse(context: request.context, interface: .fail)
        return try gated(use, caller, for: .authorizeRight) { (gate) throws(DeviceRefusal) in
            try keychain.secret(ofRight: request.identifier, of: caller.app, gate: gate)
        }
    }

    func removeRight(_ request: RemoveRight, _ caller: Caller) throws(DeviceRefusal) -> Done {
        try keychain.removeRight(request.identifier, of: caller.app)
        return Done()
    }

    func removeAllRights(_ request: RemoveAllRights, _ caller: Caller) throws(DeviceRefusal) -> Done {
        try keychain.removeAllRights(of: caller.app)
        return Done()
    }
}
