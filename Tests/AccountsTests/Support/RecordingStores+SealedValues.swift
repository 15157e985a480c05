import Accounts
import Secrets

extension RecordingStores {
    func sealingKeys(of kind: SealedKind) async throws -> [KeyFingerprint] { [] }
    func countSealedValues(_ kind: SealedKind, under key: KeyFingerprint) async throws -> Int { 0 }
    func sealedValues(
        _ kind: SealedKind, under key: KeyFingerprint, after row: SealedRow?, limit: Int
    ) async throws -> [StoredSealedValue] { [] }
    func replace(_ replacements: [SealedReplacement]) async throws -> Int { 0 }
    func forget(_ value: StoredSealedValue, event: AuditEvent) async throws -> Bool { false }
}
