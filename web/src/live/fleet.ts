// The page's side of the fleet worker: requests what is on the screen and notifies subscribers.

import { session } from '../session/session.ts'
import { inBackground } from '../ui/in-background.ts'
import type {
  Bounds,
  Connection,
  Counts,
  Extent,
  FleetEvent,
  Found,
  FromWorker,
  Inside,
  ListQuery,
  PackedMarks,
  Row,
  ToWorker,
  View,
} from './fleet.types.ts'
import type { Shape } from './shape.ts'

const maxFound = 8

export interface Listing {
  total: number
  from: number
  rows: Row[]
}

interface FleetState {
  /** Of the devices that match search and group. */
  counts: Counts | undefined
  /** The number of all devices. */
  total: number
  isLoading: boolean
  /** Of the dense part of the fleet when it was read. */
  bounds: Bounds | undefined
  listing: Listing
  marks: PackedMarks
  watched: Row[]
  connection: { state: Connection; sinceMs: number }
}

export type Fleet = ReturnType<typeof openFleet>

export function openFleet() {
  const worker = new Worker(new URL('./fleet.worker.ts', import.meta.url), { type: 'module', name: 'fleet' })
  const listeners = new Set<() => void>()
  const eventListeners = new Set<(event: FleetEvent) => void>()
  const waiting = new Map<number, (answer: never) => void>()
  const watchedBy = new Map<string, string[]>()
  let requestCount = 0
  let state: FleetState = {
    counts: undefined,
    total: 0,
    isLoading: true,
    bounds: undefined,
    listing: { total: 0, from: 0, rows: [] },
    marks: { numbers: new Float64Array(), texts: [] },
    watched: [],
    connection: { state: 'opening', sinceMs: Date.now() },
  }
  const send = (message: ToWorker) => worker.postMessage(message)
  const request = <A>(message: (request: number) => ToWorker) =>
    new Promise<A>((resolve) => {
      requestCount += 1
      waiting.set(requestCount, resolve as (answer: never) => void)
      send(message(requestCount))
    })

  function findDevices(wanted: Partial<Omit<ListQuery, 'from' | 'to'>>, limit: number): Promise<Found> {
    const query = { search: '', status: undefined, group: undefined, order: 'name' as const, ...wanted }
    return request<Found>((number) => ({ kind: 'find', query, limit, request: number }))
  }

  function answer(number: number, value: unknown): void {
    waiting.get(number)?.(value as never)
    waiting.delete(number)
  }

  function change(part: Partial<FleetState>): void {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  async function sendToken(fresh: boolean): Promise<void> {
    const token = await session.token({ fresh }).catch(() => undefined)
    send({ kind: 'token', token })
  }

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    switch (data.kind) {
      case 'token':
        return inBackground(sendToken(data.fresh))
      case 'connection':
        return change({ connection: { state: data.state, sinceMs: data.sinceMs } })
      case 'counts':
        return change({ counts: data.counts, total: data.total, isLoading: data.isLoading })
      case 'loaded':
        return change({ bounds: data.bounds })
      case 'rows':
        if (state.listing.rows.length === 0 && data.rows.length > 0) afterFrame(() => send({ kind: 'shown' }))
        return change({ listing: data })
      case 'marks':
        return change({ marks: data.marks })
      case 'watched':
        return change({ watched: data.rows })
      case 'found':
        return answer(data.request, data.found)
      case 'extent':
        return answer(data.request, data.extent)
      case 'inside':
        return answer(data.request, data.inside)
      case 'events':
        for (const event of data.events) for (const listener of eventListeners) listener(event)
    }
  })
  const onVisibility = () => send({ kind: 'rest', hidden: document.hidden })
  document.addEventListener('visibilitychange', onVisibility)
  send({ kind: 'open', url: location.origin })

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Alert, command, notification and device events as they happen. */
    onEvent(listener: (event: FleetEvent) => void): () => void {
      eventListeners.add(listener)
      return () => eventListeners.delete(listener)
    },
    /** The filter applies to the map too; without a query it shows every device. */
    list: (query: ListQuery | undefined) => send({ kind: 'list', query }),
    setView: (view: View) => send({ kind: 'view', view }),
    /** These devices are updated at once when they move, wherever they are. */
    watch(ids: string[], by: 'view' | 'critical' = 'view'): void {
      watchedBy.set(by, ids)
      send({ kind: 'watch', ids: [...new Set([...watchedBy.values()].flat())] })
    },
    find: async (search: string) => (await findDevices({ search }, maxFound)).rows,
    findDevices,
    /** Where the listed devices are. */
    extent: () => request<Extent>((number) => ({ kind: 'extent', request: number })),
    setDragging: (isDragging: boolean) => send({ kind: 'dragging', isDragging }),
    /** The devices inside a shape now. */
    inside: (shape: Shape) => request<Inside>((number) => ({ kind: 'inside', shape, request: number })),
    close(): void {
      document.removeEventListener('visibilitychange', onVisibility)
      worker.terminate()
    },
  }
}

/** The second callback runs after the frame that the first one precedes. */
function afterFrame(then: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(then))
}
