// What a process still needs of its heap: asked through its inspector, right after a collection of all garbage.

import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export function inspectedBy(port: number): Record<string, string> {
  return { NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http` }
}

export async function collectedHeapMb(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[]
  const line = new WebSocket(target!.webSocketDebuggerUrl)
  await once(line, 'open')
  let last = 0
  const ask = <T>(method: string): Promise<T> => {
    const id = ++last
    return new Promise((resolve) => {
      const hear = ({ data }: MessageEvent) => {
        const said = JSON.parse(String(data)) as { id?: number; result: T }
        if (said.id !== id) return
        line.removeEventListener('message', hear)
        resolve(said.result)
      }
      line.addEventListener('message', hear)
      line.send(JSON.stringify({ id, method }))
    })
  }
  try {
    // The second one takes what finalizers of the first let go.
    for (let round = 0; round < 2; round += 1) {
      await ask('HeapProfiler.collectGarbage')
      await sleep(50)
    }
    const { usedSize } = await ask<{ usedSize: number }>('Runtime.getHeapUsage')
    return usedSize / 1024 / 1024
  } finally {
    line.close()
  }
}
