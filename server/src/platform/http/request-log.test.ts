import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRequestLog } from './request-log.ts'

function watched() {
  const lines: string[] = []
  const parent = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        lines.push(line)
      },
    },
  )
  let created = 0
  const { child } = parent
  parent.child = function (this: typeof parent, ...args: Parameters<typeof child>) {
    created += 1
    return child.apply(this, args)
  } as typeof child
  return { parent: parent as unknown as FastifyBaseLogger, lines, countCreated: () => created }
}

test('a request that logs nothing creates no child logger, though Fastify checks its methods', () => {
  const { parent, countCreated } = watched()
  const log = createRequestLog(parent, { reqId: 'req_1' })
  for (const method of ['info', 'error', 'debug', 'fatal', 'warn', 'trace', 'child'] as const) {
    expect(typeof log[method]).toBe('function')
  }
  expect(countCreated()).toBe(0)
})

test('log lines of a request and of its child loggers have the request id', () => {
  const { parent, lines } = watched()
  const log = createRequestLog(parent, { reqId: 'req_1' })
  log.info('one')
  log.child({ feature: 'devices' }).info('two')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { reqId: 'req_1', msg: 'one' },
    { reqId: 'req_1', feature: 'devices', msg: 'two' },
  ])
})
