// An app in a separate process, for tests that search its memory. It links what an app links, and no broker.
//
// Its environment names its device. It reads a line at a time and responds to each with `ok`, or `no` and the reason. Values to
// remember are sent with each byte inverted by 0xFF, so that a search does not find the request itself in its memory. Released
// memory stays in its heap (KeptHeap).

import Dispatch
import KeptHeap

// The first thread stays, because the memory of the process is read through it.
keepHeap()
let caller = Caller()
say(keptHeapCount() > 0 ? "ok" : "no what is let go of is not kept")
while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        say(await caller.answer(words))
        done.signal()
    }
    done.wait()
}
