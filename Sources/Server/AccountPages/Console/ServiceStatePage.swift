package import Markup

/// Figures of the last days as plots, the operators, the queue, and the keys.
package struct ServiceStatePage: Page, Hashable {
    /// A table: its title, the heads of its columns, and its rows.
    package struct Listing: Sendable, Hashable {
        package let title: String
        package let heads: [String]
        package let rows: [[Cell]]

        package init(title: String, heads: [String], rows: [[Cell]]) {
            self.title = title
            self.heads = heads
            self.rows = rows
        }
    }

    /// A cell of a table.
    package enum Cell: Sendable, Hashable {
        case text(String)
        case time(DisplayTime)
        /// An account with its user name; nil if it has none.
        case account(id: String, name: String?)

        fileprivate func html(on site: Site) -> HTML {
            switch self {
            case .text(let text): HTML(text)
            case .time(let time): time.html(on: site)
            case .account(let id, let name):
                HTML {
                    a(.class("account-link"), .href(.local(PagePath.operatedAccount(id)))) {
                        if let name { bdi { name } } else { code { id } }
                    }
                    if name != nil { p(.class("detail")) { code { id } } }
                }
            }
        }
    }

    package let plots: [FigurePlot]
    package let listings: [Listing]
    package let formToken: FormToken

    package init(plots: [FigurePlot], listings: [Listing], formToken: FormToken) {
        self.plots = plots
        self.listings = listings
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        let english = site.inEnglish
        return PageFrame(console: "Service", section: .state, site: site, formToken: formToken).document {
            div(.class("desk")) {
                for plot in plots { plot.html }
            }
            for listing in listings {
                section {
                    h2 { listing.title }
                    if listing.rows.isEmpty {
                        p(.class("detail")) { "None." }
                    } else {
                        table(.class("state")) {
                            thead { tr { for head in listing.heads { th { head } } } }
                            tbody {
                                for row in listing.rows { tr { for cell in row { td { cell.html(on: english) } } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// One number for each of several days, drawn as bars inside the page, with the numbers as a list for screen readers.
package struct FigurePlot: Sendable, Hashable {
    package struct Day: Sendable, Hashable {
        /// The date, such as `2026-11-28`.
        package let date: String
        package let count: Int

        package init(date: String, count: Int) {
            self.date = date
            self.count = count
        }
    }

    package let title: String
    /// The identifier of the heading: letters and hyphens.
    package let id: String
    package let days: [Day]

    package init(title: String, id: String, days: [Day]) {
        self.title = title
        self.id = id
        self.days = days
    }

    var html: HTML {
        section(.aria(.labelledby, id)) {
            h2(.id(id)) { title }
            p(.class("detail")) { "\(days.reduce(0) { $0 + $1.count }) in \(days.count) days, at most \(most) in one" }
            bars
            // Screen readers expect entries in a list.
            if most > 0 {
                details {
                    summary { "Numbers" }
                    ul(.role(.list)) {
                        for day in days where day.count > 0 { li { "\(day.date): \(day.count)" } }
                    }
                }
            }
        }
    }

    /// Only numbers are inserted into the markup. The color is that of the text, in any color scheme.
    private var bars: HTML {
        let rects = days.enumerated().map { index, day in
            let height = most == 0 ? 0 : (day.count * Self.height + most - 1) / most
            return "<rect x=\"\(index * 10 + 1)\" y=\"\(Self.height - height)\" width=\"8\" height=\"\(height)\"/>"
        }
        return HTML {
            DangerousRawMarkup(
                trusted: """
                    <svg class="plot" viewBox="0 0 \(days.count * 10) \(Self.height)" preserveAspectRatio="none" fill="currentColor" \
                    aria-hidden="true">\(rects.joined())</svg>
                    """)
        }
    }

    private var most: Int { days.map(\.count).max() ?? 0 }

    private static let height = 60
}
