/// The members of an object, in order, each name once. Names are compared byte for byte.
package struct JSONObject: Sendable, Equatable {
    /// One member.
    package struct Member: Sendable, Equatable {
        /// The name, unescaped.
        package let name: String

        /// The value.
        package let value: JSONValue

        /// Equal name, byte for byte, and equal value.
        package static func == (left: Member, right: Member) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
        }
    }

    /// The members in order.
    package private(set) var members: [Member]

    /// An object; of a name given twice the last value stays, in the place of the first.
    package init(_ members: [(String, JSONValue)] = []) {
        self.members = []
        for (name, value) in members { self[name] = value }
    }

    /// Members whose names are known to differ.
    init(distinct members: [Member]) {
        self.members = members
    }

    /// The value of a member. Setting it replaces the value in its place or appends the member; setting nil removes it.
    package subscript(name: String) -> JSONValue? {
        get { index(of: name).map { members[$0].value } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): members[index] = Member(name: name, value: value)
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    private func index(of name: String) -> Int? {
        members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
