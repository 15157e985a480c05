/// Opens a context, which remembers what was shown to it until it is closed.
package struct OpenContext: DeviceRequest, Equatable {
    package typealias Answer = ContextReference
    package static let kind = RequestKind.openContext

    package init() {}
    package static let wire = WireForm(Self.init)
}

/// Closes a context and takes back whatever asks on its behalf (`appCancel`). A context that is closed already stays so.
package struct CloseContext: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.closeContext

    package let context: ContextReference

    package init(context: ContextReference) {
        self.context = context
    }

    package static let wire = WireForm(Self.init, .field(\.context))
}

/// Says whether evaluating would ask anyone, without asking. Refused with what evaluating would fail with.
package struct Preflight: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.preflight

    package let context: ContextReference
    package let subject: EvaluationSubject

    package init(context: ContextReference, subject: EvaluationSubject) {
        self.context = context
        self.subject = subject
    }

    package static let wire = WireForm(Self.init, .field(\.context), .field(\.subject))
}

/// Asks the person, and remembers in the context what was shown.
package struct Evaluate: DeviceRequest, Equatable {
    package typealias Answer = Evaluated
    package static let kind = RequestKind.evaluate

    package let context: ContextReference
    package let subject: EvaluationSubject
    package let presentation: Presentation
    package let mayInteract: Bool
    /// Seconds since the device was unlocked by biometry within which that suffices; 0 to 300.
    package let unlockReuse: UInt16

    /// Takes more than 300 seconds for 300, as Apple does.
    package init(
        context: ContextReference, subject: EvaluationSubject, presentation: Presentation, mayInteract: Bool = true,
        unlockReuse: UInt16 = 0
    ) {
        self.context = context
        self.subject = subject
        self.presentation = presentation
        self.mayInteract = mayInteract
        self.unlockReuse = min(unlockReuse, AuthenticationUse.longestReuse)
    }

    package static let wire = WireForm(
        Self.init, .field(\.context), .field(\.subject), .field(\.presentation), .field(\.mayInteract),
        .field(\.unlockReuse, .number(in: UInt16(0)...AuthenticationUse.longestReuse)))
}

/// What was evaluated is met.
package struct Evaluated: WireRecord, Equatable {
    /// Whether the context has seen a match of biometry: by this evaluation, or before it.
    package let isMatched: Bool

    package init(isMatched: Bool) {
        self.isMatched = isMatched
    }

    package static let wire = WireForm(Self.init, .field(\.isMatched))
}

/// Gives the context the app's own password for items that need one, or takes it away. What a context has is never given back.
package struct SetCredential: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.setCredential
    /// The longest password, in bytes.
    package static let maximumLength = 4_096

    package let context: ContextReference
    package let password: [UInt8]?

    package init(context: ContextReference, password: [UInt8]?) {
        self.context = context
        self.password = password
    }

    package static let wire = WireForm(
        Self.init, .field(\.context), .field(\.password, .optional(.octets(atMost: Self.maximumLength))))
}

/// Tells with what a person can be authenticated here.
package struct ReadMechanisms: DeviceRequest, Equatable {
    package typealias Answer = Mechanisms
    package static let kind = RequestKind.readMechanisms

    package init() {}
    package static let wire = WireForm(Self.init)
}

/// What is to be evaluated.
package enum EvaluationSubject: WireRecord, Hashable {
    case policy(AuthenticationPolicy)
    /// What a list asks for one operation, ahead of the operation.
    case accessControl(AccessControl, ProtectedOperation)
    /// A right that stands in the store, by the requirement it was saved with.
    case right(RightIdentifier)
    /// A right that stands nowhere.
    case requirement(RightRequirement)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.policy) { if case .policy(let it) = $0 { it } else { nil } },
        .case(2, Self.accessControl, .value, .value) { if case .accessControl(let a, let b) = $0 { (a, b) } else { nil } },
        .case(3, Self.right) { if case .right(let it) = $0 { it } else { nil } },
        .case(4, Self.requirement) { if case .requirement(let it) = $0 { it } else { nil } },
    ])
}

/// The policies of `LAPolicy`, by Apple's raw values.
package enum AuthenticationPolicy: UInt8, WireValue, CaseIterable {
    case biometrics = 1
    case owner = 2
    case companion = 3
    case biometricsOrCompanion = 4
}
