/// Who is killed with SIGKILL while an upgrade is under way, and when.
struct Blow: Sendable, CustomStringConvertible {
    enum Victim: CaseIterable, Sendable {
        case server, device
        /// The extension outlives its device, as a process of its own may.
        case serverAndDevice
        case deviceAndExtension

        var isServer: Bool { self == .server || self == .serverAndDevice }
        var isDevice: Bool { self != .server }
    }

    enum Moment: CaseIterable, Sendable {
        /// The request has not reached the server.
        case before
        /// The server is at it.
        case during
        /// The server has done it, and its answer is on its way.
        case answered
        /// The answer has arrived, and what follows from it is under way.
        case after
    }

    let victim: Victim
    let moment: Moment
    /// Of the requests of the upgrade, from 0.
    let request: Int
    /// Whether a killed server runs again at once; else when the device has given up.
    let returns: Bool

    /// At each of these requests.
    static func all(at requests: Range<Int>) -> [Blow] {
        Victim.allCases.flatMap { victim in
            Moment.allCases.flatMap { moment in
                requests.flatMap { request in
                    (victim.isServer ? [true, false] : [true]).map {
                        Blow(victim: victim, moment: moment, request: request, returns: $0)
                    }
                }
            }
        }
    }

    var description: String {
        "\(victim) killed, \(moment), request \(request)" + (victim.isServer && !returns ? ", and away for long" : "")
    }
}
