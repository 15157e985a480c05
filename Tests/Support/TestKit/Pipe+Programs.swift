package import Foundation

extension Pipe {
    /// Returns a pipe that only the program inherits to which it is given. Foundation leaves its own pipes open in every program
    /// that another thread starts at the same moment. If that program runs longer, the end of input or output never comes.
    package static func forProgram() -> Pipe {
        let pipe = Pipe()
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
        return pipe
    }

    /// Ends a program that runs until it has read a line, or the end of its input.
    package func endProgram() {
        try? fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        try? fileHandleForWriting.close()
    }
}
