// The HTTP server that every route lives in: identity, envelope, errors and limits, the same for all.

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import { fastify, LogController } from 'fastify'
import type { Comer } from '../cells/cells.ts'
import type { Context } from '../context.ts'
import { newId } from '../crypto/ids.ts'
import { metrics } from '../observability/metrics.ts'
import { isTracing } from '../observability/tracing.ts'
import type { WebPage } from '../static/web-page.ts'
import type { Caller, Privilege } from './caller.ts'
import { may } from './caller.ts'
import { createCors } from './cors.ts'
import { sendFailure } from './error-responses.ts'
import {
  ForbiddenError,
  MediaTypeError,
  MethodError,
  NotFoundError,
  TooManyError,
  toAnswer,
} from './errors.ts'
import { createKnownPaths } from './known-paths.ts'
import { patchTypes } from './patch.ts'
import { decodePath, isFile, isForOthers, isOfApi, withoutSecrets } from './paths.ts'
import type { Taken } from './rate-limit.ts'
import { createRateLimit } from './rate-limit.ts'
import { createRequestLog } from './request-log.ts'
import { createRequestTraces } from './request-trace.ts'
import { ErrorAnswer } from './responses.ts'
import { securityHeaders } from './security-headers.ts'
import { buildSerializer } from './serialization.ts'
import { buildValidator } from './validation.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
/** A room's routes, put into the app by the process that serves them. */
export type Routes = (app: App, ctx: Context) => void

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** Counts what the call cost and gives the fields that stand beside every answer. */
    envelope(units?: number): Promise<Envelope>
  }
  interface FastifyContextConfig {
    /** `open`: no token. Otherwise what the caller must be allowed; every route that changes something says it. */
    access?: 'open' | 'any' | Privilege
    /** The answer has a shape of its own, given by a standard: no envelope. */
    bare?: true
    /** What the caller was last known to be allowed counts while the database is away. */
    toleratesOutage?: true
    /** Failures have only `success` and `error`, as the specification of the token call says. */
    short?: true
    /** What a caller shows who has no token, before the body is read: whoever lives in another cell is handed on. */
    comer?: (request: FastifyRequest) => Comer | undefined
    /** The same where the body says it. */
    comerInBody?: (request: FastifyRequest) => Comer | undefined
  }
}

export interface Envelope {
  requestId: string
  apiUsage?: number
  apiDailyUsage?: number | undefined
}

export interface Gate {
  /** Refuses an account that has used up its day. Nothing to wait for, where that is known. */
  admit(caller: Caller): Promise<void> | undefined
  /** Who calls, or an UnauthenticatedError. */
  identify(request: FastifyRequest): Promise<Caller>
  /** Counts the units a call cost; tells what the account has used today, where that can be known. */
  count(caller: Caller, units: number): Promise<number | undefined> | number | undefined
  /** Undefined where there is one cell. */
  cells?: CellGate | undefined
}

/** To the cells that callers live in. */
export interface CellGate {
  /** Before anything else looks at a request: who was handed on by a cell has the address that the cell says. */
  receive(request: FastifyRequest): void
  /** Whether another cell has answered the request. `body` where it was read already. */
  pass(request: FastifyRequest, reply: FastifyReply, comer: Comer, body?: Buffer): Promise<boolean>
  /** Who shows a token. It is not checked here: that is for the cell he lives in. */
  bearerOf(request: FastifyRequest): Comer | undefined
  /** Before a refusal leaves. */
  holdRefusal(reply: FastifyReply): Promise<void>
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createApp(ctx: Context, gate: Gate, page: WebPage): App {
  const known = createKnownPaths()
  const cors = createCors(ctx.config.http.corsOrigins)
  const headersOf = securityHeaders(ctx.config)
  const ofToken = createRateLimit('token', ctx.config.http.callsPerMinute)
  const ofAddress = createRateLimit('address', ctx.config.http.callsPerMinuteOfAddress)
  const app = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: { compilersFactory: { buildValidator, buildSerializer } } as NonNullable<
      FastifyServerOptions['schemaController']
    >,
    // What goes out was checked when it came in: formats of our own need no second check.
    serializerOpts: { ajv: { formats: { country: true, since: true, 'time-zone': true } } },
    genReqId: () => newId('req'),
    trustProxy: ctx.config.http.trustedProxies.length > 0 ? ctx.config.http.trustedProxies : false,
    bodyLimit: ctx.config.http.bodyLimitBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000 },
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    // A process that stops still answers what reaches it over a line that is open.
    return503OnClosing: false,
    // Found before there is a route, so that no hook and no decoration applies.
    frameworkErrors(error, { id: requestId }, reply) {
      const { status, code, error: says } = toAnswer(error)
      const plain = reply as FastifyReply
      plain.code(status).header('x-request-id', requestId)
      plain.send({ success: false, error: says, code, requestId })
    },
    clientErrorHandler(_error, socket) {
      if (socket.writable)
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as App

  // JSON is the only form there is; other forms are added by the routes that take them.
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(patchTypes, { parseAs: 'string' }, (request, body, done) => {
    if (request.method === 'PATCH') parseJson(request, body as string, done)
    else done(new MediaTypeError())
  })
  app.setChildLoggerFactory(createRequestLog)
  app.addSchema(ErrorAnswer)
  app.decorateRequest('caller')
  app.decorateRequest('envelope', async function (this: FastifyRequest, units = 1) {
    if (!this.caller) return { requestId: this.id }
    return { requestId: this.id, apiUsage: units, apiDailyUsage: await gate.count(this.caller, units) }
  })

  app.addHook('onRoute', ({ url, method, config, schema }) => {
    known.add(url, method, { short: config?.short === true })
    const changes = [method].flat().some((one) => !readMethods.has(one))
    if (isOfApi(url) && changes && !config?.access) {
      throw new Error(`${method} ${url} does not say what its caller must be allowed`)
    }
    const isOpen = (schema as { security?: unknown[] } | undefined)?.security?.length === 0
    if (isOpen && !config?.bare && !config?.comer && !config?.comerInBody) {
      throw new Error(`${method} ${url} does not say what its caller shows, who may live in another cell`)
    }
  })

  if (isTracing()) {
    const { begin, end } = createRequestTraces()
    app.addHook('onRequest', begin)
    app.addHook('onResponse', end)
  }

  const { cells } = gate
  app.addHook('onRequest', async (request, reply) => {
    cells?.receive(request)
    // The route decides, not the path as written: /%61pi/account is /api/account.
    const path = request.routeOptions.url ?? request.url
    reply.header('x-request-id', request.id)
    reply.headers(isFile(path) ? headersOf.file : headersOf.answer)
    if (isForOthers(path)) cors.open(request, reply)
    const comer = cells && request.routeOptions.config.comer?.(request)
    if (comer && (await cells.pass(request, reply, comer))) return reply
    if (!isOfApi(path)) return
    reply.header('cache-control', 'no-store')
    requireRate(ofAddress.take(request.ip))
    const access = request.routeOptions.config.access ?? 'any'
    if (access === 'open' || request.is404) return
    const bearer = cells?.bearerOf(request)
    if (bearer && (await cells?.pass(request, reply, bearer))) return reply
    const caller = await gate.identify(request)
    request.caller = caller
    const taken = ofToken.take(caller.clientId)
    reply.header('ratelimit-policy', ofToken.policy)
    reply.header('ratelimit', `"token";r=${taken.remaining};t=${taken.resetSeconds}`)
    requireRate(taken)
    const admitting = gate.admit(caller)
    if (admitting) await admitting
    if (access !== 'any' && !may(request.caller, access)) throw lacking(access)
  })

  if (cells) {
    app.addHook('preHandler', async (request, reply) => {
      const comer = request.routeOptions.config.comerInBody?.(request)
      if (comer && (await cells.pass(request, reply, comer, Buffer.from(JSON.stringify(request.body)))))
        return reply
    })
    app.addHook('onSend', async (request, reply) => {
      if (request.routeOptions.config.comerInBody) await cells.holdRefusal(reply)
    })
  }

  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (!isPlain(payload) || 'success' in payload || request.routeOptions.config.bare) return payload
    return { success: true, ...payload, ...(await request.envelope()) }
  })

  // A line that stayed open after its answer would keep a process that stops from ending.
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    metrics.requests.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1_000,
    )
    ctx.log.info(
      {
        reqId: request.id,
        method: request.method,
        path: request.routeOptions.url ?? withoutSecrets(request.url),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.userId,
      },
      'answered',
    )
    done()
  })

  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))

  app.setNotFoundHandler((request, reply) => {
    const path = decodePath(request.url) ?? ''
    const found = known.find(path)
    if (!found) {
      if (path !== '' && page.isWanted(request) && page.mayStandAt(path)) return page.send(reply)
      throw new NotFoundError(
        'path.not_found',
        `There is nothing at ${request.method} ${request.url.split('?')[0]}.`,
      )
    }
    const { methods, short } = found
    if (isForOthers(path) && cors.isPreflight(request)) return cors.answerPreflight(reply, methods)
    reply.header('allow', methods.join(', '))
    return sendFailure(new MethodError(request.method, methods), request, reply, short)
  })

  return app
}

function requireRate({ retryAfterSeconds }: Taken): void {
  if (retryAfterSeconds === undefined) return
  throw new TooManyError('rate.exceeded', `Too many calls in a minute. Go on in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}

function lacking(privilege: Privilege): ForbiddenError {
  return new ForbiddenError('access.privilege_missing', `This needs the privilege "${privilege}".`)
}

function isPlain(payload: unknown): payload is Record<string, unknown> {
  return (
    payload !== null && typeof payload === 'object' && Object.getPrototypeOf(payload) === Object.prototype
  )
}
