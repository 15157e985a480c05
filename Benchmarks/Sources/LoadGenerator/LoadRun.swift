internal import CPolling
internal import Glibc

/// A running ``Load``, on one thread. It polls its connections in turn and waits in `ppoll`, so that the generator takes as little
/// of a small machine as possible from the server.
struct LoadRun {
    private let load: Load
    /// Two, so that the start times of requests do not depend on the duration of responses.
    private var arrivals: SeededRandom
    private var draws: SeededRandom
    private var clients: [Client] = []
    private var outcome = LoadOutcome()
    private var sentCount = 0
    private var idle: [Int] = []
    /// The scheduled starts of requests without a free connection, oldest first.
    private var due: ArraySlice<UInt64> = []

    init(_ load: Load) throws {
        self.load = load
        arrivals = SeededRandom(seed: load.seed)
        draws = SeededRandom(seed: ~load.seed)
        for _ in 0..<load.connections { clients.append(try Client(port: load.port)) }
        idle = Array(clients.indices)
    }

    mutating func run() throws -> LoadOutcome {
        let start = monotonicNow()
        let recordFrom = start + nanoseconds(load.warmSeconds)
        let end = recordFrom + nanoseconds(load.seconds)
        let deadline = end + nanoseconds(load.timeoutSeconds)
        var nextArrival = load.rate.map { start + arrivals.pause(atRate: $0) }
        var last = recordFrom
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer {
            buffer.deallocate()
            for client in clients { close(client.descriptor) }
        }

        while true {
            let now = monotonicNow()
            if let rate = load.rate {
                while let arrival = nextArrival, arrival <= now {
                    due.append(arrival)
                    let following = arrival + arrivals.pause(atRate: rate)
                    nextArrival = following < end ? following : nil
                }
                while let index = idle.last, let intended = due.first {
                    idle.removeLast()
                    due.removeFirst()
                    try send(by: index, intended: intended)
                }
            } else if now < end {
                for index in idle { try send(by: index, intended: monotonicNow()) }
                idle = []
            }
            let isOver = load.rate == nil ? now >= end : nextArrival == nil && due.isEmpty
            if isOver, idle.count == clients.count { break }
            guard now < deadline else {
                giveUp(at: now, recordFrom: recordFrom)
                break
            }
            try wait(until: min(nextArrival ?? deadline, deadline), now: now) { run, index in
                switch run.clients[index].read(into: buffer) {
                case .underWay: return
                case .answered(let status):
                    last = monotonicNow()
                    run.note(status, of: index, at: last, recordFrom: recordFrom)
                case .broken:
                    run.noteBroken(index, at: monotonicNow(), recordFrom: recordFrom)
                    try run.clients[index].reconnect()
                }
                if run.clients[index].isBusy { run.idle.append(index) }
                run.clients[index].finish()
            }
        }
        // Earlier if no response ever arrived.
        outcome.recordedSeconds = Double(max(last, recordFrom) - recordFrom) / 1e9
        return outcome
    }

    private mutating func send(by index: Int, intended: UInt64) throws {
        let next = load.isInOrder ? sentCount % load.requests.count : Int.random(in: load.requests.indices, using: &draws)
        sentCount += 1
        try clients[index].send(load.requests[next], intended: intended)
    }

    private mutating func note(_ status: Int, of index: Int, at now: UInt64, recordFrom: UInt64) {
        guard let exchange = clients[index].exchange else { return }
        outcome.statuses[status, default: 0] += 1
        guard exchange.intended >= recordFrom else { return }
        outcome.latency.record(now - exchange.intended)
        outcome.service.record(now - exchange.sent)
    }

    /// An interrupted request counts with its time. Omitting it would make a server look faster.
    private mutating func noteBroken(_ index: Int, at now: UInt64, recordFrom: UInt64) {
        guard let exchange = clients[index].exchange else { return }
        outcome.broken += 1
        if exchange.intended >= recordFrom { outcome.latency.record(now - exchange.intended) }
    }

    private mutating func giveUp(at now: UInt64, recordFrom: UInt64) {
        let waiting = clients.compactMap(\.exchange?.intended) + due
        outcome.unanswered = waiting.count
        for intended in waiting where intended >= recordFrom { outcome.latency.record(now - intended) }
    }

    /// Waits until a connection is ready or `moment` is reached.
    private mutating func wait(
        until moment: UInt64, now: UInt64, _ body: (inout LoadRun, Int) throws -> Void
    ) throws {
        var polled = clients.map {
            pollfd(fd: $0.descriptor, events: Int16($0.wantsToWrite ? POLLIN | POLLOUT : POLLIN), revents: 0)
        }
        let pause = moment - min(moment, now)
        guard poll_for_nanoseconds(&polled, UInt(polled.count), Int64(pause)) > 0 else { return }
        for (index, entry) in polled.enumerated() where entry.revents != 0 {
            if entry.revents & Int16(POLLOUT) != 0 { clients[index].write() }
            if entry.revents & ~Int16(POLLOUT) != 0 { try body(&self, index) }
        }
    }

    private func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }
}
