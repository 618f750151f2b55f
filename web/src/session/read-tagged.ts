import type { Rastro } from '@rastro/client'
import { createClient } from '@rastro/client'
import { session } from './session.ts'

export interface Tagged<T> {
  answer: T
  /** The ETag: changes send it, and are refused if something else was changed meanwhile. */
  tag: string
}

/** The ETag is in a header, which the SDK client does not return. */
export async function readTagged<T>(read: (rastro: Rastro) => Promise<T>): Promise<Tagged<T>> {
  let tag = ''
  const client = createClient({
    url: location.origin,
    token: session.token,
    async fetch(url, init) {
      const answer = await fetch(url, init)
      tag = answer.headers.get('etag') ?? ''
      return answer
    },
  })
  return { answer: await read(client), tag }
}
