// The live heap of a process, read through its inspector right after a full garbage collection.

import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export function inspectedBy(port: number): Record<string, string> {
  return { NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http` }
}

export async function collectedHeapMb(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await once(socket, 'open')
  let last = 0
  const call = <T>(method: string): Promise<T> => {
    const id = ++last
    return new Promise((resolve) => {
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: T }
        if (answer.id !== id) return
        socket.removeEventListener('message', onMessage)
        resolve(answer.result)
      }
      socket.addEventListener('message', onMessage)
      socket.send(JSON.stringify({ id, method }))
    })
  }
  try {
    // The second collection frees what finalizers of the first released.
    for (let round = 0; round < 2; round += 1) {
      await call('HeapProfiler.collectGarbage')
      await sleep(50)
    }
    const { usedSize } = await call<{ usedSize: number }>('Runtime.getHeapUsage')
    return usedSize / 1024 / 1024
  } finally {
    socket.close()
  }
}
