// Collects garbage where V8 would keep it: of files that are being written, and of the start of a process.

import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const growthBytes = 24 * 1_048_576

const idleForMs = 30_000

type Collect = (options?: { type: 'major'; flavor: 'last-resort' }) => void

/**
 * Call it between the parts of a file: it collects when the heap has grown by 24 MB. Rows and texts become garbage at once,
 * but V8 allocates many of them among its old objects, and lets these grow to three times their size before it looks at
 * them. A collection takes 40 ms. The first is now: what the process has done before adds to the peak.
 */
export function createCollector(): () => void {
  const collect = exposeCollect()
  collect()
  let formerBytes = usedBytes()
  return () => {
    if (usedBytes() - formerBytes < growthBytes) return
    collect()
    formerBytes = usedBytes()
  }
}

/**
 * Loading the code leaves a heap that an idle process would keep for days: a third of the memory of all roles. Collecting it
 * takes 20 to 120 ms, once, and waits for half a minute in which the process has little to do.
 */
export function collectWhenIdle(idleUtilization: number): void {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (utilization > idleUtilization) return
    clearInterval(timer)
    exposeCollect()({ type: 'major', flavor: 'last-resort' })
  }, idleForMs).unref()
}

function exposeCollect(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}
