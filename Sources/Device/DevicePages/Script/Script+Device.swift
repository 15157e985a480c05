package import Markup

extension Script {
    /// The script of the page: sends what forms send without leaving the page, takes each phone as it is drawn anew, and lets the keys of the
    /// drawn keyboard type. Without it everything works by forms.
    package static let device = Script(ScriptPart.drawing, ScriptPart.sending, ScriptPart.typing, ScriptPart.joining)
}

/// The parts of the script, each in a file of its own; they share one scope and no name with other scripts.
enum ScriptPart {}
