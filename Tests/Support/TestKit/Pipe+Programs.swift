package import Foundation

extension Pipe {
    /// Returns a pipe that only the program inherits to which it is given. Foundation leaves its own pipes open in every program
    /// that another thread starts at the same moment. If that program runs longer, the end of input or output never comes.
    package static func forProgram() -> Pipe {
        let pipe = Pipe()
        var ends: [Int32] = [-1, -1]
        precondition(pipe2(&ends, O_CLOEXEC) == 0, "no pipe can be created")
        // Takes the numbers of Foundation's pipe in one step. A program that starts before it inherits a pipe that is no longer used.
        for (end, handle) in zip(ends, [pipe.fileHandleForReading, pipe.fileHandleForWriting]) {
            precondition(dup3(end, handle.fileDescriptor, O_CLOEXEC) >= 0, "a pipe cannot be moved")
            close(end)
        }
        return pipe
    }

    /// Ends a program that runs until it has read a line, or the end of its input.
    package func endProgram() {
        try? fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        try? fileHandleForWriting.close()
    }
}
