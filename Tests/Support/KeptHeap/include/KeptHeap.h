// From `keepHeap` on, whatever the program lets go of stays as it was, and nobody is given its place: so what once stood in its heap stands
// there when it is looked for. With the C library's own `free` a message that was read and dropped is written over by the next one of its length,
// and a secret that came with it would never be found.

#pragma once

/// From now on nothing that is let go of is given to anybody else.
void keepHeap(void);

/// How often something was let go of.
unsigned long keptHeapCount(void);
