import CTSS2

/// The generation of the biometric set is a counter: policies name its value, and it never has the same one twice.
extension TPMDevice {
    func generation() throws(Interruption) -> UInt64 {
        try connection.withIndex(allocation.generation) { (index) throws(Interruption) in
            try connection.value(of: index, by: .nobody)
        }
    }

    func advanceGeneration() throws(Interruption) -> UInt64 {
        let generation = try connection.withIndex(allocation.generation) { (index) throws(Interruption) in
            try connection.increment(index, by: .nobody)
            return try connection.value(of: index, by: .nobody)
        }
        try reach(.generationAdvanced)
        return generation
    }
}
