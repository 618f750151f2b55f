// The HTTP server: authentication, envelope, errors and limits, the same for all routes.

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
import type { TSchema } from 'typebox'
import type { Credential } from '../cells/cells.ts'
import type { Context } from '../context.ts'
import { newId } from '../crypto/ids.ts'
import type { Secrets } from '../crypto/seal.ts'
import { metrics } from '../observability/metrics.ts'
import { isTracing } from '../observability/tracing.ts'
import type { Site } from '../sites/site.types.ts'
import type { WebPage } from '../static/web-page.ts'
import type { AccountStatus } from './account-status.ts'
import { createBodyRate } from './body-rate.ts'
import type { Caller, Privilege } from './caller.ts'
import { may } from './caller.ts'
import { closeInTime } from './closing.ts'
import { createCompression } from './compression.ts'
import { createCors } from './cors.ts'
import { sendFailure } from './error-responses.ts'
import { ForbiddenError, MethodError, MisdirectedError, NotFoundError, toErrorResponse } from './errors.ts'
import type { Load } from './fairness.ts'
import { createFairness } from './fairness.ts'
import { acceptJson } from './json-body.ts'
import { createKnownPaths } from './known-paths.ts'
import { networkOf } from './network.ts'
import { decodePath, isApiPath, isCorsPath, isDocs, isFile, isForAnyHost, maskSecrets } from './paths.ts'
import { createRateLimit, requireRate } from './rate-limit.ts'
import { createRequestLog } from './request-log.ts'
import { createRequestTraces } from './request-trace.ts'
import { ErrorResponse } from './responses.ts'
import { securityHeaders } from './security-headers.ts'
import { buildSerializer } from './serialization.ts'
import { buildValidator } from './validation.ts'
import { completeEtag } from './versions.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
/** The routes of a feature, registered by the process that serves them. */
export type Routes = (app: App, ctx: Context) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** For the cursors of lists. */
    secrets: Secrets
  }
  interface FastifyRequest {
    caller: Caller
    /** The host that was asked for. */
    site: Site
    /** Counts the units of the request and returns the envelope fields of the response. */
    envelope(units?: number): Promise<Envelope>
  }
  interface FastifyContextConfig {
    /** `open`: no token. Otherwise the required privilege; mandatory for routes that write. */
    access?: 'open' | 'any' | Privilege
    /** Statuses of the account, beside active, in which the route may change something. */
    openIn?: readonly AccountStatus[]
    /** The response format is given by a standard: no envelope. */
    bare?: true
    /** While the database is unavailable, the last known permissions of the caller apply. */
    toleratesOutage?: true
    /** How the request counts among those of its account in flight, or of its network. Default with a token: `call`. */
    load?: Load | ((request: FastifyRequest) => Load)
    /** Error responses have only `success` and `error`, as specified for `Auth/Token`. */
    short?: true
    /** For the OpenAPI document: what a PATCH changes, if it is not the body of the PUT of the same path. */
    patches?: TSchema
    /** The response contains a secret: it is never compressed. */
    hasSecret?: true
    /** For the OpenAPI document: other media types of the response. */
    mediaTypes?: readonly string[]
    /** The credential of a request without a token, known before the body is read; used to forward it to its cell. */
    credential?: (request: FastifyRequest) => Credential | undefined
    /** The same for credentials in the body. */
    credentialInBody?: (request: FastifyRequest) => Credential | undefined
  }
}

export interface Envelope {
  requestId: string
  apiUsage?: number
  apiDailyUsage?: number | undefined
}

export interface Gate {
  /** Rejects an account that has used up its daily quota. Synchronous if the usage is cached. */
  admit(caller: Caller): Promise<void> | undefined
  /** Authenticates the caller, or throws an UnauthenticatedError. */
  identify(request: FastifyRequest): Promise<Caller>
  /** Counts the units of a request; returns the account's usage today, if known. */
  count(caller: Caller, units: number): Promise<number | undefined> | number | undefined
  /** Undefined in a single-cell installation. */
  cells?: CellGate | undefined
}

/** Forwards requests to the home cell of the caller. */
export interface CellGate {
  /**
   * Runs first: a request forwarded by another cell gets the client address that the cell reports. Returns the host that
   * it was sent to there; null is that of the platform.
   */
  receive(request: FastifyRequest): { host: string | null } | undefined
  /** Returns whether another cell answered the request. `body` if it was already read. */
  forward(
    request: FastifyRequest,
    reply: FastifyReply,
    credential: Credential,
    body?: Buffer,
  ): Promise<boolean>
  /** The credential of a bearer token. The home cell verifies it. */
  bearerOf(request: FastifyRequest): Credential | undefined
  /** Called before a rejection is sent. */
  delayRefusal(reply: FastifyReply): Promise<void>
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Without a page, browsers get the same error for an unknown path as programs. */
export function createApp(ctx: Context, gate: Gate, page?: WebPage): App {
  const known = createKnownPaths()
  const cors = createCors(ctx.config.http.corsOrigins)
  const headersOf = securityHeaders(ctx.config)
  const ofToken = createRateLimit('token', ctx.config.http.requestsPerMinute)
  const bodyRate = createBodyRate(ctx.config.http)
  const fairness = createFairness(ctx.config.db)
  const ofAddress = createRateLimit('address', ctx.config.http.requestsPerMinutePerAddress)
  const app = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: { compilersFactory: { buildValidator, buildSerializer } } as NonNullable<
      FastifyServerOptions['schemaController']
    >,
    // Responses contain validated data: custom formats need no second check.
    serializerOpts: { ajv: { formats: { country: true, since: true, 'time-zone': true } } },
    genReqId: () => newId('req'),
    trustProxy: ctx.config.http.trustedProxies.length > 0 ? ctx.config.http.trustedProxies : false,
    bodyLimit: ctx.config.http.bodyLimitBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    // Checked often: Node's default of 30 s would let a slow client stay that much longer.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    // A stopping process still answers requests on open connections.
    return503OnClosing: false,
    // These errors occur before routing, so no hooks or decorators apply.
    frameworkErrors(error, { id: requestId }, reply) {
      const { status, code, error: message } = toErrorResponse(error)
      const plain = reply as FastifyReply
      plain.code(status).header('x-request-id', requestId)
      plain.send({ success: false, error: message, code, requestId })
    },
    clientErrorHandler(_error, socket) {
      if (socket.writable)
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as App

  acceptJson(app)
  closeInTime(app)
  app.setChildLoggerFactory(createRequestLog)
  app.addSchema(ErrorResponse)
  app.decorate('secrets', ctx.config.access)
  app.decorateRequest('caller')
  app.decorateRequest('site')
  app.decorateRequest('envelope', async function (this: FastifyRequest, units = 1) {
    if (!this.caller) return { requestId: this.id }
    return { requestId: this.id, apiUsage: units, apiDailyUsage: await gate.count(this.caller, units) }
  })

  app.addHook('onRoute', ({ url, method, config, schema }) => {
    known.add(url, method, { short: config?.short === true })
    const changes = [method].flat().some((one) => !readMethods.has(one))
    if (isApiPath(url) && changes && !config?.access) {
      throw new Error(`${method} ${url} does not declare its required privilege`)
    }
    const isOpen = (schema as { security?: unknown[] } | undefined)?.security?.length === 0
    if (isOpen && !config?.bare && !config?.credential && !config?.credentialInBody) {
      throw new Error(
        `${method} ${url} does not declare its credential, which is needed to find the home cell`,
      )
    }
  })

  if (isTracing()) {
    const { begin, end } = createRequestTraces()
    app.addHook('onRequest', begin)
    app.addHook('onResponse', end)
  }

  const { cells } = gate
  app.addHook('onRequest', async (request, reply) => {
    const forwarded = cells?.receive(request)
    // The matched route decides, not the raw path: /%61pi/account is /api/account.
    const path = request.routeOptions.url ?? request.url
    reply.header('x-request-id', request.id)
    const site =
      forwarded?.host === null ? ctx.sites.platform : ctx.sites.find(forwarded?.host ?? request.hostname)
    request.site = site ?? ctx.sites.platform
    reply.headers(isFile(path) ? headersOf.file : headersOf.answer)
    if (request.site.host !== null) reply.headers(headersOf.otherHost)
    if (isDocs(path) && !request.site.servesDocs) throw noSuchPath(request)
    if (!site && !isForAnyHost(path)) {
      metrics.unknownHosts.inc()
      throw new MisdirectedError(request.hostname)
    }
    if (isCorsPath(path)) cors.open(request, reply)
    const credential = cells && request.routeOptions.config.credential?.(request)
    if (credential && (await cells.forward(request, reply, credential))) return reply
    if (!isApiPath(path)) return
    reply.header('cache-control', 'no-store')
    requireRate(ofAddress.take(networkOf(request.ip)))
    const access = request.routeOptions.config.access ?? 'any'
    if (access === 'open' || request.is404) return
    const bearer = cells?.bearerOf(request)
    if (bearer && (await cells?.forward(request, reply, bearer))) return reply
    const caller = await gate.identify(request)
    request.caller = caller
    const taken = ofToken.take(caller.clientId)
    reply.header('ratelimit-policy', ofToken.policy)
    reply.header('ratelimit', `"token";r=${taken.remaining};t=${taken.resetSeconds}`)
    requireRate(taken)
    bodyRate.require(request)
    const admitting = gate.admit(caller)
    if (admitting) await admitting
    if (access !== 'any' && !may(request.caller, access)) throw lacking(access)
  })

  if (cells) {
    app.addHook('preHandler', async (request, reply) => {
      const credential = request.routeOptions.config.credentialInBody?.(request)
      if (
        credential &&
        (await cells.forward(request, reply, credential, Buffer.from(JSON.stringify(request.body))))
      )
        return reply
    })
    app.addHook('onSend', async (request, reply) => {
      if (request.routeOptions.config.credentialInBody) await cells.delayRefusal(reply)
    })
  }

  // After the body was read: a slow upload takes no slot.
  app.addHook('preHandler', (request, _reply, done) => {
    try {
      const waiting = fairness.enter(request)
      if (!waiting) done()
      // oxlint-disable-next-line typescript/no-floating-promises -- both outcomes call `done`
      else waiting.then(() => done(), done)
    } catch (error) {
      done(error as Error)
    }
  })

  app.addHook('preSerialization', async (request, reply, payload) => {
    if (!isPlain(payload) || 'success' in payload || request.routeOptions.config.bare) return payload
    completeEtag(reply, payload)
    return { success: true, ...payload, ...(await request.envelope()) }
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    fairness.leave(request, reply, payload)
    done()
  })
  const compress = createCompression()
  app.addHook('onSend', compress)

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
        path: request.routeOptions.url ?? maskSecrets(request.url),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.userId,
      },
      'request completed',
    )
    done()
  })

  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))

  app.setNotFoundHandler((request, reply) => {
    const path = decodePath(request.url) ?? ''
    const found = known.find(path)
    if (!found) {
      if (path !== '' && page?.isWanted(request) && page.isAllowedAt(path)) return page.send(reply)
      throw noSuchPath(request)
    }
    const { methods, short } = found
    if (isCorsPath(path) && cors.isPreflight(request)) return cors.answerPreflight(reply, methods)
    reply.header('allow', methods.join(', '))
    return sendFailure(new MethodError(request.method, methods), request, reply, short)
  })

  return app
}

function noSuchPath({ method, url }: FastifyRequest): NotFoundError {
  return new NotFoundError('path.not_found', `No such path: ${method} ${url.split('?')[0]}.`)
}

function lacking(privilege: Privilege): ForbiddenError {
  return new ForbiddenError('access.privilege_missing', `This requires the privilege "${privilege}".`)
}

function isPlain(payload: unknown): payload is Record<string, unknown> {
  return (
    payload !== null && typeof payload === 'object' && Object.getPrototypeOf(payload) === Object.prototype
  )
}
