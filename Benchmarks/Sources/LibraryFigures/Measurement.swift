internal import Glibc

/// How often something was done, and what it cost.
struct Measurement {
    let operations: Int
    /// CPU seconds of the process, which does nothing else: another program on the machine costs wall time, not these.
    let seconds: Double

    var json: String { #"{"operations":\#(operations),"cpuSeconds":\#(seconds)}"# }

    /// Does `batch`, which says how many operations it made, again and again for about a second, after one batch to warm up.
    init(_ batch: () throws -> Int) rethrows {
        _ = try batch()
        let start = Self.now
        var operations = 0
        while Self.now - start < 1 { operations += try batch() }
        self.operations = operations
        seconds = Self.now - start
    }

    /// The same for what may go from thread to thread.
    init(_ batch: () async throws -> Int) async rethrows {
        _ = try await batch()
        let start = Self.now
        var operations = 0
        while Self.now - start < 1 { operations += try await batch() }
        self.operations = operations
        seconds = Self.now - start
    }

    private static var now: Double {
        // POSIX: CLOCKS_PER_SEC is a million, whatever the clock counts in.
        Double(clock()) / 1e6
    }
}

/// Keeps a result alive, so that the optimiser cannot leave out what made it.
@inline(never)
func consume<T>(_ value: T) {
    withExtendedLifetime(value) {}
}
