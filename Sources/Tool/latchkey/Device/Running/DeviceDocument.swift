import DeviceBroker
import DeviceProtocol
import JSONText

/// A running device as JSON.
struct DeviceDocument {
    let control: String
    let enclave: EnclaveDescription
    let apps: [LaunchedApp]

    var json: JSONValue {
        [
            "control": .string(control),
            "enclave": [
                "kind": .string("\(enclave.kind)"), "description": .string(enclave.model),
                "hardwareBacked": .boolean(enclave.isHardwareBacked),
            ],
            "apps": .array(apps.map(\.json)),
        ]
    }
}
