package import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder in which the authority is kept, so that a relying party needs to be told to trust it only once: `ca.pem`, and its private key
/// in `ca-key.pem` that only this user can read.
package struct CertificateFolder: Sendable {
    /// The folder.
    package let path: String

    /// A folder that is there or not; nothing is touched yet.
    package init(path: String) {
        self.path = path
    }

    /// The file that relying parties are given.
    package var certificatePath: String { path + "/ca.pem" }

    var keyPath: String { path + "/ca-key.pem" }

    /// The authority kept there, or a new one where there is none or its time is over.
    ///
    /// - Throws: what the file system says, and the errors of a kept authority that cannot be read: a damaged one is never replaced by
    ///   itself, since somebody trusts it.
    package func authority(now: Date) throws -> TestCertificateAuthority {
        let manager = FileManager.default
        if manager.fileExists(atPath: certificatePath), manager.fileExists(atPath: keyPath) {
            let kept = try TestCertificateAuthority(certificatePEM: text(certificatePath), keyPEM: text(keyPath))
            if kept.isUsable(at: now) { return kept }
        }
        try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
        let made = try TestCertificateAuthority(now: now)
        try writePrivate(made.keyPEM, to: keyPath)
        try Data(made.certificatePEM.utf8).write(to: URL(filePath: certificatePath), options: .atomic)
        return made
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// Removed first and made anew, closed to others from its first moment, so that the mode of an older file does not stay.
    private func writePrivate(_ text: String, to path: String) throws {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw CocoaError(.fileWriteUnknown) }
            rest = rest.dropFirst(count)
        }
    }
}
