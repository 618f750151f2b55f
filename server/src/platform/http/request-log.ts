// The logger of a request, with the request id in every line. A child logger costs as much as verifying a token, and few
// requests log anything, so it is created on first use.

import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]

class RequestLog {
  readonly parent: FastifyBaseLogger
  readonly bindings: Bindings
  created: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings) {
    this.parent = parent
    this.bindings = bindings
    this.created = undefined
  }

  get own(): FastifyBaseLogger {
    this.created ??= this.parent.child(this.bindings)
    return this.created
  }
  get level() {
    return this.parent.level
  }
  // A method, not a getter: Fastify reads it with every request, which would create the child logger.
  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.own.child(...args)
  }
}

type LogFn = (...args: [never]) => void
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
for (const level of levels) {
  Object.defineProperty(RequestLog.prototype, level, {
    value: function (this: RequestLog, ...args: [never]) {
      const write: LogFn = this.own[level]
      write.apply(this.own, args)
    },
  })
}

export function createRequestLog(parent: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
  return new RequestLog(parent, bindings) as unknown as FastifyBaseLogger
}
