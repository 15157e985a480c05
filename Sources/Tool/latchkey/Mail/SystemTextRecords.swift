import CResolver
import Foundation
import Mail
import Threads

/// The DNS as the resolver of the C library sees it, or one name server of the operator's choice.
struct SystemTextRecords: TextRecordSource {
    let server: NameServer?

    func textRecords(at name: String) async throws(TextRecordFault) -> [String] {
        // The resolver blocks for seconds if a name server does not respond.
        let (outcome, records) = await withCheckedContinuation { continuation in
            let hasStarted = WorkerThread.start { continuation.resume(returning: lookUp(name)) }
            if !hasStarted { continuation.resume(returning: (cresolver_unavailable, [])) }
        }
        switch outcome {
        case cresolver_found, cresolver_absent: return records
        case cresolver_malformed: throw TextRecordFault(reason: "the answer is malformed")
        default: throw TextRecordFault(reason: "no name server gave an answer")
        }
    }

    private func lookUp(_ name: String) -> (cresolver_outcome, [String]) {
        let found = Found()
        let outcome = cresolver_txt(
            name, server?.address ?? 0, server?.port ?? 0, Unmanaged.passUnretained(found).toOpaque()
        ) { context, bytes, count in
            guard let context else { return }
            let record = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
            Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().records.append(record)
        }
        return (outcome, found.records)
    }

    private final class Found {
        var records: [String] = []
    }
}

/// A name server: an IPv4 address, with a port if it is not 53.
struct NameServer: Hashable {
    /// The address in network byte order.
    let address: UInt32
    let port: UInt16

    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let port = parts.count == 2 ? UInt16(parts[1]) : 53, port > 0 else { return nil }
        var address = in_addr()
        guard inet_pton(AF_INET, String(parts[0]), &address) == 1, address.s_addr != 0 else { return nil }
        self.address = address.s_addr
        self.port = port
    }
}
