import DeviceProtocol
import FoundationEssentials
import Glibc
import Threads

/// Measures that protect this process's memory from other programs and from the disk.
package enum ProcessHardening {
    /// A required measure that could not be applied.
    package struct Failure: Error, Hashable, Sendable {
        package let measure: HardeningMeasure
    }

    /// Applies measures to the whole process, permanently. Returns those in effect.
    ///
    /// Throws if one fails, except for locking memory, which fails on ordinary machines and is then missing from the result. New
    /// privileges can only be prevented for the whole process while it has a single thread, or if ``withoutNewPrivileges(_:)``
    /// started it.
    package static func apply(_ measures: Set<HardeningMeasure>) throws(Failure) -> Set<HardeningMeasure> {
        var holding: Set<HardeningMeasure> = []
        for measure in measures {
            if take(measure) {
                holding.insert(measure)
            } else if measure != .memoryLocked {
                throw Failure(measure: measure)
            }
        }
        return holding
    }

    private static func take(_ measure: HardeningMeasure) -> Bool {
        switch measure {
        case .notTraceable: return control(setDumpable, 0) && inspect(getDumpable) == 0
        case .noCoreFile:
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            return setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0
        case .noNewPrivileges: return control(setNoNewPrivileges, 1) && noThreadGainsPrivileges
        case .memoryLocked: return lockMemory()
        }
    }

    /// Runs `body` on a thread that can never gain privileges, and waits for it. Processes started there cannot gain privileges
    /// either.
    package static func withoutNewPrivileges<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
        let result = Inbox<Value?>()
        let isStarted = WorkerThread.start {
            result.put(control(setNoNewPrivileges, 1) ? body() : nil)
        }
        return isStarted ? result.take() : nil
    }

    /// Whether every thread of the process is prevented from gaining privileges. The kernel stores this per thread, so threads that
    /// are already running are not affected (prctl(2)).
    private static var noThreadGainsPrivileges: Bool {
        guard let tasks = opendir("/proc/self/task") else { return false }
        defer { closedir(tasks) }
        while let entry = readdir(tasks) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard Int32(name) != nil, let bytes = try? Data(contentsOf: URL(filePath: "/proc/self/task/\(name)/status")) else {
                continue
            }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            guard lines.contains("NoNewPrivs:\t1") else { return false }
        }
        return true
    }

    /// Locks current and future mappings. With a finite limit of locked memory, later allocations would fail and end the process.
    /// Then memory stays unlocked, and the result reports it.
    private static func lockMemory() -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 else { return false }
        guard limit.rlim_cur == rlim_t.max || geteuid() == 0 else { return false }
        return mlockall(MCL_CURRENT | MCL_FUTURE) == 0
    }

    /// The type of `prctl`, which Swift cannot import because it is variadic. Calling it as a function of five words is equivalent:
    /// on the Linux platforms of Swift, integers are passed in the same registers in both cases.
    private typealias ProcessControl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32

    private static func control(_ option: Int32, _ value: UInt) -> Bool {
        processControl.map { $0(option, value, 0, 0, 0) == 0 } ?? false
    }

    private static func inspect(_ option: Int32) -> Int32? {
        processControl.map { $0(option, 0, 0, 0, 0) }
    }

    private static var processControl: ProcessControl? {
        dlsym(nil, "prctl").map { unsafeBitCast($0, to: ProcessControl.self) }
    }

    // <linux/prctl.h>, which Swift's Glibc module does not import.
    private static let getDumpable: Int32 = 3
    private static let setDumpable: Int32 = 4
    private static let setNoNewPrivileges: Int32 = 38
}

/// A measure that protects the memory of a process.
///
/// If one of the first three is requested and fails, the process does not serve: none of them depends on the user. Locking memory
/// is best effort: an ordinary user's limit of locked memory (`ulimit -l`) is often too small, and then secrets may be swapped to
/// disk.
package enum HardeningMeasure: UInt8, WireValue, Hashable, Sendable, CaseIterable {
    /// Other processes of the user cannot trace it or read its memory (`PR_SET_DUMPABLE` 0).
    case notTraceable = 1
    /// The process never writes a core file (`RLIMIT_CORE` 0).
    case noCoreFile
    /// The process and its children cannot gain privileges (`PR_SET_NO_NEW_PRIVS`).
    case noNewPrivileges
    /// The memory is never swapped to disk (`mlockall`).
    case memoryLocked
}

extension Set<HardeningMeasure> {
    /// All measures, for a process that only keeps keys.
    package static let enclave = Set(HardeningMeasure.allCases)

    /// The measures for a broker, whose memory holds returned items, and class keys while the device is unlocked. Its memory is not
    /// locked, because that would include the stacks of all connections. Its children may gain privileges, as PAM's helpers do
    /// (unix_chkpwd(8)).
    package static let broker: Set = [.notTraceable, .noCoreFile]
}

extension WireKind<Set<HardeningMeasure>> {
    /// The encoding of measures: a list, sorted by number, without duplicates. Decoding rejects another order.
    static var hardening: WireKind {
        .made(of: .list(atMost: HardeningMeasure.allCases.count), by: set) { $0.sorted { $0.rawValue < $1.rawValue } }
    }

    private static func set(_ measures: [HardeningMeasure]) -> Set<HardeningMeasure>? {
        zip(measures, measures.dropFirst()).allSatisfy { $0.rawValue < $1.rawValue } ? Set(measures) : nil
    }
}
