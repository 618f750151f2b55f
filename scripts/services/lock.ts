// A lock per directory, across processes.
import { createHash } from 'node:crypto'
import type { Server } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs the work while holding the lock of the directory. */
export async function withLock<T>(dir: string, work: () => Promise<T>): Promise<T> {
  const lock = await take(lockName(dir))
  try {
    return await work()
  } finally {
    lock.close()
  }
}

// A name in Linux's abstract socket namespace has one listener, and the kernel frees it when the listener dies.
function lockName(dir: string): string {
  return `\0rastro-services-${createHash('sha256').update(dir).digest('hex').slice(0, 32)}`
}

async function take(name: string): Promise<Server> {
  for (;;) {
    const server = createServer()
    const isOurs = await new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      )
      server.listen(name, () => resolve(true))
    })
    if (isOurs) return server
    await sleep(50)
  }
}
