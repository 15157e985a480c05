package import FoundationEssentials
import PrivateFiles

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
        try PrivateFile.replace(keyPath, with: made.keyPEM.utf8)
        try Data(made.certificatePEM.utf8).write(to: URL(filePath: certificatePath), options: .atomic)
        return made
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
}
