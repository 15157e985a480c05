import DeviceProtocol
import DeviceServices
import Foundation
import JSONText
import Synchronization
import Threads

/// Shows the sheets of the device's services and the pages that apps open, along with the device's prompts.
final class SheetScreen: Sendable {
    private let path: String
    /// Whether a script answers. `lines` has its answers, one for each sheet.
    private let isScripted: Bool
    private let lines: Mutex<[String]>
    private let isJSON: Bool
    /// Allows one question on the terminal at a time.
    private let turn: DispatchSemaphore

    /// - Parameter path: the path of the services' socket.
    init(path: String, script: [String]?, isJSON: Bool, turn: DispatchSemaphore) {
        self.path = path
        isScripted = script != nil
        lines = Mutex(script ?? [])
        self.isJSON = isJSON
        self.turn = turn
    }

    /// Shows and answers sheets on a separate thread until the device is gone.
    func begin() throws {
        let link = try ServicesLink(path: path)
        let isStarted = WorkerThread.start { [self] in
            while case .notice(let notice)? = try? link.perform(.nextNotice) {
                do {
                    try answer(notice, link)
                } catch {
                    Terminal().say("\(error)")
                }
            }
        }
        guard isStarted else { throw CommandFailure(.failure, "no thread for the sheets can be created") }
    }

    private func answer(_ notice: NoticeQueue.Notice, _ link: ServicesLink) throws {
        if isScripted {
            let line = lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            // Closes a sheet without a line; an empty line closes a question for a password.
            for answer in [line, "cancel", "close", ""].compactMap(\.self) {
                do throws(DeviceError) {
                    try link.perform(.answerNotice(notice.number, answer))
                    return report(notice, notice.isSecret ? "password" : answer)
                } catch {
                    guard case .badRequest = error else { return }
                }
            }
            return
        }
        let monitor = try PromptEndMonitor(ServicesLink(path: path), .watchNotice(notice.number))
        defer { monitor.end() }
        turn.wait()
        defer { turn.signal() }
        for line in [""] + notice.lines { show(line.sanitized) }
        while true {
            switch try TerminalInput.read("  > ", isHidden: notice.isSecret, until: monitor.descriptor) {
            case .over: return Terminal().say("this sheet has ended: it was cancelled, or answered elsewhere")
            case .cancelled: return try decline(notice, link)
            case .line(let bytes):
                do throws(DeviceError) {
                    try link.perform(.answerNotice(notice.number, String(decoding: bytes, as: UTF8.self)))
                    return
                } catch {
                    guard case .badRequest = error else { return }
                    if let last = notice.lines.last { show("  " + last.sanitized) }
                }
            }
        }
    }

    private func report(_ notice: NoticeQueue.Notice, _ answer: String) {
        if isJSON {
            Terminal().result(["sheet": .array(notice.lines.map(JSONValue.string)), "answer": .string(answer)], .compact)
        } else {
            Terminal().result((notice.lines.first ?? "").sanitized + "  " + answer.sanitized)
        }
    }

    private func decline(_ notice: NoticeQueue.Notice, _ link: ServicesLink) throws {
        for answer in ["cancel", ""] where (try? link.perform(.answerNotice(notice.number, answer))) != nil { return }
    }

    private func show(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
