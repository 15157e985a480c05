import DeviceProtocol

extension LAAccessControlOperation {
    /// What of it an access control may stand before. Nothing: the operation is free.
    var protectedOperation: ProtectedOperation? {
        switch self {
        case .createItem, .createKey: nil
        case .useItem: .readData
        case .useKeySign: .sign
        case .useKeyDecrypt, .useKeyKeyExchange: .exchange
        }
    }
}
