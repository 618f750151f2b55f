// The fleet, in a thread of its own. Hears everything that happens to every device, and tells the page at most a few times a
// second what it shows: a screen of rows, the marks in view, the counts.

import { createClient } from '@rastro/client'
import { Columns } from './columns.ts'
import { follow } from './feed.ts'
import type { FromWorker, Inside, ListQuestion, News, Row, ToWorker, View } from './fleet.types.ts'
import { statuses } from './fleet.types.ts'
import { inside } from './inside.ts'
import { boundsOf, counted, inNameOrder, listed } from './listing.ts'
import { marksInView } from './marks.ts'
import type { Shape } from './shape.ts'

const tickMs = 500
/** At most this share of the thread goes into making anew what is shown; the rest hears. */
const maxShare = 0.2
const maxFound = 8
/** In one tick. When a whole fleet comes online, the page need not hear of each. */
const maxNews = 100

const columns = new Columns()
let question: ListQuestion | undefined
let order: Uint32Array | undefined
let view: View | undefined
let watched: string[] = []
let isLoading = true
let isHidden = false
let hasChanged = false
let restUntilMs = 0
let news: News[] = []
let tokenWaiting: PromiseWithResolvers<string> | undefined

const tell = (message: FromWorker) => postMessage(message)

function askForToken({ fresh = false }: { fresh?: boolean } = {}): Promise<string> {
  if (!tokenWaiting) {
    tokenWaiting = Promise.withResolvers()
    tell({ kind: 'token', fresh })
  }
  return tokenWaiting.promise
}

function tellRows(): void {
  if (!question || !order) return
  const { from } = question
  const rows = Array.from(order.subarray(from, question.to), (index) => columns.row(index))
  tell({ kind: 'rows', total: order.length, from, rows })
}

function listAnew(): void {
  if (question) order = listed(columns, question)
  tellRows()
}

/** The map shows what the list lists: a filter is a filter. */
function tellMarks(): void {
  if (!view) return
  const { status, group } = question ?? {}
  const wanted = status === undefined ? -1 : statuses.indexOf(status)
  const isShown = (index: number) =>
    (wanted < 0 || columns.status[index] === wanted) &&
    (group === undefined || columns.groups[index]?.includes(group) === true)
  tell({ kind: 'marks', marks: marksInView(columns, view, isShown) })
}

function tellWatched(): void {
  if (watched.length === 0) return
  const rows = watched.flatMap((id) => {
    const index = columns.indexOf(id)
    return index === undefined ? [] : [columns.row(index)]
  })
  tell({ kind: 'watched', rows })
}

function find(search: string): Row[] {
  const found = listed(columns, { search, status: undefined, group: undefined, order: 'name' })
  return Array.from(found.subarray(0, maxFound), (index) => columns.row(index))
}

function insideOf(shape: Shape): Inside {
  const found = inNameOrder(columns, inside(columns, shape))
  return { count: found.length, first: found.slice(0, maxFound).map((index) => columns.row(index)) }
}

function tellCounts(): void {
  tell({ kind: 'counts', counts: counted(columns), isLoading })
}

function showAnew(): void {
  const beganMs = performance.now()
  hasChanged = false
  tellCounts()
  listAnew()
  tellMarks()
  const tookMs = performance.now() - beganMs
  restUntilMs = performance.now() + tookMs / maxShare
}

setInterval(() => {
  if (news.length > 0) {
    tell({ kind: 'news', news })
    news = []
  }
  if (isHidden || !hasChanged) return
  tellWatched()
  // While the fleet is read it grows too fast to be put in order again and again.
  if (isLoading) tellCounts()
  else if (performance.now() >= restUntilMs) showAnew()
}, tickMs)

function open(url: string): void {
  const rastro = createClient({ url, token: askForToken })
  void follow(rastro, columns, {
    onState: (state) => tell({ kind: 'connection', state, sinceMs: Date.now() }),
    onLoaded(isWhole) {
      // Something at once, then by the tick, then all.
      const isFirst = order === undefined || order.length === 0
      isLoading = !isWhole
      hasChanged = true
      if (isFirst || isWhole) showAnew()
      tellWatched()
      if (isWhole) tell({ kind: 'loaded', bounds: boundsOf(columns) })
    },
    onChange() {
      hasChanged = true
    },
    onNews(type, device, data) {
      if (news.length < maxNews) news.push({ type, device, data })
    },
  })
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
      const before = question
      question = data.question
      if (!before || !order || !asksTheSame(before, question)) {
        listAnew()
        if (before?.status !== question.status || before?.group !== question.group) tellMarks()
      } else tellRows()
      return
    }
    case 'view':
      view = data.view
      return tellMarks()
    case 'watch':
      watched = data.ids
      return tellWatched()
    case 'find':
      return tell({ kind: 'found', rows: find(data.search), ask: data.ask })
    case 'inside':
      return tell({ kind: 'inside', inside: insideOf(data.shape), ask: data.ask })
    case 'rest':
      isHidden = data.hidden
      if (!isHidden) hasChanged = true
  }
})

function asksTheSame(one: ListQuestion, other: ListQuestion): boolean {
  return (
    one.search === other.search &&
    one.status === other.status &&
    one.group === other.group &&
    one.order === other.order
  )
}
