internal import Glibc

/// The number of operations and their cost.
struct Measurement {
    let operations: Int
    /// The CPU seconds of the process, which does nothing else. Other programs affect wall time, but not these.
    let seconds: Double

    var json: String { #"{"operations":\#(operations),"cpuSeconds":\#(seconds)}"# }

    /// Repeats `batch`, which returns its number of operations, for about 0.4 seconds, after one batch to warm up.
    init(_ batch: () throws -> Int) rethrows {
        _ = try batch()
        let start = Self.now
        var operations = 0
        while Self.now - start < 0.4 { operations += try batch() }
        self.operations = operations
        seconds = Self.now - start
    }

    /// The same for an operation that may change threads.
    init(_ batch: () async throws -> Int) async rethrows {
        _ = try await batch()
        let start = Self.now
        var operations = 0
        while Self.now - start < 0.4 { operations += try await batch() }
        self.operations = operations
        seconds = Self.now - start
    }

    private static var now: Double {
        // POSIX: CLOCKS_PER_SEC is always a million.
        Double(clock()) / 1e6
    }
}

/// Uses a result, so that the optimizer cannot remove its computation.
@inline(never)
func consume<T>(_ value: T) {
    withExtendedLifetime(value) {}
}
