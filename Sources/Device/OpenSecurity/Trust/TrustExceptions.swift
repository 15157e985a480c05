public import Foundation

/// Returns the current problems of the chain as exceptions for ``SecTrustSetExceptions(_:_:)`` with the same certificate. Store
/// them where only you can write. Returns nil if the evaluation fails.
@discardableResult
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
    guard let verdict = try? trust.judged() else { return nil }
    return NSData(bytes: TrustExceptions(verdict.failures.map(\.encoded), of: trust.certificates[0]).bytes)
}

/// Sets exceptions, so that the evaluation ignores exactly the problems that ``SecTrustCopyExceptions(_:)`` recorded. Nil removes
/// all exceptions.
///
/// - Returns: False, without exceptions, if the data is invalid or belongs to another certificate.
@discardableResult
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
    let excepted = exceptions.map { TrustExceptions(bytes: $0.octets, of: trust.certificates[0]) }
    trust.change { $0.exceptions = Set((excepted ?? nil)?.failures ?? []) }
    return exceptions == nil || excepted.flatMap(\.self) != nil
}

/// The stored form of exceptions: a version, the digest of the certificate, and two bytes for each problem.
private struct TrustExceptions {
    private static let version: UInt8 = 1

    let failures: [[UInt8]]
    private let header: [UInt8]

    init(_ failures: [[UInt8]], of certificate: SecCertificate) {
        self.failures = failures
        header = Self.header(of: certificate)
    }

    /// Returns nil for malformed data and for the exceptions of another certificate.
    init?(bytes: [UInt8], of certificate: SecCertificate) {
        let header = Self.header(of: certificate)
        let rest = Array(bytes.dropFirst(header.count))
        guard bytes.starts(with: header), rest.count.isMultiple(of: 2), rest.count <= 2_048 else { return nil }
        self.header = header
        failures = stride(from: 0, to: rest.count, by: 2).map { Array(rest[$0..<$0 + 2]) }
    }

    var bytes: [UInt8] { header + failures.flatMap(\.self) }

    private static func header(of certificate: SecCertificate) -> [UInt8] {
        [version] + HashFunction.sha256.digest(of: certificate.contents.der)
    }
}
