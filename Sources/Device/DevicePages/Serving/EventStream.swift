import DeviceSimulator
import Hummingbird
import Synchronization
import WebServing

/// A phone's views as server-sent events: one event immediately and one after each change.
enum EventStream {
    /// Returns the response with the stream of events.
    ///
    /// - Parameters:
    ///   - streams: All streams of the server.
    ///   - text: Returns the event data for a view. The texts of the pages contain no carriage return.
    /// - Throws: ``PageProblem`` 429 if there are too many streams.
    static func response(
        of phone: any ShownPhone, to request: Request, in streams: EventStreams, _ text: @escaping @Sendable (PhoneView) -> String
    ) throws(PageProblem) -> Response {
        let place = try streams.place()
        return .events(to: request) { send in
            for await view in await phone.views() { send(ServerSentEvent(data: text(view), id: view.version)) }
            withExtendedLifetime(place) {}
        }
    }
}

/// The event streams of a server, which are limited in number.
final class EventStreams: Sendable {
    /// The maximum number of streams. A page has one for each of its phones.
    static let limit = 16

    private let count = Mutex(0)

    /// Returns the place of a new stream.
    ///
    /// - Throws: ``PageProblem`` 429 above ``limit``.
    func place() throws(PageProblem) -> Place {
        let isFree = count.withLock { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
        guard isFree else { throw PageProblem(.tooManyRequests, "too-many-streams", "too many pages are live; close one") }
        return Place(of: self)
    }

    /// The place of a stream. It is free again when the response is released: at the end of the stream, or unsent.
    final class Place: Sendable {
        private let streams: EventStreams

        fileprivate init(of streams: EventStreams) {
            self.streams = streams
        }

        deinit {
            streams.count.withLock { $0 -= 1 }
        }
    }
}

/// A message for a phone.
struct IncomingMessage {
    let sender: String
    let text: String

    /// Checks a message.
    ///
    /// - Throws: ``PageProblem`` if the sender or the text is empty, or longer than 100 or 1,000 characters respectively.
    init(sender: String, text: String) throws(PageProblem) {
        guard (1...100).contains(sender.count), (1...1_000).contains(text.count) else {
            throw PageProblem(.badRequest, "bad-message", "sender must have 1 to 100 characters, and text 1 to 1,000")
        }
        self.sender = sender
        self.text = text.replacing("\r\n", with: "\n")
    }
}

/// A period by which the clock advances.
struct ClockAdvance {
    let duration: Duration

    /// Checks a period.
    ///
    /// - Throws: ``PageProblem`` if the time is missing, negative, zero, or longer than ten years.
    init(seconds: Int?) throws(PageProblem) {
        guard let seconds, (1...315_576_000).contains(seconds) else {
            throw PageProblem(.badRequest, "bad-time", "seconds must be a whole number from 1 to 315,576,000")
        }
        duration = .seconds(seconds)
    }
}
