/// Opens a context, which retains its evidence until it is closed.
package struct OpenContext: DeviceRequest, Equatable {
    package typealias Answer = ContextReference
    package static let kind = RequestKind.openContext

    package init() {}
    package static let wire = WireForm(Self.init)
}

/// Closes a context and cancels its pending prompts with `appCancel`. Closing a closed context has no effect.
package struct CloseContext: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.closeContext

    package let context: ContextReference

    package init(context: ContextReference) {
        self.context = context
    }

    package static let wire = WireForm(Self.init, .field(\.context))
}

/// Checks, without a prompt, whether the subject can be evaluated. Throws the error that the evaluation would fail with.
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

/// Authenticates the user and records the evidence in the context.
package struct Evaluate: DeviceRequest, Equatable {
    package typealias Answer = Evaluated
    package static let kind = RequestKind.evaluate

    package let context: ContextReference
    package let subject: EvaluationSubject
    package let presentation: Presentation
    package let mayInteract: Bool
    /// The time for which an unlock by biometry satisfies the evaluation, in seconds; 0 to 300.
    package let unlockReuse: UInt16

    /// Limits `unlockReuse` to 300 seconds, as Apple does.
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

/// A successful evaluation.
package struct Evaluated: WireRecord, Equatable {
    /// Whether the context has a biometric match, from this evaluation or an earlier one.
    package let isMatched: Bool

    package init(isMatched: Bool) {
        self.isMatched = isMatched
    }

    package static let wire = WireForm(Self.init, .field(\.isMatched))
}

/// Sets or removes the app's password for items that require one. A context never returns its password.
package struct SetCredential: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.setCredential
    /// The maximum length of the password, in bytes.
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

/// Reads which authentication mechanisms this device has.
package struct ReadMechanisms: DeviceRequest, Equatable {
    package typealias Answer = Mechanisms
    package static let kind = RequestKind.readMechanisms

    package init() {}
    package static let wire = WireForm(Self.init)
}

/// The subject of an evaluation.
package enum EvaluationSubject: WireRecord, Hashable {
    case policy(AuthenticationPolicy)
    /// The constraints that an access control list sets for one operation, evaluated before the operation.
    case accessControl(AccessControl, ProtectedOperation)
    /// A stored right, with the requirement that it was saved with.
    case right(RightIdentifier)
    /// A right that is not stored.
    case requirement(RightRequirement)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.policy) { if case .policy(let it) = $0 { it } else { nil } },
        .case(2, Self.accessControl, .value, .value) { if case .accessControl(let a, let b) = $0 { (a, b) } else { nil } },
        .case(3, Self.right) { if case .right(let it) = $0 { it } else { nil } },
        .case(4, Self.requirement) { if case .requirement(let it) = $0 { it } else { nil } },
    ])
}

/// The policies of `LAPolicy`, with Apple's raw values.
package enum AuthenticationPolicy: UInt8, WireValue, CaseIterable {
    case biometrics = 1
    case owner = 2
    case companion = 3
    case biometricsOrCompanion = 4
}
