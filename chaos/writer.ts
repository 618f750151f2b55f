// A client that creates a device through the API every half second, and records which ones were confirmed.

import { setTimeout as sleep } from 'node:timers/promises'
import type { GapWatch } from './books/gap-watch.ts'
import { createGapWatch } from './books/gap-watch.ts'
import type { Database, Installation } from './installation/installation.ts'
import { getToken } from './installation/rest.ts'

export type Writer = Omit<GapWatch, 'succeed'> & {
  stop(): Promise<void>
  /** Compares the confirmed devices with the stored ones. */
  check(): Promise<{
    writesTried: number
    writesAcknowledged: number
    writesLost: number
    writesDoubled: number
    /** Responses that are neither a success nor "try again". */
    bugs: number
    slowestAnswerMs: number
    answers: string
  }>
}

const writeEveryMs = 500
const answerWithinMs = 30_000

export async function startWriter<P extends Database>({
  apiUrl,
  owner,
  query,
}: Installation<P>): Promise<Writer> {
  const authorization = `Bearer ${await getToken(apiUrl, owner)}`
  const gaps = createGapWatch()
  const acknowledged = new Set<string>()
  const answers = new Map<string, number>()
  let tried = 0
  let slowestAnswerMs = 0
  let isOver = false

  async function write(name: string): Promise<number> {
    const answer = await fetch(`${apiUrl}/api/devices`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    await answer.text()
    if (answer.ok) {
      acknowledged.add(name)
      gaps.succeed()
    }
    return answer.status
  }

  async function writeOnce(): Promise<void> {
    tried += 1
    const beganAtMs = performance.now()
    const answer = await write(`written ${tried}`).catch((error: Error) => error.name)
    slowestAnswerMs = Math.max(slowestAnswerMs, performance.now() - beganAtMs)
    answers.set(String(answer), (answers.get(String(answer)) ?? 0) + 1)
  }

  const writing = (async () => {
    while (!isOver) {
      await writeOnce()
      await sleep(writeEveryMs)
    }
  })()
  return {
    ...gaps,
    async stop() {
      isOver = true
      await writing
    },
    async check() {
      const rows = await query<{ name: string; count: number }>(
        `select name, count(*)::int as count from devices where name like 'written %' group by name`,
      )
      const counts = new Map(rows.map(({ name, count }) => [name, count]))
      const good = new Set(['200', '201', '503'])
      return {
        writesTried: tried,
        writesAcknowledged: acknowledged.size,
        writesLost: [...acknowledged].filter((name) => !counts.has(name)).length,
        writesDoubled: rows.filter(({ count }) => count > 1).length,
        bugs: [...answers].reduce((sum, [answer, count]) => sum + (good.has(answer) ? 0 : count), 0),
        slowestAnswerMs: Math.round(slowestAnswerMs),
        answers: [...answers].map(([answer, count]) => `${count} × ${answer}`).join(', '),
      }
    },
  }
}
