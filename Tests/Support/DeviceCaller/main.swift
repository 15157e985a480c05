// An app in a process of its own, for tests that look into its memory. It links what an app links, and no broker.
//
// Its device is that of its environment. It takes a line at a time and answers each: `ok`, or `no` and why. What it is to remember it is told in a
// disguise, each byte turned by 0xFF, so that nothing stands in its memory because it was asked about it.
// What it lets go of stays in its heap (KeptHeap).

import Dispatch
import KeptHeap

// The first thread stays: the memory of a process is read through it.
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
