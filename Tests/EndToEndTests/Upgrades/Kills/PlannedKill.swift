/// The process to kill with SIGKILL during an upgrade, and when.
struct PlannedKill: Sendable, CustomStringConvertible {
    enum Target: CaseIterable, Sendable {
        case server, device
        /// The extension survives its device, as a separate process can.
        case serverAndDevice
        case deviceAndExtension

        var isServer: Bool { self == .server || self == .serverAndDevice }
        var isDevice: Bool { self != .server }
    }

    enum Moment: CaseIterable, Sendable {
        /// The request has not reached the server.
        case before
        /// The server is processing it.
        case during
        /// The server has processed it, and its response is in transit.
        case answered
        /// The response has arrived and is being processed.
        case after
    }

    let target: Target
    let moment: Moment
    /// The request of the upgrade, from 0.
    let request: Int
    /// Whether a killed server restarts immediately; otherwise after the device has given up.
    let returns: Bool

    /// Kills at each of these requests.
    static func all(at requests: Range<Int>) -> [PlannedKill] {
        Target.allCases.flatMap { target in
            Moment.allCases.flatMap { moment in
                requests.flatMap { request in
                    (target.isServer ? [true, false] : [true]).map {
                        PlannedKill(target: target, moment: moment, request: request, returns: $0)
                    }
                }
            }
        }
    }

    var description: String {
        "\(target) killed, \(moment), request \(request)" + (target.isServer && !returns ? ", and away for long" : "")
    }
}
