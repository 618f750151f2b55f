import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRequestLog } from './request-log.ts'

function watched() {
  const lines: string[] = []
  const parent = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  let made = 0
  const { child } = parent
  parent.child = function (this: typeof parent, ...words: Parameters<typeof child>) {
    made += 1
    return child.apply(this, words)
  } as typeof child
  return { parent: parent as unknown as FastifyBaseLogger, lines, made: () => made }
}

test('a request that logs nothing makes no log of its own, though Fastify looks whether it could', () => {
  const { parent, made } = watched()
  const log = createRequestLog(parent, { reqId: 'req_1' })
  for (const method of ['info', 'error', 'debug', 'fatal', 'warn', 'trace', 'child'] as const) {
    expect(typeof log[method]).toBe('function')
  }
  expect(made()).toBe(0)
})

test('what a request logs names it, and so does a child of its log', () => {
  const { parent, lines } = watched()
  const log = createRequestLog(parent, { reqId: 'req_1' })
  log.info('one')
  log.child({ room: 'devices' }).info('two')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { reqId: 'req_1', msg: 'one' },
    { reqId: 'req_1', room: 'devices', msg: 'two' },
  ])
})
