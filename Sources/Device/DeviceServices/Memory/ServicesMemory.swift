import DeviceProtocol
import Synchronization

/// What the services remember, and where it lasts.
final class ServicesMemory: Sendable {
    private let store: any ServicesStore
    private let state: Mutex<ServicesState>

    /// Throws `unavailable` where what was kept cannot be read: forgetting it would tell apps that nobody ever signed in.
    init(store: any ServicesStore) throws(DeviceRefusal) {
        self.store = store
        state = Mutex(try store.load() ?? ServicesState())
    }

    var current: ServicesState { state.withLock { $0 } }

    /// Changes all of it or nothing, durably when it returns.
    func change<Value: Sendable>(_ body: (inout ServicesState) -> Value) throws(DeviceRefusal) -> Value {
        try state.withLock { (state) throws(DeviceRefusal) in
            var changed = state
            let value = body(&changed)
            if changed != state {
                try store.save(changed)
                state = changed
            }
            return value
        }
    }
}
