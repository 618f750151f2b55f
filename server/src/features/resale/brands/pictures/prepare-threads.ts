// Decodes uploaded pictures in a thread, one at a time: the memory is bounded, and the event loop stays free.

import { createFairQueue } from '../../../../platform/async/fair-queue.ts'
import { createThreads } from '../../../../platform/async/threads.ts'
import { UnprocessableError } from '../../../../platform/http/errors.ts'
import type { PictureKind } from '../brand.types.ts'
import type { Prepared } from './prepare.ts'

const maxSeconds = 10

export interface PrepareRequest {
  kind: PictureKind
  bytes: Uint8Array
}

const runInThread = createThreads<PrepareRequest, Prepared>(new URL('./prepare.worker.ts', import.meta.url), {
  maxSeconds,
  tookTooLong: () =>
    new UnprocessableError('brand.picture_refused', 'The picture took too long to decode. Make it smaller.'),
})
const inTurn = createFairQueue<'picture'>({ concurrency: 1, maxQueueLength: 20, maxWaitMs: 20_000 })

export function prepareInThread(request: PrepareRequest): Promise<Prepared> {
  return inTurn('picture', () => runInThread(request, new AbortController().signal))
}
