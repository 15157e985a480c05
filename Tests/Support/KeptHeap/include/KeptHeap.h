// After `keepHeap`, the program never reuses memory that it frees, so a secret that was in its heap is still there when a test looks for it.
// With the C library's `free`, the next message of the same length would overwrite a message that was read and dropped.

#pragma once

/// Keeps all memory that the program frees from now on.
void keepHeap(void);

/// The number of calls of `free`.
unsigned long keptHeapCount(void);
