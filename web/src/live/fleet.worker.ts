// The fleet in its own thread. Receives every event of every device and updates the page a few times a second with
// what it shows: visible rows, map markers, counts.

import { createClient } from '@rastro/client'
import { inBackground } from '../ui/in-background.ts'
import { Columns } from './columns.ts'
import { extentOf } from './extent.ts'
import { follow } from './feed.ts'
import type {
  FleetEvent,
  Found,
  FromWorker,
  Inside,
  ListQuery,
  PackedMarks,
  ToWorker,
  View,
} from './fleet.types.ts'
import { inside } from './inside.ts'
import type { Filtered } from './listing.ts'
import { filtered, inNameOrder, listed, sorted } from './listing.ts'
import { marksInView } from './marks.ts'
import { areSame, pack } from './packed-marks.ts'
import type { Shape } from './shape.ts'

const tickMs = 500
/** At most this share of the thread is used to refresh the page; the rest receives events. */
const maxShare = 0.2
const maxInside = 8
/** A drag longer than this is updated meanwhile. */
const maxDragMs = 3_000
/** Per tick. When a whole fleet comes online, the page does not need every event. */
const maxEvents = 100
/** Other views than the list show no rows. */
const shownWithinMs = 1_000

const columns = new Columns()
const everything = { search: '', status: undefined, group: undefined }
let query: ListQuery | undefined
let order: Uint32Array | undefined
/** One byte per device: whether it matches the filter. Undefined: all do. */
let mask: Uint8Array | undefined
let counts: Filtered['counts'] | undefined
/** The devices for which the filter was computed; a removed device gives its index to another. */
let filteredNaming = -1
let sentMarks: PackedMarks | undefined
let draggingSinceMs: number | undefined
let view: View | undefined
let watched: string[] = []
let isLoading = true
let isHidden = false
let hasChanged = false
let restUntilMs = 0
let events: FleetEvent[] = []
let tokenWaiting: PromiseWithResolvers<string> | undefined
const firstShown = Promise.withResolvers<void>()

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

/** One filter for list, map and chips: all three show the same devices. */
function refreshList(): void {
  const shown = filtered(columns, query ?? everything)
  counts = shown.counts
  filteredNaming = columns.naming
  mask = query && maskOf(shown.indexes)
  order = query && sorted(columns, shown.indexes, query.order)
  sendRows()
}

function maskOf(indexes: Uint32Array): Uint8Array {
  const mask = new Uint8Array(columns.size)
  for (const index of indexes) mask[index] = 1
  return mask
}

function sendMarks(): void {
  if (!view) return
  if (filteredNaming !== columns.naming) refreshList()
  const marks = pack(marksInView(columns, view, (index) => mask === undefined || mask[index] === 1))
  if (sentMarks && areSame(sentMarks, marks)) return
  // The page receives the numbers without a copy, and they are gone here.
  sentMarks = { numbers: marks.numbers.slice(), texts: marks.texts }
  postMessage({ kind: 'marks', marks } satisfies FromWorker, { transfer: [marks.numbers.buffer] })
}

function sendWatched(): void {
  if (watched.length === 0) return
  const rows = watched.flatMap((id) => {
    const index = columns.indexOf(id)
    return index === undefined ? [] : [columns.row(index)]
  })
  send({ kind: 'watched', rows })
}

function find(wanted: Omit<ListQuery, 'from' | 'to'>, limit: number): Found {
  const found = listed(columns, wanted)
  const rows = Array.from(found.subarray(0, limit), (index) => columns.row(index))
  return { rows, total: found.length }
}

function insideOf(shape: Shape): Inside {
  const found = inNameOrder(columns, inside(columns, shape))
  return { count: found.length, first: found.slice(0, maxInside).map((index) => columns.row(index)) }
}

function sendCounts(): void {
  counts ??= filtered(columns, query ?? everything).counts
  send({ kind: 'counts', counts, total: columns.size, isLoading })
}

function refreshAll(): void {
  const beganMs = performance.now()
  hasChanged = false
  refreshList()
  sendCounts()
  sendMarks()
  const tookMs = performance.now() - beganMs
  restUntilMs = performance.now() + tookMs / maxShare
}

/** Rows and markers wait while the map is dragged: the page needs its time for frames. */
function isDragging(): boolean {
  return draggingSinceMs !== undefined && performance.now() - draggingSinceMs < maxDragMs
}

setInterval(() => {
  if (events.length > 0) {
    send({ kind: 'events', events })
    events = []
  }
  if (isHidden || !hasChanged) return
  sendWatched()
  if (isDragging()) return
  // While the fleet is read it grows too fast to sort it again each time.
  if (isLoading) {
    counts = undefined
    sendCounts()
  } else if (performance.now() >= restUntilMs) refreshAll()
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
        if (isWhole) send({ kind: 'loaded', bounds: extentOf(columns, undefined).dense })
      },
      whenShown() {
        setTimeout(firstShown.resolve, shownWithinMs)
        return firstShown.promise
      },
      onChange() {
        hasChanged = true
      },
      onEvent(type, device, data) {
        // An alert is never dropped, nor what concerns a device on the screen.
        const isWanted = type.startsWith('alert.') || (device !== undefined && watched.includes(device))
        if (events.length < maxEvents || isWanted) events.push({ type, device, data })
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
    case 'list':
      return list(data.query)
    case 'view':
      view = data.view
      return sendMarks()
    case 'watch':
      watched = data.ids
      return sendWatched()
    case 'find':
      return send({ kind: 'found', found: find(data.query, data.limit), request: data.request })
    case 'extent':
      return send({ kind: 'extent', extent: extentOf(columns, order), request: data.request })
    case 'inside':
      return send({ kind: 'inside', inside: insideOf(data.shape), request: data.request })
    case 'shown':
      return firstShown.resolve()
    case 'rest':
      isHidden = data.hidden
      if (!isHidden) hasChanged = true
      return
    case 'dragging':
      draggingSinceMs = data.isDragging ? performance.now() : undefined
  }
})

function list(next: ListQuery | undefined): void {
  const before = query
  query = next
  if (before && next && order && isSameQuery(before, next)) sendRows()
  else {
    refreshList()
    sendCounts()
    sendMarks()
  }
}

function isSameQuery(one: ListQuery, other: ListQuery): boolean {
  return (
    one.search === other.search &&
    one.status === other.status &&
    one.group === other.group &&
    one.order === other.order
  )
}
