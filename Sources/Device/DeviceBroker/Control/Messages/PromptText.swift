package import DeviceProtocol

/// A prompt as whoever shows it needs it.
///
/// The app's identifier and the process are what the broker knows; `presentation` is what the app says, to be shown as such.
package struct PromptText: Hashable, Sendable {
    package let number: UInt64
    package let app: AccessGroup
    package let processID: Int32
    package let purpose: PromptPurpose
    package let question: Prompt.Question
    package let presentation: Presentation
    /// The last answer to the same question was not the right one.
    package let isRepeated: Bool
    /// The sensor says itself what it sees; nobody can say it in its place.
    package let isSensorReal: Bool

    package init(_ prompt: Prompt, isSensorReal: Bool) {
        self.init(
            number: prompt.number, app: prompt.caller.app.identifier, processID: prompt.caller.process.processID,
            purpose: prompt.purpose, question: prompt.question, presentation: prompt.presentation, isRepeated: prompt.isRepeated,
            isSensorReal: isSensorReal)
    }

    package init(
        number: UInt64, app: AccessGroup, processID: Int32, purpose: PromptPurpose, question: Prompt.Question,
        presentation: Presentation, isRepeated: Bool, isSensorReal: Bool
    ) {
        self.number = number
        self.app = app
        self.processID = processID
        self.purpose = purpose
        self.question = question
        self.presentation = presentation
        self.isRepeated = isRepeated
        self.isSensorReal = isSensorReal
    }

    /// Whether there is a button that leads elsewhere: after the first failed match, as on a phone, and with an empty title never.
    package var hasFallback: Bool {
        if case .biometry = question { isRepeated && presentation.fallbackTitle != "" } else { false }
    }
}

extension PromptText: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        number = try reader.number()
        app = try reader.value()
        processID = try reader.number()
        purpose = try reader.value()
        question = try reader.value()
        presentation = try reader.value()
        isRepeated = try reader.flag()
        isSensorReal = try reader.flag()
    }

    package func write(to writer: inout WireWriter) {
        writer.number(number)
        writer.value(app)
        writer.number(processID)
        writer.value(purpose)
        writer.value(question)
        writer.value(presentation)
        writer.flag(isRepeated)
        writer.flag(isSensorReal)
    }
}

extension Prompt.Question: WireValue {
    private enum Tag: UInt8, WireValue {
        case biometry = 1
        case passcode = 2
        case applicationPassword = 3
        case faceConsent = 4
        case companion = 5
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .biometry: self = .biometry(try reader.value())
        case .passcode: self = .passcode
        case .applicationPassword: self = .applicationPassword(isNew: try reader.flag())
        case .faceConsent: self = .faceConsent(try reader.value())
        case .companion: self = .companion
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .biometry(let kind):
            writer.value(Tag.biometry)
            writer.value(kind)
        case .passcode: writer.value(Tag.passcode)
        case .applicationPassword(let isNew):
            writer.value(Tag.applicationPassword)
            writer.flag(isNew)
        case .faceConsent(let usage):
            writer.value(Tag.faceConsent)
            writer.value(usage)
        case .companion: writer.value(Tag.companion)
        }
    }
}

extension PromptPurpose: WireValue {}
extension SensorReport: WireValue {}
