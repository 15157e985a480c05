/// The whole text of a range, read line by line, whatever its order.
struct RangeText {
    let bytes: [UInt8]

    /// What the range is called in errors.
    let place: String

    /// The largest text that is read. The published ones have tens of KiB.
    static let sizeLimit = 16 << 20

    /// How often the password with this suffix was seen. Reads every line, so that a broken one is found wherever it stands; of
    /// several rows with the suffix the highest count holds, and padding rows have none.
    func count(of suffix: [UInt8]) throws(LeakedPasswordsError) -> Int {
        guard !bytes.isEmpty else { throw LeakedPasswordsError(.empty, at: place) }
        var found = 0
        var number = 0
        var rest = bytes[...]
        while !rest.isEmpty {
            number += 1
            let line = rest.removeLine()
            do throws(LeakedPasswordsError.Reason) {
                let row = try RangeRow(line)
                if row.suffix.elementsEqual(suffix) { found = max(found, row.count) }
            } catch {
                throw LeakedPasswordsError(error, at: place, line: number)
            }
        }
        return found
    }
}

extension ArraySlice<UInt8> {
    /// Removes the first line with its line end, a line feed or carriage return and line feed, and returns it without. The last line
    /// needs none.
    mutating func removeLine() -> ArraySlice<UInt8> {
        let line = prefix { $0 != UInt8(ascii: "\n") }
        self = self[line.endIndex...].dropFirst()
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}
