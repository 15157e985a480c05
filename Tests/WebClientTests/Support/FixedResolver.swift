import InternetAddresses
import Synchronization
import WebClient

/// Gives the listed answers one after the other, the last one for ever.
final class FixedResolver: HostResolver {
    private let answers: [[IPAddress]]
    private let asked = Mutex(0)

    var lookUps: Int { asked.withLock { $0 } }

    init(_ answers: [String]...) throws {
        self.answers = try answers.map { try $0.map { try IPAddress($0) } }
    }

    func addresses(of host: String) async -> [IPAddress] {
        let index = asked.withLock { count in
            count += 1
            return count - 1
        }
        return answers[min(index, answers.count - 1)]
    }
}
