extension String {
    /// Whether two strings are the same bytes. Swift's own comparison takes canonically equivalent texts for one: a Kelvin sign for a K.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
