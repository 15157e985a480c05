/// What is to be evaluated.
package enum EvaluationSubject: Hashable, Sendable {
    case policy(AuthenticationPolicy)
    /// What a list asks for one operation, ahead of the operation.
    case accessControl(AccessControl, ProtectedOperation)
    /// A right that stands in the store, by the requirement it was saved with.
    case right(RightIdentifier)
    /// A right that stands nowhere.
    case requirement(RightRequirement)
}

extension EvaluationSubject: WireValue {
    private enum Tag: UInt8, WireValue {
        case policy = 1
        case accessControl = 2
        case right = 3
        case requirement = 4
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .policy: self = .policy(try reader.value())
        case .accessControl: self = .accessControl(try reader.value(), try reader.value())
        case .right: self = .right(try reader.value())
        case .requirement: self = .requirement(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .policy(let policy):
            writer.value(Tag.policy)
            writer.value(policy)
        case .accessControl(let control, let operation):
            writer.value(Tag.accessControl)
            writer.value(control)
            writer.value(operation)
        case .right(let identifier):
            writer.value(Tag.right)
            writer.value(identifier)
        case .requirement(let requirement):
            writer.value(Tag.requirement)
            writer.value(requirement)
        }
    }
}
