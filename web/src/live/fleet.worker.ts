// The fleet in its own thread. Receives every event of every device and updates the page a few times a second with
// what it shows: visible rows, map markers, counts.

import { createClient } from '@rastro/client'
import { inBackground } from '../ui/in-background.ts'
import { Columns } from './columns.ts'
import { follow } from './feed.ts'
import type { FleetEvent, FromWorker, Inside, ListQuery, Row, ToWorker, View } from './fleet.types.ts'
import { statuses } from './fleet.types.ts'
import { inside } from './inside.ts'
import { boundsOf, counted, inNameOrder, listed } from './listing.ts'
import { marksInView } from './marks.ts'
import type { Shape } from './shape.ts'

const tickMs = 500
/** At most this share of the thread is used to refresh the page; the rest receives events. */
const maxShare = 0.2
const maxFound = 8
/** Per tick. When a whole fleet comes online, the page does not need every event. */
const maxEvents = 100

const columns = new Columns()
let query: ListQuery | undefined
let order: Uint32Array | undefined
let view: View | undefined
let watched: string[] = []
let isLoading = true
let isHidden = false
let hasChanged = false
let restUntilMs = 0
let events: FleetEvent[] = []
let tokenWaiting: PromiseWithResolvers<string> | undefined

const send = (message: FromWorker) => postMessage(message)

function requestToken({ fresh = false }: { fresh?: boolean } = {}): Promise<string> {
  if (!tokenWaiting) {
    tokenWaiting = Promise.withResolvers()
    send({ kind: 'token', fresh })
  }
  return tokenWaiting.promise
}

function sendRows(): void {
  if (!query || !order) return
  const { from } = query
  const rows = Array.from(order.subarray(from, query.to), (index) => columns.row(index))
  send({ kind: 'rows', total: order.length, from, rows })
}

function refreshList(): void {
  if (query) order = listed(columns, query)
  sendRows()
}

/** The map shows the devices of the list: filters apply to both. */
function sendMarks(): void {
  if (!view) return
  const { status, group } = query ?? {}
  const wanted = status === undefined ? -1 : statuses.indexOf(status)
  const isShown = (index: number) =>
    (wanted < 0 || columns.status[index] === wanted) &&
    (group === undefined || columns.groups[index]?.includes(group) === true)
  send({ kind: 'marks', marks: marksInView(columns, view, isShown) })
}

function sendWatched(): void {
  if (watched.length === 0) return
  const rows = watched.flatMap((id) => {
    const index = columns.indexOf(id)
    return index === undefined ? [] : [columns.row(index)]
  })
  send({ kind: 'watched', rows })
}

function find(search: string): Row[] {
  const found = listed(columns, { search, status: undefined, group: undefined, order: 'name' })
  return Array.from(found.subarray(0, maxFound), (index) => columns.row(index))
}

function insideOf(shape: Shape): Inside {
  const found = inNameOrder(columns, inside(columns, shape))
  return { count: found.length, first: found.slice(0, maxFound).map((index) => columns.row(index)) }
}

function sendCounts(): void {
  send({ kind: 'counts', counts: counted(columns), isLoading })
}

function refreshAll(): void {
  const beganMs = performance.now()
  hasChanged = false
  sendCounts()
  refreshList()
  sendMarks()
  const tookMs = performance.now() - beganMs
  restUntilMs = performance.now() + tookMs / maxShare
}

setInterval(() => {
  if (events.length > 0) {
    send({ kind: 'events', events })
    events = []
  }
  if (isHidden || !hasChanged) return
  sendWatched()
  // While the fleet is read it grows too fast to sort it again each time.
  if (isLoading) sendCounts()
  else if (performance.now() >= restUntilMs) refreshAll()
}, tickMs)

function open(url: string): void {
  const rastro = createClient({ url, token: requestToken })
  inBackground(
    follow(rastro, columns, {
      onState: (state) => send({ kind: 'connection', state, sinceMs: Date.now() }),
      onLoaded(isWhole) {
        // Shows something at once, then every tick, then everything.
        const isFirst = order === undefined || order.length === 0
        isLoading = !isWhole
        hasChanged = true
        if (isFirst || isWhole) refreshAll()
        sendWatched()
        if (isWhole) send({ kind: 'loaded', bounds: boundsOf(columns) })
      },
      onChange() {
        hasChanged = true
      },
      onEvent(type, device, data) {
        if (events.length < maxEvents) events.push({ type, device, data })
      },
    }),
  )
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'open':
      return open(data.url)
    case 'token':
      if (data.token === undefined) tokenWaiting?.reject(new Error('signed out'))
      else tokenWaiting?.resolve(data.token)
      tokenWaiting = undefined
      return
    case 'list': {
      const before = query
      query = data.query
      if (!before || !order || !isSameQuery(before, query)) {
        refreshList()
        if (before?.status !== query.status || before?.group !== query.group) sendMarks()
      } else sendRows()
      return
    }
    case 'view':
      view = data.view
      return sendMarks()
    case 'watch':
      watched = data.ids
      return sendWatched()
    case 'find':
      return send({ kind: 'found', rows: find(data.search), request: data.request })
    case 'inside':
      return send({ kind: 'inside', inside: insideOf(data.shape), request: data.request })
    case 'rest':
      isHidden = data.hidden
      if (!isHidden) hasChanged = true
  }
})

function isSameQuery(one: ListQuery, other: ListQuery): boolean {
  return (
    one.search === other.search &&
    one.status === other.status &&
    one.group === other.group &&
    one.order === other.order
  )
}
