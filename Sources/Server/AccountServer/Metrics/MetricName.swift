/// Names in the alphabet of Prometheus.
enum MetricName {
    /// A metric's name: letters, digits, `_` and `:`, no digit in front. Whatever else stands in `label` becomes `_`.
    static func metric(_ label: String) -> String { name(label, allowsColon: true) }

    /// A label's name: letters, digits and `_`, no digit in front, and none of those that Prometheus keeps for itself.
    static func label(_ label: String) -> String {
        let name = name(label, allowsColon: false)
        return name.hasPrefix("__") || name == "le" || name == "quantile" ? "exported_" + name : name
    }

    private static func name(_ text: String, allowsColon: Bool) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "_": name.unicodeScalars.append(scalar)
            case "0"..."9":
                if name.isEmpty { name = "_" }
                name.unicodeScalars.append(scalar)
            case ":" where allowsColon: name.unicodeScalars.append(scalar)
            default: name.append("_")
            }
        }
        return name.isEmpty ? "_" : name
    }
}
