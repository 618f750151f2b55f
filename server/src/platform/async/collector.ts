// Long files are made of rows and texts that become garbage at once, but V8 allocates many of them among its old objects,
// and lets these grow to three times their size before it looks at them. A collection takes 40 ms.

import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const growthBytes = 24 * 1_048_576

/** Call it between the parts of a file: it collects when the heap has grown by 24 MB. */
export function createCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let formerBytes = usedBytes()
  return () => {
    if (usedBytes() - formerBytes < growthBytes) return
    collect()
    formerBytes = usedBytes()
  }
}

function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}
