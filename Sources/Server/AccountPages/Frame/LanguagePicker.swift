package import Markup
package import Texts

/// The form at the end of a page that changes the language of all pages in this browser.
package struct LanguagePicker: Sendable, Hashable {
    /// The languages to choose from, each under its own name.
    package let languages: [Language]

    /// The path of the page, which the browser returns to.
    package let returnPath: LocalPath

    /// The token that the form sends back.
    package let formToken: FormToken

    package init(languages: [Language], returnPath: LocalPath, formToken: FormToken) {
        self.languages = languages
        self.returnPath = returnPath
        self.formToken = formToken
    }

    func html(on site: Site) -> HTML {
        footer(.class("languages")) {
            form(.method(.post), .action(PagePath.language)) {
                HiddenField(.formToken, formToken.value).html
                HiddenField(.returnPath, returnPath.text).html
                label(.for(FormField.language.id)) { site.text(.languageLabel) }
                select(.id(FormField.language.id), .name(FormField.language.rawValue), .autocomplete(.off)) {
                    for language in languages {
                        option(
                            .value(language.tag), .lang(language.tag), language == site.format.language ? .selected : nil
                        ) { language.endonym }
                    }
                }
                button(.class("button", "small", "quiet"), .type(.submit)) { site.text(.changeLanguage) }
            }
        }
    }
}

extension Script {
    /// Stores the browser's time zone in a cookie, so that the next page shows times in it.
    package static let zone = Script(
        #"""
        "use strict";
        (() => {
          const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
          if (!zone) return;
          const [prefix, flag] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
          document.cookie = `${prefix}latchkey-zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${flag}`;
        })();
        """#)
}
