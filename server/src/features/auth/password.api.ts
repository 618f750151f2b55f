// Hashes passwords with argon2id, one at a time: hashing is slow on purpose and must not slow down other requests.
// Networks and accounts take turns, so that many hashes of one do not delay those of another.

import type { Argon2Parameters } from 'node:crypto'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HashTurn } from './hash-queue.ts'
import { createHashQueue } from './hash-queue.ts'
import type { HashRequest, HashResponse } from './password.worker.ts'

/** OWASP's parameters (ASVS 5.0, 11.4.2). */
const cost = { passes: 2, memory: 19_456, parallelism: 1, tagLength: 32 }

const inTurn = createHashQueue(50)
/** For commands of the operator. */
const operatorTurn: HashTurn = { key: 'operator', isKnown: true }

let worker: Worker | undefined
function startWorker(): Worker {
  const started = new Worker(new URL('./password.worker.ts', import.meta.url))
  started.on('exit', () => {
    worker = undefined
  })
  return started
}

function hash(parameters: Argon2Parameters, turn: HashTurn): Promise<Buffer> {
  return inTurn(turn, async () => {
    worker ??= startWorker()
    const hashing = worker
    hashing.ref()
    try {
      return await askWorker(hashing, parameters)
    } finally {
      // An idle worker must not keep a command-line process alive.
      hashing.unref()
    }
  })
}

let lastId = 0

/** Node itself sends messages from a worker too (`node --watch`), so only the response with the request's id counts. */
async function askWorker(asked: Worker, parameters: Argon2Parameters): Promise<Buffer> {
  lastId += 1
  const request: HashRequest = { id: lastId, parameters }
  const messages = on(asked, 'message', { close: ['exit'] })
  asked.postMessage(request)
  for await (const [message] of messages) {
    if (isResponse(message, request)) return Buffer.from(message.tag)
  }
  throw new Error('the password worker exited')
}

function isResponse(message: unknown, { id, parameters }: HashRequest): message is HashResponse {
  const { id: answered, tag } = message as Partial<HashResponse>
  return answered === id && tag instanceof Uint8Array && tag.length === parameters.tagLength
}

export async function hashPassword(password: string, turn = operatorTurn): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await hash({ ...cost, message: password, nonce }, turn)
  const { passes, memory, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toText(nonce)}$${toText(tag)}`
}

/** Takes the same time without a stored hash, so that timing does not reveal whether a user exists. */
export async function isPasswordOf(
  password: string,
  stored: string | null | undefined,
  turn = operatorTurn,
): Promise<boolean> {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? '')
  const [, memory = cost.memory, passes = cost.passes, parallelism = cost.parallelism, nonce, tag] =
    found ?? []
  const expected = tag ? Buffer.from(tag, 'base64') : Buffer.alloc(cost.tagLength)
  const parameters = {
    message: password,
    nonce: nonce ? Buffer.from(nonce, 'base64') : Buffer.alloc(16),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  }
  const actual = await hash(parameters, turn)
  return timingSafeEqual(actual, expected) && found !== null
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
