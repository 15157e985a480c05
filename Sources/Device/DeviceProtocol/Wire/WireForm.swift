/// A value that declares its encoding once, for reading and writing.
package protocol WireRecord: WireValue {
    static var wire: WireForm<Self> { get }
}

extension WireRecord {
    package init(from reader: inout WireReader) throws(WireError) { self = try Self.wire.read(&reader) }
    package func write(to writer: inout WireWriter) { Self.wire.write(self, &writer) }
}

/// The encoding of a type: its fields in order, or the number of each case followed by its values.
///
///     static let wire = WireForm(Self.init, .field(\.context), .field(\.user, .text(atMost: 255)))
///
///     static let wire = WireForm<Self>(cases: [
///         .case(1, .cancelled),
///         .case(2, Self.granted) { if case .granted(let grant) = $0 { grant } else { nil } },
///     ])
package struct WireForm<Root: Sendable>: Sendable {
    let read: @Sendable (inout WireReader) throws(WireError) -> Root
    let write: @Sendable (Root, inout WireWriter) -> Void

    /// Encodes fields in order.
    ///
    /// - Parameters:
    ///   - version: a number that precedes the fields; every other version is rejected.
    ///   - make: must keep each field unchanged, so that the encoding stays unique.
    package init<each Field: Sendable>(
        version: UInt8? = nil, _ make: @escaping @Sendable (repeat each Field) -> Root,
        _ field: repeat WireField<Root, each Field>
    ) {
        self.init(
            version: version, read: { (reader) throws(WireError) in make(repeat try (each field).read(&reader)) },
            write: Self.writing(repeat each field))
    }

    /// Encodes fields in order. Decoding fails if `make` returns nil.
    package init<each Field: Sendable>(
        version: UInt8? = nil, _ make: @escaping @Sendable (repeat each Field) -> Root?,
        _ field: repeat WireField<Root, each Field>
    ) {
        let read: @Sendable (inout WireReader) throws(WireError) -> Root = { (reader) throws(WireError) in
            let start = reader.position
            return try reader.checked(make(repeat try (each field).read(&reader)), from: start)
        }
        self.init(version: version, read: read, write: Self.writing(repeat each field))
    }

    /// Returns the function that writes all fields. An array, because a closure over a parameter pack looks up the types of all
    /// fields at each call.
    private static func writing<each Field: Sendable>(
        _ field: repeat WireField<Root, each Field>
    ) -> @Sendable (Root, inout WireWriter) -> Void {
        var writes: [@Sendable (Root, inout WireWriter) -> Void] = []
        repeat writes.append((each field).write)
        return { [writes] root, writer in
            for write in writes { write(root, &writer) }
        }
    }

    /// Encodes the number of a case, then its values. Encoding a case that `cases` does not list stops the process.
    package init(version: UInt8? = nil, cases: [WireCase<Root>]) {
        let read: @Sendable (inout WireReader) throws(WireError) -> Root = { (reader) throws(WireError) in
            let start = reader.position
            let number = try reader.number(UInt8.self)
            guard let match = cases.first(where: { $0.number == number }) else { throw WireError(.unknownValue, at: start) }
            return try match.read(&reader)
        }
        self.init(version: version, read: read) { value, writer in
            for one in cases where one.write(value, &writer) { return }
            preconditionFailure("a case of \(Root.self) that its form does not have")
        }
    }

    /// The same encoding, for use in a field.
    package var kind: WireKind<Root> { WireKind(read: read, write: write) }

    private init(
        version: UInt8?, read: @escaping @Sendable (inout WireReader) throws(WireError) -> Root,
        write: @escaping @Sendable (Root, inout WireWriter) -> Void
    ) {
        guard let version else {
            self.read = read
            self.write = write
            return
        }
        self.read = { (reader) throws(WireError) in
            let start = reader.position
            guard try reader.number(UInt8.self) == version else { throw WireError(.unknownValue, at: start) }
            return try read(&reader)
        }
        self.write = { value, writer in
            writer.number(version)
            write(value, &writer)
        }
    }
}

/// A field of `Root`.
package struct WireField<Root: Sendable, Value: Sendable>: Sendable {
    let read: @Sendable (inout WireReader) throws(WireError) -> Value
    let write: @Sendable (Root, inout WireWriter) -> Void

    /// Returns a field with an explicit encoding: text, bytes and lists, with their limits.
    package static func field(_ value: @escaping @Sendable (Root) -> Value, _ kind: WireKind<Value>) -> WireField {
        WireField(read: kind.read) { kind.write(value($0), &$1) }
    }
}

extension WireField where Value: WireValue {
    package static func field(_ value: @escaping @Sendable (Root) -> Value) -> WireField {
        WireField(read: { (reader) throws(WireError) in try Value(from: &reader) }) { value($0).write(to: &$1) }
    }
}

/// A case of `Root`.
package struct WireCase<Root: Sendable>: Sendable {
    let number: UInt8
    let read: @Sendable (inout WireReader) throws(WireError) -> Root
    /// Returns false, without writing, for another case.
    let write: @Sendable (Root, inout WireWriter) -> Bool

    /// Returns a case with values of any kinds.
    ///
    /// - Parameter values: returns nil for another case.
    package static func `case`<each Value: Sendable>(
        _ number: UInt8, _ make: @escaping @Sendable (repeat each Value) -> Root, _ kind: repeat WireKind<each Value>,
        values: @escaping @Sendable (Root) -> (repeat each Value)?
    ) -> WireCase {
        WireCase(number: number, read: { (reader) throws(WireError) in make(repeat try (each kind).read(&reader)) }) {
            guard let values = values($0) else { return false }
            $1.number(number)
            repeat (each kind).write(each values, &$1)
            return true
        }
    }

    /// Returns a case with one value, encoded as its type defines.
    package static func `case`<Value: WireValue>(
        _ number: UInt8, _ make: @escaping @Sendable (Value) -> Root, value: @escaping @Sendable (Root) -> Value?
    ) -> WireCase {
        self.case(number, make, .value, values: value)
    }

    /// Returns a case without values, of a type that is not equatable.
    package static func `case`(_ number: UInt8, _ value: Root, isIt: @escaping @Sendable (Root) -> Bool) -> WireCase {
        WireCase(number: number, read: { (_) throws(WireError) in value }) {
            guard isIt($0) else { return false }
            $1.number(number)
            return true
        }
    }
}

extension WireCase where Root: Equatable {
    /// Returns a case without values.
    package static func `case`(_ number: UInt8, _ value: Root) -> WireCase {
        self.case(number, value) { $0 == value }
    }
}

/// The encoding of one value, with its limits.
package struct WireKind<Value: Sendable>: Sendable {
    let read: @Sendable (inout WireReader) throws(WireError) -> Value
    let write: @Sendable (Value, inout WireWriter) -> Void

    package init(
        read: @escaping @Sendable (inout WireReader) throws(WireError) -> Value,
        write: @escaping @Sendable (Value, inout WireWriter) -> Void
    ) {
        self.read = read
        self.write = write
    }

    /// Returns a kind whose values are converted from another kind. Decoding fails if `make` returns nil.
    package static func made<Spelled: Sendable>(
        of kind: WireKind<Spelled>, by make: @escaping @Sendable (Spelled) -> Value?,
        spelled: @escaping @Sendable (Value) -> Spelled
    ) -> WireKind {
        let read: @Sendable (inout WireReader) throws(WireError) -> Value = { (reader) throws(WireError) in
            let start = reader.position
            return try reader.checked(make(try kind.read(&reader)), from: start)
        }
        return WireKind(read: read) { kind.write(spelled($0), &$1) }
    }

    /// An optional value.
    package static func optional<Wrapped: Sendable>(_ kind: WireKind<Wrapped>) -> WireKind where Value == Wrapped? {
        WireKind(read: { (reader) throws(WireError) in try reader.optional(kind.read) }) { value, writer in
            writer.optional(value) { kind.write($1, &$0) }
        }
    }

    package static func list<Element: Sendable>(
        of kind: WireKind<Element>, atMost limit: Int
    ) -> WireKind where Value == [Element] {
        WireKind(read: { (reader) throws(WireError) in try reader.list(atMost: limit, kind.read) }) { value, writer in
            writer.list(value) { kind.write($1, &$0) }
        }
    }

    package static func list<Element: WireValue>(atMost limit: Int) -> WireKind where Value == [Element] {
        list(of: .value, atMost: limit)
    }
}

extension WireKind where Value: WireValue {
    /// The type's own encoding.
    package static var value: WireKind {
        WireKind(read: { (reader) throws(WireError) in try Value(from: &reader) }) { $0.write(to: &$1) }
    }
}

extension WireKind where Value: WireValue & FixedWidthInteger {
    /// Returns the kind of a number within `range`.
    package static func number(in range: ClosedRange<Value>) -> WireKind {
        .made(of: .value, by: { range.contains($0) ? $0 : nil }) { $0 }
    }
}

extension WireKind where Value == String {
    /// Returns the kind of a text of at most `limit` bytes.
    package static func text(atMost limit: Int = Frame.maximumLength) -> WireKind {
        WireKind(read: { (reader) throws(WireError) in try reader.text(atMost: limit) }) { $1.text($0) }
    }
}

extension WireKind where Value == [UInt8] {
    /// Returns the kind of at most `limit` bytes.
    package static func octets(atMost limit: Int = Frame.maximumLength) -> WireKind {
        WireKind(read: { (reader) throws(WireError) in try reader.octets(atMost: limit) }) { $1.octets($0) }
    }

    /// Returns the kind of exactly `count` bytes, without a length prefix.
    package static func bareOctets(_ count: Int) -> WireKind {
        WireKind(read: { (reader) throws(WireError) in try reader.bareOctets(count) }) { $1.bareOctets($0) }
    }
}

extension WireKind where Value == Double {
    /// A finite number of seconds. -0 is rejected: it equals 0 but has another encoding.
    package static var seconds: WireKind {
        .made(
            of: .value,
            by: { (bits: UInt64) in
                let seconds = Double(bitPattern: bits)
                return seconds.isFinite && bits != (-0.0).bitPattern ? seconds : nil
            }
        ) { ($0 + 0).bitPattern }
    }
}
