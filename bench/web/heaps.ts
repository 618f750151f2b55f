// The heaps of a page and its workers. Each has its own.

import type { CDPSession, Page } from 'playwright-core'

interface HeapUsage {
  usedSize: number
  backingStorageSize: number
}

export interface Heaps {
  usedMb: number
  usedWithoutGarbageMb: number
  buffersMb: number
}

const bytesPerMb = 1_000_000

type Send = (method: 'Runtime.getHeapUsage' | 'HeapProfiler.collectGarbage') => Promise<unknown>

export async function readHeaps(page: Page): Promise<Heaps> {
  const session = await page.context().newCDPSession(page)
  const all: Send[] = [(method) => session.send(method), ...(await workersOf(session))]
  if (all.length <= page.workers().length) throw new Error('a worker of the page was not found')
  const read = () => Promise.all(all.map((send) => send('Runtime.getHeapUsage') as Promise<HeapUsage>))
  const before = await read()
  await Promise.all(all.map((send) => send('HeapProfiler.collectGarbage')))
  const after = await read()
  await session.detach()
  return {
    usedMb: sum(before, 'usedSize'),
    usedWithoutGarbageMb: sum(after, 'usedSize'),
    buffersMb: sum(after, 'backingStorageSize'),
  }
}

function sum(usages: HeapUsage[], name: keyof HeapUsage): number {
  return usages.reduce((bytes, usage) => bytes + usage[name], 0) / bytesPerMb
}

/** Playwright offers no session of a worker, so its messages are wrapped in those of the page. */
async function workersOf(session: CDPSession): Promise<Send[]> {
  const ids: string[] = []
  const waiting = new Map<number, (result: unknown) => void>()
  session.on('Target.attachedToTarget', ({ sessionId }) => ids.push(sessionId))
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: unknown }
    waiting.get(id)?.(result)
  })
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  })
  let lastId = 0
  return ids.map(
    (sessionId): Send =>
      async (method) => {
        lastId += 1
        const id = lastId
        const answered = new Promise((resolve) => waiting.set(id, resolve))
        await session.send('Target.sendMessageToTarget', {
          sessionId,
          message: JSON.stringify({ id, method }),
        })
        return answered
      },
  )
}
