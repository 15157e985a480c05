import DeviceSimulator
import Markup
import Texts

/// The page that exports all credentials to a file for another app.
struct ExportPage {
    let isConfirmed: Bool
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    @HTMLBuilder var html: HTML {
        p(.class("footnote")) { reader.text(.exportLead) }
        if isConfirmed {
            a(.class("app-button prominent"), .href(.local(PagePath.export(pagePhone.number)))) { reader.text(.saveFile) }
        } else {
            div(.class("closed")) {
                span(.class("padlock"), .aria(.hidden, "true")) { Glyph.lock.html }
                p { reader.text(.exportLocked) }
                actionButton(.openSettings(.exportCredentials), class: "app-button plain") { reader.text(.continueButton) }
            }
        }
    }
}

/// The page that imports a file of another app. Its fields belong to a separate form, so that no other action sends the file.
struct ImportPage {
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    /// The maximum size of a file, in bytes. The phone checks it again.
    static let limit = 8 << 20

    @HTMLBuilder var html: HTML {
        p(.class("footnote")) { reader.text(.importFileLead) }
        div(.class("file", "for-script")) {
            label(.class("cells-title"), .for(pagePhone.id("chosen-file"))) { reader.text(.chooseFile) }
            // It has no name, so it is not sent: the script copies the text of the file.
            input(
                .type(.file), .id(pagePhone.id("chosen-file")), .data("fills", pagePhone.id(PageField.file.rawValue)),
                .data("limit", String(Self.limit)), .data("large", reader.text(.fileTooLarge)))
        }
        div(.class("file")) {
            label(.class("cells-title"), .for(pagePhone.id(PageField.file.rawValue))) { reader.text(.fileText) }
            textarea(
                .id(pagePhone.id(PageField.file.rawValue)), .name(PageField.file.rawValue), .form(Self.formID(pagePhone)), .rows(6),
                .required, .class("mono"), .autocomplete(.off), .autocapitalizeNone, .spellcheckOff, text: "")
        }
        button(.type(.submit), .class("app-button prominent"), .form(Self.formID(pagePhone))) { reader.text(.continueButton) }
    }

    /// The form, which is outside the phone's own.
    static func outerForm(of pagePhone: PagePhone) -> HTML {
        form(.id(formID(pagePhone)), .method(.post), .action(PagePath.importing(pagePhone.number)), .hidden) {}
    }

    private static func formID(_ pagePhone: PagePhone) -> String { pagePhone.id("import") }
}
