// The log of one request, which names it in every line. A child of the process's log costs as much as checking a token,
// and few requests log anything of their own: it is made with the first line.

import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]

class RequestLog {
  readonly parent: FastifyBaseLogger
  readonly bindings: Bindings
  made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings) {
    this.parent = parent
    this.bindings = bindings
    this.made = undefined
  }

  get own(): FastifyBaseLogger {
    this.made ??= this.parent.child(this.bindings)
    return this.made
  }
  get level() {
    return this.parent.level
  }
  // Not a property to be read: Fastify looks at it with every request, and would have the child made.
  child(...words: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.own.child(...words)
  }
}

type Line = (...words: [never]) => void
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
for (const level of levels) {
  Object.defineProperty(RequestLog.prototype, level, {
    value: function (this: RequestLog, ...words: [never]) {
      const write: Line = this.own[level]
      write.apply(this.own, words)
    },
  })
}

export function createRequestLog(parent: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
  return new RequestLog(parent, bindings) as unknown as FastifyBaseLogger
}
