// A thread that decodes uploaded pictures, one at a time.

import { parentPort } from 'node:worker_threads'
import type { ResultMessage } from '../../../../platform/async/threads.ts'
import type { Prepared } from './prepare.ts'
import { preparePicture } from './prepare.ts'
import type { PrepareRequest } from './prepare-threads.ts'

parentPort!.on('message', ({ kind, bytes }: PrepareRequest) => {
  const result = preparePicture(kind, Buffer.from(bytes))
  parentPort!.postMessage({ result } satisfies ResultMessage<Prepared>)
})
