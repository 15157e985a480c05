import Testing

@testable import AccountServer

@Suite("Rules of an exchange")
struct ExchangeStateTests {
    @Test("a request and its response start their timers in order")
    func ordinary() {
        var state = ExchangeState()
        #expect(state.opened() == .start(.opening))
        #expect(state.bytesArrived() == .keep)
        #expect(state.requestBegan(closes: false) == .start(.body))
        #expect(state.requestEnded() == .stop)
        #expect(state.responseBegan() == false)
        #expect(state.responseEnded() == .start(.idle))
        #expect(state.bytesArrived() == .start(.head))
        #expect(state.bytesArrived() == .keep)
        #expect(state.requestBegan(closes: true) == .start(.body))
        #expect(state.requestEnded() == .stop)
        #expect(state.responseBegan() == true)
        #expect(state.responseEnded() == .start(.linger))
        #expect(state.isEnding)
    }

    @Test("later bytes do not restart a timer")
    func dripping() {
        var state = ExchangeState()
        _ = state.opened()
        for _ in 0..<10 { #expect(state.bytesArrived() == .keep) }
        _ = state.requestBegan(closes: false)
        for _ in 0..<10 { #expect(state.bytesArrived() == .keep) }
    }

    @Test("pipelined requests receive their responses before the connection is idle or ends")
    func pipelining() {
        var state = ExchangeState()
        _ = state.requestBegan(closes: false)
        _ = state.requestEnded()
        _ = state.requestBegan(closes: true)
        #expect(state.responseBegan() == false)
        #expect(state.responseEnded() == .keep)
        #expect(state.timer == .body)
        _ = state.requestEnded()
        #expect(state.responseBegan() == true)
        #expect(state.responseEnded() == .start(.linger))
    }

    @Test("a response before the end of its request is the last one")
    func earlyResponse() {
        var state = ExchangeState()
        _ = state.requestBegan(closes: false)
        #expect(state.responseBegan() == true)
        #expect(state.responseEnded() == .start(.linger))
    }

    @Test("each timer has its own action when it expires")
    func expiries() {
        var silent = ExchangeState()
        _ = silent.opened()
        #expect(silent.expired().0 == .close)
        var dripping = ExchangeState()
        _ = dripping.opened()
        _ = dripping.bytesArrived()
        #expect(dripping.expired().0 == .answer)
        _ = dripping.requestBegan(closes: false)
        let (expiry, change) = dripping.expired()
        #expect(expiry == .failRequest && change == .start(.failure))
        #expect(dripping.requestEnded() == .keep)
        #expect(dripping.responseBegan() == true)
        #expect(dripping.expired().0 == .close)
    }

    @Test("a parser error is reported to the component that can respond")
    func parserFailures() {
        var idle = ExchangeState()
        #expect(idle.parserFailed() == .answer)
        var reading = ExchangeState()
        _ = reading.requestBegan(closes: false)
        #expect(reading.parserFailed() == .notifyHandler)
        var responding = ExchangeState()
        _ = responding.requestBegan(closes: false)
        _ = responding.requestEnded()
        #expect(responding.parserFailed() == .answerLater)
        #expect(responding.responseBegan() == true)
    }
}
