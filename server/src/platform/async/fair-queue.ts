// So many at once for each key; the others stand in line and hold nothing while they wait: no connection, no lock.

import { UnavailableError } from '../http/errors.ts'

export interface TurnLimits {
  atOnce: number
  longestLine: number
  longestWaitMs: number
}

export type Turns = <T>(key: number, work: () => Promise<T>) => Promise<T>

interface Line {
  running: number
  waiting: Set<() => void>
}

export function createTurns({ atOnce, longestLine, longestWaitMs }: TurnLimits): Turns {
  const lines = new Map<number, Line>()

  function wait(line: Line): Promise<void> {
    if (line.waiting.size >= longestLine) throw new UnavailableError('the line is too long')
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        line.waiting.delete(go)
        reject(new UnavailableError('the turn did not come in time'))
      }, longestWaitMs)
      function go() {
        clearTimeout(timer)
        resolve()
      }
      line.waiting.add(go)
    })
  }

  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() }
    lines.set(key, line)
    // Whoever gives his turn on leaves it counted as running: nobody slips in between.
    if (line.running < atOnce) line.running += 1
    else await wait(line)
    try {
      return await work()
    } finally {
      const [next] = line.waiting
      if (next) {
        line.waiting.delete(next)
        next()
      } else {
        line.running -= 1
        if (line.running === 0) lines.delete(key)
      }
    }
  }
}
