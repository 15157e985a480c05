import Foundation

/// The moments at which a file became another one, was written, came or went: the first at once, then whenever a look at it, four
/// times a second, finds it changed. Ends by throwing when its task is cancelled.
struct FileChanges: AsyncSequence {
    let path: String

    func makeAsyncIterator() -> Iterator { Iterator(path: path) }

    struct Iterator: AsyncIteratorProtocol {
        private let path: String
        private var last: Mark?

        init(path: String) {
            self.path = path
        }

        mutating func next() async throws -> Void? {
            while true {
                let mark = Mark(path)
                guard mark == last else {
                    last = mark
                    return ()
                }
                try await Task.sleep(for: FileChanges.pause)
            }
        }
    }

    /// What tells a file from the one that was there before. Whoever replaces a file makes another inode.
    private struct Mark: Equatable {
        private let inode: UInt64?
        private let size: UInt64?
        private let time: Date?

        init(_ path: String) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            inode = (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
            size = (attributes?[.size] as? NSNumber)?.uint64Value
            time = attributes?[.modificationDate] as? Date
        }
    }

    private static let pause = Duration.milliseconds(250)
}
