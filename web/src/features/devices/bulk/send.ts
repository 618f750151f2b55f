// Sends an action on many devices in calls of the size that the server accepts.

import type { CallOptions, Rastro } from '@rastro/client'
import { rastro } from '../../../session/session.ts'
import type { Change } from './changes.ts'
import { chunksOf } from './changes.ts'

export interface Failed {
  id: string
  error: string
}

export interface Sent {
  done: string[]
  failed: Failed[]
}

type OnProgress = (done: number) => void

export function sendChanges(changes: Change[], onProgress: OnProgress = () => {}): Promise<Sent> {
  return inChunks(
    changes,
    ({ id }) => id,
    (update) => bulk(rastro, { update }),
    onProgress,
  )
}

export function sendDeletions(ids: string[], client: Rastro): Promise<Sent> {
  return inChunks(
    ids,
    (id) => id,
    (chunk) => bulk(client, { delete: chunk }),
    () => {},
  )
}

type Result = Awaited<ReturnType<typeof bulk>>[number]

async function bulk(client: Rastro, body: CallOptions<'/api/devices/bulk', 'post'>['body']) {
  return (await client.post('/api/devices/bulk', { body })).results
}

async function inChunks<T>(
  items: T[],
  idOf: (item: T) => string,
  send: (chunk: T[]) => Promise<Result[]>,
  onProgress: OnProgress,
): Promise<Sent> {
  const sent: Sent = { done: [], failed: [] }
  for (const chunk of chunksOf(items)) {
    for (const { index, success, error = '' } of await send(chunk)) {
      const id = idOf(chunk[index]!)
      if (success) sent.done.push(id)
      else sent.failed.push({ id, error })
    }
    onProgress(sent.done.length + sent.failed.length)
  }
  return sent
}
