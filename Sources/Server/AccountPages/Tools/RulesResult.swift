import Markup

/// The interpretation, part by part.
struct RulesResult {
    let reading: RulesReading

    var html: HTML {
        div(.id(PasswordRulesPart.result.rawValue), .class("result")) {
            if reading.rejection == nil {
                findings
                properties
                honored
                samples
                outputs
            }
        }
    }

    private var findings: HTML {
        part("findings", "Findings", isThere: !reading.findings.isEmpty) {
            ul(.class("rows", "findings"), .role(.list)) {
                for finding in reading.findings { finding.html }
            }
            if reading.hiddenFindings > 0 { p(.class("detail")) { "And \(reading.hiddenFindings) more." } }
        }
    }

    private var properties: HTML {
        part("understood", "Requirements") {
            ul(.class("rows", "understood"), .role(.list)) {
                for property in reading.properties {
                    li {
                        p(.class("name")) { property.meaning }
                        if !property.text.isEmpty { p(.class("source")) { code { property.text } } }
                    }
                }
            }
        }
    }

    private var honored: HTML {
        part("ios", "On iOS and in Safari") {
            switch reading.honored {
            case .yes:
                p(.class("note", "good"), .data("honored", "true")) {
                    "Suggested passwords follow these rules."
                }
            case .nothingToHonor:
                p(.class("note"), .data("honored", "nothing")) { "Without rules, standard strong passwords are suggested." }
            case .no(let reasons):
                div(.class("note", "odd"), .data("honored", "false")) {
                    p { strong { "These rules are ignored, so a suggested password may violate them." } }
                    for reason in reasons { p { reason.message + " " + reason.remedy } }
                }
            }
        }
    }

    private var samples: HTML {
        part("samples", "Example passwords") {
            switch reading.samples {
            case .none(let reason, let remedy):
                p(.class("note", "odd")) { [reason, remedy].compactMap { $0 }.joined(separator: " ") }
            case .some(let samples):
                ul(.class("samples"), .role(.list)) {
                    for password in samples.passwords { li { code { password } } }
                }
                p(.class("detail")) { samples.style }
                dl(.class("figures")) {
                    figure("Shannon entropy", samples.shannonBits + " bits")
                    figure("Min-entropy", samples.minEntropyBits + " bits")
                    figure("Possible passwords", samples.count)
                }
                // The identifier lets the script restore the focus.
                button(.id("make-others"), .class("button", "small", "quiet"), .type(.submit), .form(RulesForm.id)) {
                    "Generate more"
                }
            }
        }
    }

    private func figure(_ name: String, _ value: String) -> HTML {
        div {
            dt { name }
            dd { value }
        }
    }

    private var outputs: HTML {
        part("outputs", "Formats", isThere: !reading.outputs.isEmpty) {
            ul(.class("rows", "outputs"), .role(.list)) {
                for (index, output) in reading.outputs.enumerated() {
                    li {
                        p(.class("name")) { output.name }
                        // The script shows the button, because only the script can copy.
                        button(
                            .id("copy-\(index)"), .class("button", "small", "quiet", "copy"), .type(.button),
                            .data("copies", "output-\(index)"), .hidden
                        ) {
                            "Copy"
                            span(.class("visually-hidden")) { " " + output.name }
                        }
                        p(.class("text")) { code(.id("output-\(index)")) { output.text } }
                    }
                }
            }
            appleFormat
        }
    }

    @HTMLBuilder private var appleFormat: HTML {
        switch reading.appleFormat {
        case .same: p(.class("detail")) { "Apple’s formatter produces the same text." }
        case .other(let text):
            p(.class("detail")) {
                "Apple’s formatter produces "
                code { text }
                ", which is equivalent."
            }
        case .lossy(let text):
            p(.class("detail")) {
                "Apple’s formatter produces "
                code { text }
                ", which has a different meaning. Do not use that text."
            }
        }
    }

    private func part(_ id: String, _ heading: String, isThere: Bool = true, @HTMLBuilder content: () -> HTML) -> HTML {
        guard isThere else { return .empty }
        return section(.aria(.labelledby, id)) {
            h2(.id(id)) { heading }
            content()
        }
    }
}

extension RulesFinding {
    fileprivate var html: HTML {
        li(.class("is-\(severity.rawValue)"), .data("code", code)) {
            p(.class("name")) {
                span(.class("severity")) { severity.label }
                " " + message
            }
            p(.class("detail")) {
                if let excerpt, let position {
                    Markup.code { excerpt }
                    " at character \(position). "
                }
                remedy
            }
        }
    }
}
