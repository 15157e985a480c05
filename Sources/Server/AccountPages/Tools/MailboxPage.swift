package import Markup

/// The mailbox of development: the mail that the server would have sent. Also the templates of mail, with sample values.
package struct MailboxPage: Page, Hashable {
    package enum Content: Sendable, Hashable {
        /// The messages that were sent, the newest first.
        case sent
        /// One message for each template.
        case templates
    }

    package let content: Content
    package let messages: [MailboxMessage]

    package init(_ content: Content, _ messages: [MailboxMessage]) {
        self.content = content
        self.messages = messages
    }

    package var script: LocalPath? { PagePath.mailboxScript }

    package func document(on site: Site) -> HTMLDocument {
        let title = content == .sent ? "Mailbox" : "Mail templates"
        return PageFrame(english: title, site: site, width: .broad, script: script, section: .mail).document {
            p(.class("lead")) {
                content == .sent
                    ? "The mail of this server. No message leaves this machine, and all disappear when the server ends."
                    : "Every message that this server sends, with sample values."
            }
            p(.class("mail-switch")) {
                content == .sent
                    ? a(.href(.local(PagePath.mailTemplates))) { "Mail templates" }
                    : a(.href(.local(PagePath.mailbox))) { "Mailbox" }
            }
            p(.id("mail-count"), .class("detail"), .role(.status)) { count }
            div(.id("mail-list"), .data("content", content == .sent ? "sent" : "templates")) {
                for (index, message) in messages.enumerated() {
                    MailboxMessageView(message: message, isOpen: index == 0 || content == .templates).html(on: site.inEnglish)
                }
            }
        }
    }

    private var count: String {
        switch messages.count {
        case 0: "No mail yet."
        case 1: "1 message"
        default: "\(messages.count) messages"
        }
    }
}

/// A message in the mailbox.
package struct MailboxMessage: Sendable, Hashable {
    /// The identifier of the message on the page: letters, digits and hyphens.
    package let id: String
    package let subject: String
    package let from: String
    package let to: String
    /// The kind of a template; nil for a sent message.
    package let template: String?
    /// The time of a sent message.
    package let time: DisplayTime?
    /// The code in the message, if it has one.
    package let code: String?
    /// The text part.
    package let text: String
    /// The path of the HTML part.
    package let html: LocalPath

    package init(
        id: String, subject: String, from: String, to: String, template: String? = nil, time: DisplayTime? = nil, code: String?,
        text: String, html: LocalPath
    ) {
        self.id = id
        self.subject = subject
        self.from = from
        self.to = to
        self.template = template
        self.time = time
        self.code = code
        self.text = text
        self.html = html
    }
}

/// A message: its subject, which opens it, and both of its parts.
private struct MailboxMessageView {
    let message: MailboxMessage
    let isOpen: Bool

    func html(on site: Site) -> HTML {
        details(.id("mail-\(message.id)"), .class("mail"), isOpen ? .open : nil) {
            summary {
                bdi(.class("mail-subject")) { message.subject }
                " "
                if let template = message.template { code { template } }
                if let time = message.time { time.html(on: site) }
            }
            dl(.class("figures")) {
                fact("To", message.to)
                fact("From", message.from)
            }
            if let text = message.code {
                p(.class("mail-code")) {
                    code(.id(codeID)) { text }
                    DeskCopyButton(of: codeID, spoken: "the code \(text)").html
                }
            }
            div(.class("mail-parts")) {
                // Groups, because a page with many messages would have many landmarks of two names.
                div(.role(.group), .aria(.labelledby, "text-\(message.id)")) {
                    h2(.id("text-\(message.id)")) { "Text" }
                    pre(.tabindex(0)) { code { message.text } }
                }
                div(.role(.group), .aria(.labelledby, "html-\(message.id)")) {
                    h2(.id("html-\(message.id)")) { "HTML" }
                    sandboxedFrame(src: message.html, title: "HTML of \(message.subject)")
                }
            }
        }
    }

    private var codeID: String { "code-\(message.id)" }

    private func fact(_ name: String, _ value: String) -> HTML {
        // A group keeps the name and the value on one line.
        div {
            dt { name }
            dd { bdi { value } }
        }
    }
}

extension StylePart {
    /// The mailbox: a list of messages that open; the parts of an open one next to each other, on a phone below each other.
    static let mailbox: StaticString = """
        .mail-switch { margin-top: 0.25rem; }
        .mail-switch a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 550; }
        #mail-list { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; margin-top: 0.75rem; }
        .mail { min-width: 0; background: var(--sheet); border: 1px solid var(--line); border-radius: 1.125rem; box-shadow: var(--shadow); }
        .mail > :not(summary) { margin-inline: 1.125rem; }
        .mail > :last-child { margin-bottom: 1.125rem; }
        .mail summary {
          display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 0.625rem; width: 100%; min-height: 2.75rem; margin: 0;
          padding: 0.625rem 1.125rem; color: var(--ink-soft); cursor: pointer;
        }
        .mail summary > * { grid-column: 2; }
        .mail-subject { color: var(--ink); font-weight: 600; }
        .mail summary time, .mail summary code { font-size: 0.875rem; font-weight: 400; font-variant-numeric: tabular-nums; }
        .mail summary:focus-visible { border-radius: 1.125rem; outline-offset: -3px; }
        .mail .figures { margin-block: 0.25rem 0.75rem; }
        .mail .figures dd { font-weight: 500; }
        .mail-code { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin-bottom: 1rem; }
        .mail-code > code { font-size: 1.75rem; letter-spacing: 0.08em; user-select: all; }
        .mail-parts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 1.5rem; }
        .mail-parts h2 { color: var(--ink-soft); font-size: 0.875rem; font-weight: 600; }
        .mail-parts pre, .mail-parts iframe {
          width: 100%; height: 24rem; margin: 0.375rem 0 0; border: 1px solid var(--line); border-radius: 0.75rem;
        }
        .mail-parts pre { padding: 0.75rem 1rem; overflow: auto; white-space: pre-wrap; background: var(--paper); }
        .mail-parts pre code { font-size: 0.875rem; line-height: 1.5; }
        .mail-parts iframe { display: block; background: Canvas; color-scheme: light dark; resize: vertical; overflow: auto; }
        @media (min-width: 60rem) { .mail-parts { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }

        """
}

extension Script {
    /// The script of ``MailboxPage``: it copies codes, and adds new messages every two seconds without changing the others.
    package static let mailbox = Script(
        copying,
        #"""
        (() => {
          const list = document.getElementById("mail-list");
          const count = document.getElementById("mail-count");

          const refresh = async () => {
            try {
              const response = await fetch(location.pathname, { redirect: "error" });
              if (response.ok) {
                const page = new DOMParser().parseFromString(await response.text(), "text/html");
                const fresh = page.getElementById("mail-list");
                for (const old of [...list.children]) if (!page.getElementById(old.id)) old.remove();
                list.prepend(...[...fresh.children].filter(message => !document.getElementById(message.id)));
                const words = page.getElementById("mail-count").textContent;
                if (count.textContent !== words) count.textContent = words;
                offerCopies();
              }
            } catch {
              // The server has ended, or starts again.
            }
            setTimeout(refresh, 2000);
          };
          if (list.dataset.content === "sent") setTimeout(refresh, 2000);
        })();
        """#)
}
