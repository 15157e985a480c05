public import Dispatch
public import Foundation
import Synchronization

/// A certificate that is to be judged, with those that may stand between it and an anchor.
///
/// ``SecTrustCreateWithCertificates(_:_:_:)`` makes it, ``SecTrustEvaluateWithError(_:_:)`` judges it. Several threads may use it at once. Nobody is
/// asked over the network, neither for missing certificates nor whether one was revoked.
public final class SecTrust: NSObject, Sendable {
    struct State: Sendable {
        var policies: [SecPolicy]
        var anchors = TrustAnchors()
        /// Nothing: now.
        var date: Date?
        var exceptions: Set<[UInt8]> = []
        var verdict: TrustVerdict?
        /// Counts the changes of everything above but the verdict.
        var revision = 0
    }

    /// The most certificates of one object.
    static let maximumCertificates = 64

    let certificates: [SecCertificate]
    private let state: Mutex<State>

    init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
        self.certificates = certificates
        state = Mutex(State(policies: policies))
        super.init()
    }

    var current: State { state.withLock { $0 } }

    /// Changes what the judgement rests on: the one before counts no more.
    func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.verdict = nil
            state.revision += 1
        }
    }

    /// The judgement, made now where there is none. Throws ``errSecInternalComponent`` where it cannot be made.
    @discardableResult
    func judged() throws(SecurityFailure) -> TrustVerdict {
        let state = current
        if let verdict = state.verdict { return verdict }
        let judge = TrustJudge(
            certificates: certificates, anchors: state.anchors, rules: state.policies.map(\.rules), date: state.date ?? Date())
        guard let verdict = judge.verdict() else {
            throw SecurityFailure(errSecInternalComponent, "the certificates cannot be judged")
        }
        keep(verdict, of: state)
        return verdict
    }

    /// Keeps the judgement of a state for later, unless the state has changed meanwhile: it says nothing about another one.
    func keep(_ verdict: TrustVerdict, of judged: State) {
        state.withLock { state in
            if state.revision == judged.revision { state.verdict = verdict }
        }
    }

    /// What the judgement comes to, with what was excepted.
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

/// What a judgement comes to.
public enum SecTrustResultType: UInt32, Sendable {
    /// It was not made.
    case invalid = 0
    /// To be trusted, because of exceptions.
    case proceed = 1
    /// Never the result here: the person is not asked.
    case deny = 3
    /// To be trusted.
    case unspecified = 4
    /// Not to be trusted, unless somebody makes an exception.
    case recoverableTrustFailure = 5
    /// Not to be trusted whatever is excepted. Never the result here.
    case fatalTrustFailure = 6
    /// The judgement could not be made.
    case otherError = 7
}

/// What ``SecTrustEvaluateAsync(_:_:_:)`` tells.
public typealias SecTrustCallback = @Sendable (SecTrust, SecTrustResultType) -> Void
/// What ``SecTrustEvaluateAsyncWithError(_:_:_:)`` tells.
public typealias SecTrustWithErrorCallback = @Sendable (SecTrust, Bool, CFError?) -> Void

/// The number of the class of trust objects, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecTrustGetTypeID() -> CFTypeID {
    SecTrust.typeID
}

// MARK: - What is judged

/// Makes a trust object.
///
/// - Parameters:
///   - certificates: A ``SecCertificate``, or an array: the one to be judged, then others that may stand between it and an anchor, in any order; at most 64.
///   - policies: A ``SecPolicy``, or an array; all of them must be met. Nil: ``SecPolicyCreateBasicX509()``.
///   - trust: Gets the object.
/// - Returns: ``errSecParam`` for no certificate, for over 64, and for values of other types.
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

/// Puts other policies in the place of those of the object: a ``SecPolicy``, or an array.
///
/// - Returns: ``errSecParam`` for values of other types.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
    guard let policies = judgedPolicies(policies) else { return errSecParam }
    trust.change { $0.policies = policies }
    return errSecSuccess
}

/// The policies of the object.
@discardableResult
public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    policies.pointee = trust.current.policies as NSArray
    return errSecSuccess
}

/// Names whom a chain may end with, instead of the system's authorities. Nil: those again.
///
/// - Returns: ``errSecParam`` for an array of anything but certificates.
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
    guard let anchorCertificates else {
        trust.change { $0.anchors = TrustAnchors() }
        return errSecSuccess
    }
    guard let anchors = objects(anchorCertificates, SecCertificate.self) else { return errSecParam }
    trust.change { $0.anchors = TrustAnchors(own: anchors, takesSystem: false) }
    return errSecSuccess
}

/// Whether the system's authorities count no more beside those that were set.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
    trust.change { $0.anchors.takesSystem = !anchorCertificatesOnly }
    return errSecSuccess
}

/// The anchors that were set; nil where none were.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(_ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    anchors.pointee = trust.current.anchors.own.map { $0 as NSArray }
    return errSecSuccess
}

/// Judges as of another time than now.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
    trust.change { $0.date = verifyDate as Date }
    return errSecSuccess
}

/// As of when it is judged: what was set, or now.
@discardableResult
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
    (trust.current.date ?? Date()).timeIntervalSinceReferenceDate
}

/// Nothing is ever fetched here.
///
/// - Returns: ``errSecUnimplemented`` where it is to be.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
    allowFetch ? errSecUnimplemented : errSecSuccess
}

// MARK: - The judgement

/// Whether the certificate is to be trusted.
///
/// - Parameter error: Gets the reason where it is not, in the domain `NSOSStatusErrorDomain`: ``errSecHostNameMismatch``, ``errSecCertificateExpired``,
///   ``errSecNotTrusted``, ``errSecCreateChainFailed`` and others; what is wrong with which certificate stands in the underlying error.
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

/// Judges on a queue, and tells the result there.
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

/// Judges. ``SecTrustEvaluateWithError(_:_:)`` says why as well.
///
/// - Parameter result: ``SecTrustResultType/unspecified`` and ``SecTrustResultType/proceed`` mean that it is to be trusted.
@discardableResult
public func SecTrustEvaluate(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>) -> OSStatus {
    guard (try? trust.judged()) != nil else {
        result.pointee = .otherError
        return errSecInternalComponent
    }
    return SecTrustGetTrustResult(trust, result)
}

/// Judges on a queue, and tells the result there. Nil: a queue of the system's.
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

/// What the last judgement came to: ``SecTrustResultType/invalid`` where there was none since something of the object was changed.
@discardableResult
public func SecTrustGetTrustResult(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>) -> OSStatus {
    let state = trust.current
    result.pointee = state.verdict.map { SecTrust.result(of: $0, state.exceptions) } ?? .invalid
    return errSecSuccess
}

// MARK: - The chain

/// The chain from the certificate to an anchor, or as far as there was a way. Judges where that was not done yet.
@discardableResult
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    (try? trust.judged()).map { $0.chain as NSArray }
}

/// How many certificates ``SecTrustCopyCertificateChain(_:)`` has.
@discardableResult
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex {
    (try? trust.judged())?.chain.count ?? 0
}

/// A certificate of the chain, the judged one being 0; nil outside of it.
@discardableResult
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
    guard let chain = (try? trust.judged())?.chain, chain.indices.contains(ix) else { return nil }
    return chain[ix]
}

/// The public key of the certificate; nil for a kind that there is not here. It is not judged for that.
@discardableResult
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
    SecCertificateCopyKey(trust.certificates[0])
}

/// ``SecTrustCopyKey(_:)`` by its older name.
@discardableResult
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? {
    SecTrustCopyKey(trust)
}

// MARK: - Exceptions

/// What is wrong with the chain now, for ``SecTrustSetExceptions(_:_:)`` of an object for the same certificate. Keep it where nobody else writes. Nil
/// where the certificate cannot be judged.
@discardableResult
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
    guard let verdict = try? trust.judged() else { return nil }
    return TrustExceptions(verdict.failures.map(\.encoded), of: trust.certificates[0]).bytes as NSData
}

/// Lets a judgement pass in spite of what ``SecTrustCopyExceptions(_:)`` noted, and of nothing else. Nil: of nothing.
///
/// - Returns: False, and nothing is excepted, for the exceptions of another certificate, and for other data.
@discardableResult
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
    let excepted = exceptions.map { TrustExceptions(bytes: $0 as Data, of: trust.certificates[0]) }
    trust.change { $0.exceptions = Set((excepted ?? nil)?.failures ?? []) }
    return exceptions == nil || excepted.flatMap(\.self) != nil
}

/// Exceptions as an app keeps them: a version, the digest of the certificate, and two bytes for each failure.
private struct TrustExceptions {
    private static let version: UInt8 = 1

    let failures: [[UInt8]]
    private let header: [UInt8]

    init(_ failures: [[UInt8]], of certificate: SecCertificate) {
        self.failures = failures
        header = Self.header(of: certificate)
    }

    /// Gives nothing for another certificate's, and for what is none.
    init?(bytes: Data, of certificate: SecCertificate) {
        let header = Self.header(of: certificate)
        let rest = [UInt8](bytes.dropFirst(header.count))
        guard bytes.starts(with: header), rest.count.isMultiple(of: 2), rest.count <= 2_048 else { return nil }
        self.header = header
        failures = stride(from: 0, to: rest.count, by: 2).map { Array(rest[$0..<$0 + 2]) }
    }

    var bytes: Data { Data(header + failures.flatMap(\.self)) }

    private static func header(of certificate: SecCertificate) -> [UInt8] {
        [version] + HashFunction.sha256.digest(of: certificate.contents.der)
    }
}

/// One object of the class, or an array of such; nothing for anything else.
private func objects<Object: AnyObject>(_ value: CFTypeRef, _ type: Object.Type) -> [Object]? {
    if let one = value as? Object { return [one] }
    return (value as? NSArray)?.map { $0 as? Object }.reduce(into: [Object]?([])) { all, one in
        guard let one else { return all = nil }
        all?.append(one)
    }
}

/// Nothing for values of other types, and for an empty array.
private func judgedPolicies(_ value: CFTypeRef?) -> [SecPolicy]? {
    guard let value else { return [SecPolicyCreateBasicX509()] }
    guard let policies = objects(value, SecPolicy.self), !policies.isEmpty else { return nil }
    return policies
}
