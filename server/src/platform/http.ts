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
import { ForbiddenError, MethodError, NotFoundError, toAnswer } from './errors.ts'
import { newId } from './ids.ts'
import { createKnownPaths } from './known-paths.ts'
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
  }
  interface FastifyContextConfig {
    /** `open`: no token. Otherwise what the caller must be allowed; every route that changes something says it. */
    access?: 'open' | 'any' | Privilege
    /** The answer has a shape of its own, given by a standard: no envelope. */
    bare?: true
  }
}

export interface Gate {
  /** Who calls, or an UnauthenticatedError. */
  identify(request: FastifyRequest): Promise<Caller>
  /** Counts the units a call cost; tells what the account has used today, where that can be known. */
  count(caller: Caller, units: number): Promise<number | undefined>
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createApp(ctx: Context, gate: Gate): App {
  const known = createKnownPaths()
  const app = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: { compilersFactory: { buildValidator } } as NonNullable<
      FastifyServerOptions['schemaController']
    >,
    genReqId: () => newId('req'),
    trustProxy: ctx.config.http.trustedProxies.length > 0 ? ctx.config.http.trustedProxies : false,
    bodyLimit: ctx.config.http.bodyLimitBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000 },
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    clientErrorHandler(_error, socket) {
      if (socket.writable)
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as App

  // JSON is the only form there is; other forms are added by the routes that take them.
  app.removeContentTypeParser('text/plain')
  app.addSchema(ErrorAnswer)
  app.decorateRequest('caller')

  app.addHook('onRoute', ({ url, method, config }) => {
    known.add(url, method)
    const changes = [method].flat().some((one) => !readMethods.has(one))
    if (url.startsWith('/api') && changes && !config?.access) {
      throw new Error(`${method} ${url} does not say what its caller must be allowed`)
    }
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (!request.url.toLowerCase().startsWith('/api')) return
    reply.header('cache-control', 'no-store')
    const access = request.routeOptions.config.access ?? 'any'
    if (access === 'open' || request.is404) return
    request.caller = await gate.identify(request)
    if (access !== 'any' && !may(request.caller, access)) throw lacking(access)
  })

  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (!isPlain(payload) || 'success' in payload || request.routeOptions.config.bare) return payload
    return { success: true, ...payload, ...(await envelope(request, gate)) }
  })

  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? request.url.split('?')[0],
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.userId,
      },
      'answered',
    )
  })

  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, gate))

  app.setNotFoundHandler((request, reply) => {
    const path = decodePath(request.url)
    const methods = path === undefined ? [] : known.methodsOf(path)
    if (methods.length === 0) {
      throw new NotFoundError(
        'path.not_found',
        `There is nothing at ${request.method} ${request.url.split('?')[0]}.`,
      )
    }
    reply.header('allow', methods.join(', '))
    return sendFailure(new MethodError(request.method, methods), request, reply, gate)
  })

  return app
}

async function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, gate: Gate) {
  const { status, bug, retryAfterSeconds, ...says } = toAnswer(error)
  if (bug) request.log.error({ err: error }, 'a bug of ours')
  else if (status === 503) request.log.warn({ err: error }, 'an engine is away')
  if (status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ success: false, ...says, ...(await envelope(request, gate)) })
}

async function envelope(request: FastifyRequest, gate: Gate) {
  const requestId = request.id
  if (!request.caller) return { requestId }
  return { requestId, apiUsage: 1, apiDailyUsage: await gate.count(request.caller, 1) }
}

function lacking(privilege: Privilege): ForbiddenError {
  return new ForbiddenError('access.privilege_missing', `This needs the privilege "${privilege}".`)
}

function isPlain(payload: unknown): payload is Record<string, unknown> {
  return (
    payload !== null && typeof payload === 'object' && Object.getPrototypeOf(payload) === Object.prototype
  )
}

function decodePath(url: string): string | undefined {
  try {
    return decodeURI(url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '')
  } catch {
    return undefined
  }
}
