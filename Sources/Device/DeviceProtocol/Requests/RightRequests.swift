/// Saves a right under a new name: a key in the enclave and at most one secret, both behind the requirement, or nothing of it.
package struct SaveRight: DeviceRequest, Equatable {
    package typealias Answer = SavedRight
    package static let kind = RequestKind.saveRight
    /// The longest secret, in bytes.
    package static let maximumSecretLength = 1 << 20

    package let identifier: RightIdentifier
    package let requirement: RightRequirement
    package let secret: [UInt8]?

    package init(identifier: RightIdentifier, requirement: RightRequirement, secret: [UInt8]?) {
        self.identifier = identifier
        self.requirement = requirement
        self.secret = secret
    }

    package init(from reader: inout WireReader) throws(WireError) {
        identifier = try reader.value()
        requirement = try reader.value()
        secret = try reader.optional { (reader) throws(WireError) in try reader.octets(atMost: Self.maximumSecretLength) }
    }

    package func write(to writer: inout WireWriter) {
        writer.value(identifier)
        writer.value(requirement)
        writer.optional(secret) { $0.octets($1) }
    }
}

/// Tells what stands under a name, without asking anyone.
package struct ReadRight: DeviceRequest, Equatable {
    package typealias Answer = SavedRight
    package static let kind = RequestKind.readRight

    package let identifier: RightIdentifier

    package init(identifier: RightIdentifier) {
        self.identifier = identifier
    }

    package init(from reader: inout WireReader) throws(WireError) {
        identifier = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(identifier)
    }
}

/// Gives out the secret of a right, to a context that is authorised for it. A right is never asked for by the way: see `Evaluate`.
package struct ReadRightSecret: DeviceRequest, Equatable {
    package typealias Answer = RightSecret
    package static let kind = RequestKind.readRightSecret

    package let identifier: RightIdentifier
    package let context: ContextReference

    package init(identifier: RightIdentifier, context: ContextReference) {
        self.identifier = identifier
        self.context = context
    }

    package init(from reader: inout WireReader) throws(WireError) {
        identifier = try reader.value()
        context = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(identifier)
        writer.value(context)
    }
}

/// The bytes of a right's secret.
package struct RightSecret: WireValue, Equatable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(from reader: inout WireReader) throws(WireError) {
        bytes = try reader.octets(atMost: SaveRight.maximumSecretLength)
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(bytes)
    }
}

/// Removes a right with its key and its secret.
package struct RemoveRight: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.removeRight

    package let identifier: RightIdentifier

    package init(identifier: RightIdentifier) {
        self.identifier = identifier
    }

    package init(from reader: inout WireReader) throws(WireError) {
        identifier = try reader.value()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(identifier)
    }
}

/// Removes every right of the app.
package struct RemoveAllRights: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.removeAllRights

    package init() {}
    package init(from reader: inout WireReader) throws(WireError) {}
    package func write(to writer: inout WireWriter) {}
}
