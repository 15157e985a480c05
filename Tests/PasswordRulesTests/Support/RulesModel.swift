import PasswordRules

/// A slow parser of the rules language, scalar by scalar on slices, to compare the real parser with.
struct RulesModel {
    enum List: Equatable {
        case unicode
        case ascii(Set<Unicode.Scalar>)
    }

    private(set) var required: [List] = []
    private(set) var allowed: List?
    private(set) var merged: List = .ascii([])
    private(set) var numbers: [String: Double] = [:]
    private var allowedItems: [Item] = []
    private var mergedItems: [Item] = []

    private enum Item {
        case named(String)
        case custom(Set<Unicode.Scalar>)
    }

    init(_ text: String) {
        read(text)
        let list = Self.canonical(allowedItems)
        allowed = list == .ascii([]) ? nil : list
        merged = Self.canonical(mergedItems)
        if merged == .ascii([]) { merged = .ascii(Self.printable) }
    }

    private mutating func read(_ text: String) {
        var rest = Self.trimmed(Array(text.unicodeScalars)[...])
        while let first = rest.first, Self.isWordScalar(first) {
            let word = Self.string(rest.prefix(while: Self.isWordScalar))
            guard ["required", "allowed", "max-consecutive", "minlength", "maxlength"].contains(word) else { return discard() }
            rest = rest.drop(while: Self.isWordScalar)
            if rest.first == ":" {
                rest = Self.trimmed(rest.dropFirst())
                if let next = rest.first, next != ";" { rest = readValue(of: word, rest) }
            }
            rest = Self.trimmed(rest)
            if rest.isEmpty { break }
            guard rest.first == ";" else { return discard() }
            rest = Self.trimmed(rest.dropFirst())
        }
    }

    private mutating func discard() {
        required = []
        numbers = [:]
        allowedItems = []
        mergedItems = []
    }

    private mutating func readValue(of word: String, _ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        if word == "required" || word == "allowed" {
            let (items, rest) = Self.readItems(text)
            guard let items else { return rest }
            if word == "required" {
                let list = Self.canonical(items)
                required.append(list)
                mergedItems.append(Self.item(list))
            } else {
                allowedItems += items
                mergedItems += items
            }
            return rest
        }
        let digits = text.prefix { ("0"..."9").contains($0) }
        let rest = text.dropFirst(digits.count)
        guard !digits.isEmpty, rest.isEmpty || rest.first == ";" else { return rest }
        let number = digits.reduce(0.0) { $0 * 10 + Double($1.value - 48) }
        if number > 0 {
            let pick: (Double, Double) -> Double = word == "minlength" ? { max($0, $1) } : { min($0, $1) }
            numbers[word] = numbers[word].map { pick($0, number) } ?? number
        }
        return rest
    }

    private static func readItems(_ text: ArraySlice<Unicode.Scalar>) -> ([Item]?, ArraySlice<Unicode.Scalar>) {
        var rest = text
        var items: [Item] = []
        while let first = rest.first {
            if isWordScalar(first) {
                let word = string(rest.prefix(while: isWordScalar)).lowercased()
                guard ["upper", "lower", "digit", "special", "ascii-printable", "unicode"].contains(word) else {
                    return (nil, rest)
                }
                items.append(.named(word))
                rest = rest.drop(while: isWordScalar)
            } else if first == "[" {
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(of: "]") else { return (items, []) }
                var characters = Set(rest[..<end].enumerated().filter { $1 != "-" || $0 == 0 }.map(\.element))
                rest = rest[rest.index(after: end)...]
                if rest.first == "]" {
                    characters.insert("]")
                    rest = rest.dropFirst()
                }
                items.append(.custom(characters.intersection(printable)))
            } else {
                return (nil, rest)
            }
            rest = trimmed(rest)
            if rest.isEmpty || rest.first == ";" { return (items, rest) }
            guard rest.first == "," else { return (nil, rest) }
            rest = trimmed(rest.dropFirst())
        }
        return (nil, rest)
    }

    private static func canonical(_ items: [Item]) -> List {
        var union: Set<Unicode.Scalar> = []
        for item in items {
            switch item {
            case .named("unicode"): return .unicode
            case .named("ascii-printable"): return .ascii(printable)
            case .named(let name): union.formUnion(characters(name))
            case .custom(let characters): union.formUnion(characters)
            }
        }
        return .ascii(union)
    }

    private static func item(_ list: List) -> Item {
        switch list {
        case .unicode: .named("unicode")
        case .ascii(printable): .named("ascii-printable")
        case .ascii(let characters): .custom(characters)
        }
    }

    private static func characters(_ name: String) -> Set<Unicode.Scalar> {
        printable.filter { scalar in
            switch scalar {
            case "A"..."Z": name == "upper"
            case "a"..."z": name == "lower"
            case "0"..."9": name == "digit"
            default: name == "special"
            }
        }
    }

    private static let printable = Set((0x20...0x7E as ClosedRange<UInt8>).map(Unicode.Scalar.init))

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "-"
    }

    private static func trimmed(_ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        text.drop { [" ", "\t", "\n", "\r", "\u{C}"].contains($0) }
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}

extension RulesModel.List {
    init(_ repertoire: CharacterRepertoire) {
        self = repertoire.isUnicode ? .unicode : .ascii(Set(repertoire.asciiCharacters.map(Unicode.Scalar.init)))
    }
}
