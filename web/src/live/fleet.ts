// The page's end of the fleet: asks the worker for what is on the screen, and tells whoever shows it.

import { session } from '../session/session.ts'
import type {
  Bounds,
  Connection,
  Counts,
  FromWorker,
  Inside,
  ListQuestion,
  Mark,
  News,
  Row,
  ToWorker,
  View,
} from './fleet.types.ts'
import type { Shape } from './shape.ts'

export interface Listing {
  total: number
  from: number
  rows: Row[]
}

interface Seen {
  counts: Counts | undefined
  isLoading: boolean
  /** Of the whole fleet when it was read. */
  bounds: Bounds | undefined
  listing: Listing
  marks: Mark[]
  watched: Row[]
  connection: { state: Connection; sinceMs: number }
}

export type Fleet = ReturnType<typeof openFleet>

export function openFleet() {
  const worker = new Worker(new URL('./fleet.worker.ts', import.meta.url), { type: 'module', name: 'fleet' })
  const listeners = new Set<() => void>()
  const newsListeners = new Set<(news: News) => void>()
  const waiting = new Map<number, (answer: never) => void>()
  let asks = 0
  let seen: Seen = {
    counts: undefined,
    isLoading: true,
    bounds: undefined,
    listing: { total: 0, from: 0, rows: [] },
    marks: [],
    watched: [],
    connection: { state: 'opening', sinceMs: Date.now() },
  }
  const say = (message: ToWorker) => worker.postMessage(message)
  const ask = <A>(message: (ask: number) => ToWorker) =>
    new Promise<A>((resolve) => {
      asks += 1
      waiting.set(asks, resolve as (answer: never) => void)
      say(message(asks))
    })

  function answer(number: number, value: unknown): void {
    waiting.get(number)?.(value as never)
    waiting.delete(number)
  }

  function change(part: Partial<Seen>): void {
    seen = { ...seen, ...part }
    for (const listener of listeners) listener()
  }

  async function giveToken(fresh: boolean): Promise<void> {
    const token = await session.token({ fresh }).catch(() => undefined)
    say({ kind: 'token', token })
  }

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    switch (data.kind) {
      case 'token':
        return void giveToken(data.fresh)
      case 'connection':
        return change({ connection: { state: data.state, sinceMs: data.sinceMs } })
      case 'counts':
        return change({ counts: data.counts, isLoading: data.isLoading })
      case 'loaded':
        return change({ bounds: data.bounds })
      case 'rows':
        return change({ listing: data })
      case 'marks':
        return change({ marks: data.marks })
      case 'watched':
        return change({ watched: data.rows })
      case 'found':
        return answer(data.ask, data.rows)
      case 'inside':
        return answer(data.ask, data.inside)
      case 'news':
        for (const news of data.news) for (const listener of newsListeners) listener(news)
    }
  })
  const onVisibility = () => say({ kind: 'rest', hidden: document.hidden })
  document.addEventListener('visibilitychange', onVisibility)
  say({ kind: 'open', url: location.origin })

  return {
    get: () => seen,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Alerts, commands, notifications and changes of devices, as they happen. */
    onNews(listener: (news: News) => void): () => void {
      newsListeners.add(listener)
      return () => newsListeners.delete(listener)
    },
    list: (question: ListQuestion) => say({ kind: 'list', question }),
    look: (view: View) => say({ kind: 'view', view }),
    /** These are told at once when they move, wherever they are. */
    watch: (ids: string[]) => say({ kind: 'watch', ids }),
    find: (search: string) => ask<Row[]>((number) => ({ kind: 'find', search, ask: number })),
    /** Which devices a shape holds now. */
    inside: (shape: Shape) => ask<Inside>((number) => ({ kind: 'inside', shape, ask: number })),
    close(): void {
      document.removeEventListener('visibilitychange', onVisibility)
      worker.terminate()
    },
  }
}
