/// Punycode (RFC 3492): internationalized labels as A-labels.
///
/// Used for validation and suggestions. It does not perform the IDNA mapping: suggestions are correct for lower-case text in
/// composed form (NFC), which users normally type.
enum Punycode {
    /// `xn--`.
    static let prefix = Array("xn--".utf8)

    /// Returns a domain with its labels encoded. Returns nil if a label is too long or empty.
    static func domain(_ text: String) -> String? {
        var labels: [String] = []
        for label in text.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
            guard !label.isEmpty, label.utf8.count <= 255 else { return nil }
            labels.append(label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : "xn--" + encoded(Array(label.unicodeScalars)))
        }
        guard let name = try? DomainName(labels.joined(separator: ".")) else { return nil }
        return name.text
    }

    /// Encodes a label, without its prefix (section 6.3).
    static func encoded(_ scalars: [Unicode.Scalar]) -> String {
        var output = scalars.filter(\.isASCII).map { UInt8(ascii: $0) }
        var handled = output.count
        var state = State()
        let basicCount = handled
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        while handled < scalars.count {
            // The smallest scalar that is not handled yet. It exists, because fewer than all were handled.
            guard let next = scalars.lazy.map(\.value).filter({ $0 >= state.scalar }).min() else { break }
            state.delta += (next - state.scalar) * UInt32(handled + 1)
            state.scalar = next
            for value in scalars.lazy.map(\.value) {
                if value < state.scalar { state.delta += 1 }
                guard value == state.scalar else { continue }
                appendInteger(state.delta, bias: state.bias, to: &output)
                state.adapt(count: UInt32(handled + 1), isFirst: handled == basicCount)
                handled += 1
            }
            state.delta += 1
            state.scalar += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Decodes a lower-case label without its prefix. Returns nil if it is malformed or contains only ASCII (section 6.2).
    static func decoded(_ label: some Collection<UInt8>) -> [Unicode.Scalar]? {
        let bytes = Array(label)
        let delimiter = bytes.lastIndex(of: UInt8(ascii: "-"))
        var output = bytes[..<(delimiter ?? 0)].map { Unicode.Scalar($0) }
        var rest = bytes[(delimiter.map { $0 + 1 } ?? 0)...]
        guard !rest.isEmpty, delimiter != 0 else { return nil }
        var (scalar, index, bias) = (State.firstScalar, UInt32(0), State.firstBias)
        while !rest.isEmpty {
            let before = index
            guard let added = integer(from: &rest, bias: bias) else { return nil }
            let (sum, overflow) = index.addingReportingOverflow(added)
            guard !overflow else { return nil }
            let count = UInt32(output.count + 1)
            bias = State.bias(delta: sum - before, count: count, isFirst: before == 0)
            let (next, tooLarge) = scalar.addingReportingOverflow(sum / count)
            guard !tooLarge, let decoded = Unicode.Scalar(next), next >= 0x80 else { return nil }
            scalar = next
            index = sum % count
            output.insert(decoded, at: Int(index))
            index += 1
        }
        return output
    }

    private static func appendInteger(_ delta: UInt32, bias: UInt32, to output: inout [UInt8]) {
        var (rest, position) = (delta, State.base)
        while true {
            let threshold = State.threshold(position, bias)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (State.base - threshold)))
            rest = (rest - threshold) / (State.base - threshold)
            position += State.base
        }
        output.append(digit(rest))
    }

    private static func integer(from rest: inout ArraySlice<UInt8>, bias: UInt32) -> UInt32? {
        var (value, weight, position) = (UInt32(0), UInt32(1), State.base)
        while let byte = rest.popFirst(), let digit = digitValue(byte) {
            let (product, first) = digit.multipliedReportingOverflow(by: weight)
            let (sum, second) = value.addingReportingOverflow(product)
            guard !first, !second else { return nil }
            value = sum
            let threshold = State.threshold(position, bias)
            if digit < threshold { return value }
            let (heavier, third) = weight.multipliedReportingOverflow(by: State.base - threshold)
            guard !third else { return nil }
            (weight, position) = (heavier, position + State.base)
        }
        return nil
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: value)
        return value < 26 ? UInt8(ascii: "a") + value : UInt8(ascii: "0") + value - 26
    }

    private static func digitValue(_ byte: UInt8) -> UInt32? {
        if byte.isLowerCase { return UInt32(byte - UInt8(ascii: "a")) }
        return byte.isDigit ? UInt32(byte - UInt8(ascii: "0")) + 26 : nil
    }

    /// The parameters of section 5 and the bias of section 6.1.
    private struct State {
        static let base: UInt32 = 36
        static let firstScalar: UInt32 = 0x80
        static let firstBias: UInt32 = 72

        var scalar = Self.firstScalar
        var delta: UInt32 = 0
        var bias = Self.firstBias

        mutating func adapt(count: UInt32, isFirst: Bool) {
            bias = Self.bias(delta: delta, count: count, isFirst: isFirst)
            delta = 0
        }

        static func threshold(_ position: UInt32, _ bias: UInt32) -> UInt32 {
            position <= bias + 1 ? 1 : min(position - bias, 26)
        }

        static func bias(delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
            var delta = isFirst ? delta / 700 : delta / 2
            delta += delta / count
            var result: UInt32 = 0
            while delta > (base - 1) * 26 / 2 {
                delta /= base - 1
                result += base
            }
            return result + base * delta / (delta + 38)
        }
    }
}
