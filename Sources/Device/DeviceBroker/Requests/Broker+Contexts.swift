import DeviceProtocol
import Secrets

extension Broker {
    func openContext(_ request: OpenContext, _ caller: Caller) throws(DeviceError) -> ContextReference {
        try contexts.open(for: caller)
    }

    func closeContext(_ request: CloseContext, _ caller: Caller) throws(DeviceError) -> Done {
        contexts.close(request.context, of: caller)
        return Done()
    }

    func setCredential(_ request: SetCredential, _ caller: Caller) throws(DeviceError) -> Done {
        try authenticating { () throws(AuthenticationFailure) in
            try contexts.setApplicationPassword(request.password.map { SecretBytes($0) }, of: request.context, for: caller)
        }
        return Done()
    }

    func readMechanisms(_ request: ReadMechanisms, _ caller: Caller) throws(DeviceError) -> Mechanisms {
        presence.mechanisms(for: caller.app)
    }

    func preflight(_ request: Preflight, _ caller: Caller) throws(DeviceError) -> Done {
        for demand in try demands(of: request.subject, in: request.context, caller) {
            if let failure = PresenceCeremony.preflight(demand, presence.mechanisms(for: caller.app)) {
                throw .authentication(failure)
            }
        }
        return Done()
    }

    func evaluate(_ request: Evaluate, _ caller: Caller) throws(DeviceError) -> Evaluated {
        let demands = try demands(of: request.subject, in: request.context, caller)
        return try authenticating { () throws(AuthenticationFailure) in
            let closing = try contexts.closing(of: request.context, for: caller)
            for demand in demands {
                let inquiry = PresenceInquiry(
                    caller: caller, purpose: request.subject.purpose, presentation: request.presentation,
                    mayInteract: request.mayInteract,
                    unlockReuse: request.unlockReuse, cancellation: closing)
                try contexts.add(try presence.obtain(demand, for: inquiry), to: request.context, of: caller)
            }
            let evidence = try contexts.evidence(of: request.context, for: caller)
            return Evaluated(isMatched: evidence.matchedSet != nil)
        }
    }

    /// Returns the prompts that the subject still requires, given the evidence of the context.
    private func demands(
        of subject: EvaluationSubject, in context: ContextReference, _ caller: Caller
    ) throws(DeviceError) -> [PresenceDemand] {
        let evidence = try authenticating { () throws(AuthenticationFailure) in
            try contexts.evidence(of: context, for: caller)
        }
        let control: AccessControl
        let operation: ProtectedOperation
        switch subject {
        case .policy(let policy):
            return evidence.meets(policy.demand) ? [] : [policy.demand]
        case .accessControl(let given, let asked): (control, operation) = (given, asked)
        case .right(let identifier):
            (control, operation) = (try keychain.right(identifier, of: caller.app).requirement.accessControl, .sign)
        case .requirement(let requirement): (control, operation) = (try requirement.accessControl, .sign)
        }
        return try authenticating { () throws(AuthenticationFailure) in
            try control.demands(
                before: operation, given: evidence, currentSet: presence.currentSet,
                hasWatch: presence.companion?.isReady == true)
        }
    }

    private func authenticating<Value>(_ body: () throws(AuthenticationFailure) -> Value) throws(DeviceError) -> Value {
        do throws(AuthenticationFailure) {
            return try body()
        } catch {
            throw .authentication(error)
        }
    }
}

extension AuthenticationPolicy {
    fileprivate var demand: PresenceDemand {
        switch self {
        case .biometrics: .biometry
        case .owner: .owner
        case .companion: .companion
        case .biometricsOrCompanion: [.biometry, .companion]
        }
    }
}

extension EvaluationSubject {
    fileprivate var purpose: PromptPurpose {
        switch self {
        case .policy, .accessControl: .evaluate
        case .right, .requirement: .authorizeRight
        }
    }
}
