// An API client that changes something every second. Every confirmed change must be there afterwards.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from '../installation/installation.ts'
import { getToken } from '../installation/rest.ts'

export interface Changes {
  /** Stops, and returns how many changes were confirmed, and how many of them are missing. */
  finish(): Promise<{ changes: number; changesLost: number }>
}

const everyMs = 500
const answerWithinMs = 5_000

export function startChanges({ apiUrl, owner, query }: Installation): Changes {
  const answered: string[] = []
  const ending = new AbortController()
  let token: string | undefined

  async function change(name: string): Promise<boolean> {
    token ??= await getToken(apiUrl, owner)
    const response = await fetch(`${apiUrl}/api/groups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    await response.arrayBuffer()
    return response.ok
  }

  const working = (async () => {
    for (let number = 1; !ending.signal.aborted; number += 1) {
      const name = `Change ${number}`
      // A failed change may or may not be stored: it was not confirmed.
      if (await change(name).catch(() => false)) answered.push(name)
      await sleep(everyMs)
    }
  })()

  return {
    async finish() {
      ending.abort()
      await working
      const rows = await query<{ name: string }>(`select name from groups`)
      const there = new Set(rows.map(({ name }) => name))
      return { changes: answered.length, changesLost: answered.filter((name) => !there.has(name)).length }
    },
  }
}
