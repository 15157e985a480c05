/// What may stand as the host of a website: a domain name in lower-case letters, not an address and not `localhost`.
enum WebHost {
    /// Whether `text` is a domain name of at least two labels whose last one is no number (so no IPv4 address in any spelling).
    static func isDomain(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.count >= 2 else { return false }
        for label in labels {
            guard (1...63).contains(label.count), label.first != 0x2D, label.last != 0x2D,
                label.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
            else { return false }
        }
        guard let last = labels.last, let first = last.first, !(0x30...0x39).contains(first) else { return false }
        return text != "localhost" && labels.last.map { !$0.elementsEqual("localhost".utf8) } == true
    }

    /// The names of this machine that the loopback exception covers.
    static func isLoopback(_ host: some StringProtocol) -> Bool {
        host == "localhost" || host == "127.0.0.1" || host == "[::1]"
    }
}
