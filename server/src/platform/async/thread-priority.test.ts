import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'

const runMs = 800
const module = new URL('./thread-priority.ts', import.meta.url)

let busy: ChildProcess[] = []
beforeEach(() => {
  busy = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']))
})
afterEach(() => {
  for (const child of busy) child.kill('SIGKILL')
})

/** The computing time of a thread that computes for a while, in parts of 5 ms. */
async function computingMs(beforehand: string, afterEachPart: string): Promise<number> {
  const thread = new Worker(
    `import { parentPort } from 'node:worker_threads'
     import { createRest, lowerThreadPriority } from '${module}'
     ${beforehand}
     const usedMs = () => process.threadCpuUsage().user / 1_000
     const rest = createRest()
     const [beganMs, usedBeforeMs] = [performance.now(), usedMs()]
     while (performance.now() - beganMs < ${runMs}) {
       for (const until = usedMs() + 5; usedMs() < until; );
       ${afterEachPart}
     }
     parentPort.postMessage(usedMs() - usedBeforeMs)`,
    { eval: true },
  )
  const [ms] = (await once(thread, 'message')) as [number]
  return ms
}

test.runIf(process.platform === 'linux')(
  'a thread rests while other programs keep the processors busy',
  { retry: 2 },
  async () => {
    const withoutRest = await computingMs('lowerThreadPriority()', '')
    const withRest = await computingMs('lowerThreadPriority()', 'rest()')
    expect(withRest / withoutRest).toBeLessThan(0.7)
  },
)

test('a thread of usual priority does not rest', { retry: 2 }, async () => {
  const withoutRest = await computingMs('', '')
  const withRest = await computingMs('', 'rest()')
  expect(withoutRest / withRest).toBeLessThan(1.5)
})

test.runIf(process.platform === 'linux')('a process keeps a priority that is even lower', async () => {
  const code = `import os from 'node:os'
    const { lowerProcessPriority, lowerThreadPriority } = await import('${module}')
    lowerThreadPriority()
    lowerProcessPriority()
    process.exitCode = os.getPriority()`
  const child = spawn('nice', ['-n', '15', process.execPath, '--input-type=module', '-e', code])
  const [exitCode] = (await once(child, 'exit')) as [number]
  // A test run may have been started with a lower priority itself.
  expect(exitCode).toBeGreaterThanOrEqual(15)
})
