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
import { ErrorAnswer } from './answers.ts'
import type { Caller, Privilege } from './caller.ts'
import { may } from './caller.ts'
import type { Context } from './context.ts'
import type { Fault } from './errors.ts'
import {
  ForbiddenError,
  MediaTypeError,
  MethodError,
  NotFoundError,
  TooManyError,
  toAnswer,
} from './errors.ts'
import { newId } from './ids.ts'
import { createKnownPaths } from './known-paths.ts'
import { metrics } from './metrics.ts'
import { patchTypes } from './patch.ts'
import type { Taken } from './rate-limit.ts'
import { createRateLimit } from './rate-limit.ts'
import { createRequestLog } from './request-log.ts'
import { createRequestTraces } from './request-trace.ts'
import { isTracing } from './tracing.ts'
import { buildValidator } from './validation.ts'
import type { WebPage } from './web-page.ts'

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
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createApp(ctx: Context, gate: Gate, page: WebPage): App {
  const known = createKnownPaths()
  const ofToken = createRateLimit('token', ctx.config.http.callsPerMinute)
  const ofAddress = createRateLimit('address', ctx.config.http.callsPerMinuteOfAddress)
  const app = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: { compilersFactory: { buildValidator } } as NonNullable<
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

  app.addHook('onRoute', ({ url, method, config }) => {
    known.add(url, method, { short: config?.short === true })
    const changes = [method].flat().some((one) => !readMethods.has(one))
    if (isOfApi(url) && changes && !config?.access) {
      throw new Error(`${method} ${url} does not say what its caller must be allowed`)
    }
  })

  if (isTracing()) {
    const { begin, end } = createRequestTraces()
    app.addHook('onRequest', begin)
    app.addHook('onResponse', end)
  }

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    // The route decides, not the path as written: /%61pi/account is /api/account.
    if (!isOfApi(request.routeOptions.url ?? request.url)) return
    reply.header('cache-control', 'no-store')
    requireRate(ofAddress.take(request.ip))
    const access = request.routeOptions.config.access ?? 'any'
    if (access === 'open' || request.is404) return
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
    const path = decodePath(request.url)
    const found = path === undefined ? undefined : known.find(path)
    if (!found) {
      if (path !== undefined && page.isWanted(request) && page.mayStandAt(path)) return page.send(reply)
      throw new NotFoundError(
        'path.not_found',
        `There is nothing at ${request.method} ${request.url.split('?')[0]}.`,
      )
    }
    const { methods, short } = found
    reply.header('allow', methods.join(', '))
    return sendFailure(new MethodError(request.method, methods), request, reply, short)
  })

  return app
}

async function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  short: boolean | undefined = request.routeOptions.config.short,
) {
  const { status, bug, retryAfterSeconds, ...says } = toAnswer(error)
  if (bug) request.log.error({ err: error }, 'a bug of ours')
  else if (status === 503) request.log.warn({ err: error }, 'an engine is away')
  if (status === 401) reply.header('www-authenticate', challenge(says.code))
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  // A file that is missing now may be there after the next build.
  reply.header('cache-control', 'no-store')
  if (short) return reply.code(status).send({ success: false, error: inOneSentence(says) })
  return reply.code(status).send({ success: false, ...says, ...(await request.envelope()) })
}

/** RFC 6750: a token that was shown and is no good has a name of its own. */
function challenge(code: string): string {
  return code === 'token.invalid' ? 'Bearer error="invalid_token"' : 'Bearer'
}

function inOneSentence({ error, details }: { error: string; details?: Fault[] }): string {
  if (!details) return error
  return `${details.map(({ path, message }) => `${path || 'body'} ${message}`).join(', ')}.`
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

function isOfApi(url: string): boolean {
  return url.toLowerCase().startsWith('/api')
}

function isPlain(payload: unknown): payload is Record<string, unknown> {
  return (
    payload !== null && typeof payload === 'object' && Object.getPrototypeOf(payload) === Object.prototype
  )
}

/** Where no route is, whatever may be a secret is left out: somebody may have mistyped the rest. */
function withoutSecrets(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/[^/]{20,}/g, '…')
}

function decodePath(url: string): string | undefined {
  try {
    return decodeURI(url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '')
  } catch {
    return undefined
  }
}
