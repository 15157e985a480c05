public import Dispatch
public import Foundation
import Synchronization

/// A certificate to evaluate, with other certificates that may be part of its chain.
///
/// Create a trust object with ``SecTrustCreateWithCertificates(_:_:_:)`` and evaluate it with
/// ``SecTrustEvaluateWithError(_:_:)``. Trust objects are thread-safe. The evaluation sends no network requests, neither for
/// missing certificates nor for revocation.
public final class SecTrust: NSObject, Sendable {
    struct State: Sendable {
        var policies: [SecPolicy]
        var anchors = TrustAnchors()
        /// The verification date. Nil for now.
        var date: Date?
        var exceptions: Set<[UInt8]> = []
        var verdict: TrustVerdict?
        /// The number of changes of the properties above, except the verdict.
        var revision = 0
    }

    /// The maximum number of certificates in a trust object.
    static let maximumCertificates = 64

    let certificates: [SecCertificate]
    private let state: Mutex<State>

    init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
        self.certificates = certificates
        state = Mutex(State(policies: policies))
        super.init()
    }

    var current: State { state.withLock { $0 } }

    /// Changes the parameters and discards the previous verdict.
    func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.verdict = nil
            state.revision += 1
        }
    }

    /// Returns the verdict. Evaluates the trust first if it has no verdict. Throws ``errSecInternalComponent`` if that fails.
    @discardableResult
    func judged() throws(SecurityFailure) -> TrustVerdict {
        let state = current
        if let verdict = state.verdict { return verdict }
        let judge = TrustEvaluator(
            certificates: certificates, anchors: state.anchors, rules: state.policies.map(\.rules), date: state.date ?? Date())
        guard let verdict = judge.verdict() else {
            throw SecurityFailure(errSecInternalComponent, "the certificates cannot be evaluated")
        }
        keep(verdict, of: state)
        return verdict
    }

    /// Stores the verdict, unless the parameters changed during the evaluation.
    func keep(_ verdict: TrustVerdict, of judged: State) {
        state.withLock { state in
            if state.revision == judged.revision { state.verdict = verdict }
        }
    }

    /// Returns the result of a verdict with exceptions.
    static func result(of verdict: TrustVerdict, _ exceptions: Set<[UInt8]>) -> SecTrustResultType {
        if verdict.failures.isEmpty { return .unspecified }
        return verdict.failures.allSatisfy { exceptions.contains($0.encoded) } ? .proceed : .recoverableTrustFailure
    }

    public override var description: String { "<SecTrust: \(certificates[0].contents.summary ?? "without a name")>" }

    public override var debugDescription: String { description }
}

extension SecTrust: CoreFoundationNumbered {
    package static let typeID: CFTypeID = 1_006
}

/// The result of a trust evaluation.
public enum SecTrustResultType: UInt32, Sendable {
    /// The trust has not been evaluated.
    case invalid = 0
    /// The certificate is trusted, because of exceptions.
    case proceed = 1
    /// The user chose to deny trust. Never returned, because the user is not asked.
    case deny = 3
    /// The certificate is trusted.
    case unspecified = 4
    /// The certificate is not trusted, but exceptions are possible.
    case recoverableTrustFailure = 5
    /// The certificate is not trusted, and exceptions are not possible. Never returned.
    case fatalTrustFailure = 6
    /// The evaluation failed.
    case otherError = 7
}

/// The callback of ``SecTrustEvaluateAsync(_:_:_:)``.
public typealias SecTrustCallback = @Sendable (SecTrust, SecTrustResultType) -> Void
/// The callback of ``SecTrustEvaluateAsyncWithError(_:_:_:)``.
public typealias SecTrustWithErrorCallback = @Sendable (SecTrust, Bool, CFError?) -> Void

/// Returns the type identifier of trust objects, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecTrustGetTypeID() -> CFTypeID {
    SecTrust.typeID
}

// MARK: - Parameters

/// Creates a trust object.
///
/// - Parameters:
///   - certificates: A ``SecCertificate``, or an array with the certificate to evaluate first, followed by other certificates of
///     the chain in any order; at most 64.
///   - policies: A ``SecPolicy`` or an array. All of them must be satisfied. Nil for ``SecPolicyCreateBasicX509()``.
///   - trust: On success, the trust object.
/// - Returns: ``errSecParam`` for no certificate, for more than 64, and for values of other types.
@discardableResult
public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
    guard let certificates = objects(certificates, SecCertificate.self), !certificates.isEmpty,
        certificates.count <= SecTrust.maximumCertificates, let policies = judgedPolicies(policies)
    else { return errSecParam }
    trust.pointee = SecTrust(certificates, policies)
    return errSecSuccess
}

/// Sets the policies: a ``SecPolicy`` or an array.
///
/// - Returns: ``errSecParam`` for values of other types.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
    guard let policies = judgedPolicies(policies) else { return errSecParam }
    trust.change { $0.policies = policies }
    return errSecSuccess
}

/// Copies the policies.
@discardableResult
public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    policies.pointee = trust.current.policies as NSArray
    return errSecSuccess
}

/// Sets the anchor certificates, which replace the anchors of the system. Nil restores those.
///
/// - Returns: ``errSecParam`` for values other than an array of certificates.
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
    guard let anchorCertificates else {
        trust.change { $0.anchors = TrustAnchors() }
        return errSecSuccess
    }
    guard let anchors = objects(anchorCertificates, SecCertificate.self) else { return errSecParam }
    trust.change { $0.anchors = TrustAnchors(own: anchors, includesSystem: false) }
    return errSecSuccess
}

/// Sets whether the system's anchors are ignored in addition to the custom ones.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
    trust.change { $0.anchors.includesSystem = !anchorCertificatesOnly }
    return errSecSuccess
}

/// Copies the custom anchor certificates. The result is nil if no anchors were set.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(_ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    anchors.pointee = trust.current.anchors.own.map { $0 as NSArray }
    return errSecSuccess
}

/// Sets the date for the evaluation.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
    trust.change { $0.date = verifyDate as Date }
    return errSecSuccess
}

/// Returns the date of the evaluation: the one that was set, or now.
@discardableResult
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
    (trust.current.date ?? Date()).timeIntervalSinceReferenceDate
}

/// Sets whether missing certificates may be fetched, which is unsupported.
///
/// - Returns: ``errSecUnimplemented`` for true.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
    allowFetch ? errSecUnimplemented : errSecSuccess
}

// MARK: - Evaluation

/// Evaluates the trust and returns whether the certificate is trusted.
///
/// - Parameter error: On failure, the reason in the domain `NSOSStatusErrorDomain`: ``errSecHostNameMismatch``,
///   ``errSecCertificateExpired``, ``errSecNotTrusted``, ``errSecCreateChainFailed`` and others. The underlying error lists the
///   problems of each certificate.
@discardableResult
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
    do throws(SecurityFailure) {
        let verdict = try trust.judged()
        let isTrusted = SecTrust.result(of: verdict, trust.current.exceptions) != .recoverableTrustFailure
        if !isTrusted { error?.pointee = verdict.error }
        return isTrusted
    } catch let failure {
        error?.pointee = failure.error
        return false
    }
}

/// Evaluates the trust on a queue and calls the handler there.
///
/// - Parameter queue: A serial queue.
@discardableResult
public func SecTrustEvaluateAsyncWithError(
    _ trust: SecTrust, _ queue: DispatchQueue, _ result: @escaping SecTrustWithErrorCallback
) -> OSStatus {
    queue.async {
        var error: CFError?
        let isTrusted = SecTrustEvaluateWithError(trust, &error)
        result(trust, isTrusted, error)
    }
    return errSecSuccess
}

/// Evaluates the trust. ``SecTrustEvaluateWithError(_:_:)`` also returns the reason.
///
/// - Parameter result: ``SecTrustResultType/unspecified`` and ``SecTrustResultType/proceed`` mean that the certificate is
///   trusted.
@discardableResult
public func SecTrustEvaluate(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>) -> OSStatus {
    guard (try? trust.judged()) != nil else {
        result.pointee = .otherError
        return errSecInternalComponent
    }
    return SecTrustGetTrustResult(trust, result)
}

/// Evaluates the trust on a queue and calls the handler there. Nil for a queue of the system.
@discardableResult
public func SecTrustEvaluateAsync(
    _ trust: SecTrust, _ queue: DispatchQueue?, _ result: @escaping SecTrustCallback
) -> OSStatus {
    (queue ?? .global()).async {
        let verdict = try? trust.judged()
        result(trust, verdict.map { SecTrust.result(of: $0, trust.current.exceptions) } ?? .otherError)
    }
    return errSecSuccess
}

/// Copies the result of the last evaluation. ``SecTrustResultType/invalid`` if there was none since the last change of the
/// object.
@discardableResult
public func SecTrustGetTrustResult(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>) -> OSStatus {
    let state = trust.current
    result.pointee = state.verdict.map { SecTrust.result(of: $0, state.exceptions) } ?? .invalid
    return errSecSuccess
}

// MARK: - Chain

/// Returns the chain from the certificate to an anchor, or its longest part. Evaluates the trust if necessary.
@discardableResult
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    (try? trust.judged()).map { $0.chain as NSArray }
}

/// Returns the number of certificates in the chain.
@discardableResult
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex {
    (try? trust.judged())?.chain.count ?? 0
}

/// Returns a certificate of the chain; index 0 is the evaluated one. Returns nil if the index is out of range.
@discardableResult
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
    guard let chain = (try? trust.judged())?.chain, chain.indices.contains(ix) else { return nil }
    return chain[ix]
}

/// Returns the public key of the certificate, without evaluating the trust. Returns nil for an unsupported algorithm.
@discardableResult
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
    SecCertificateCopyKey(trust.certificates[0])
}

/// The older name of ``SecTrustCopyKey(_:)``.
@discardableResult
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? {
    SecTrustCopyKey(trust)
}

// MARK: - Values

/// Returns an object of the class or an array of such objects. Returns nil for other values.
private func objects<Object: AnyObject>(_ value: CFTypeRef, _ type: Object.Type) -> [Object]? {
    if let one = value as? Object { return [one] }
    return (value as? NSArray)?.map { $0 as? Object }.reduce(into: [Object]?([])) { all, one in
        guard let one else { return all = nil }
        all?.append(one)
    }
}

/// Returns nil for values of other types, and for an empty array.
private func judgedPolicies(_ value: CFTypeRef?) -> [SecPolicy]? {
    guard let value else { return [SecPolicyCreateBasicX509()] }
    guard let policies = objects(value, SecPolicy.self), !policies.isEmpty else { return nil }
    return policies
}
