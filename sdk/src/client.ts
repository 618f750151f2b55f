// The client: every call of the API, typed by its description, plus pagination and the event stream.

import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { AnswerOf, CallArguments, Method, PagedPath, PathOf, TwoWayCall } from './calls.ts'
import type { Fetch } from './http-request.ts'
import { send, trimSlash } from './http-request.ts'
import { RastroError } from './rastro-error.ts'
import { followStream } from './stream.ts'
import type { StreamEvent, StreamForm, StreamQuery, StreamSettings } from './stream-events.ts'
import type { TokenSource } from './token-source.ts'

export interface ClientSettings {
  /** The server's base URL; empty for the origin of the page. */
  url: string
  token: TokenSource
  /** Of names and texts in responses, such as `en` or `pt-BR`; asked for at every call. */
  language?: () => string
  /** Of distances in names and texts; metric unless given. */
  units?: () => 'metric' | 'imperial' | 'nautical'
  fetch?: Fetch
}

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...options: CallArguments<P, M>
) => Promise<AnswerOf<P, M>>

export interface Rastro {
  get: Call<'get'>
  /** Executed once, however often it is sent: it carries an idempotency key. */
  post: TwoWayCall & Call<'post'>
  put: Call<'put'>
  /** An object is a merge patch, an array a JSON Patch. */
  patch: Call<'patch'>
  delete: Call<'delete'>
  /** Like `get` in another format, such as GPX or CSV: the response text. */
  text<P extends PathOf<'get'>>(path: P, accept: string, ...options: CallArguments<P, 'get'>): Promise<string>
  /** The responses of a list, page after page. */
  pages<P extends PagedPath>(
    path: P,
    ...options: CallArguments<P, 'get'>
  ): AsyncGenerator<AnswerOf<P, 'get'>, void, undefined>
  /** Live events, until the signal is aborted. */
  stream<F extends StreamForm = 'full'>(
    query?: StreamQuery<F>,
    settings?: StreamSettings,
  ): AsyncGenerator<StreamEvent<F>, void, undefined>
}

/** The options of any call, after type checking. */
interface AnyOptions {
  path?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  headers?: Record<string, string> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  isText?: boolean
}

const querySerializer = createQuerySerializer()

export function createClient(settings: ClientSettings): Rastro {
  const { token, language, units } = settings
  const baseUrl = trimSlash(settings.url)
  const fetch: Fetch = settings.fetch ?? ((url, init) => globalThis.fetch(url, init))

  async function call(method: Method, path: string, options: AnyOptions = {}): Promise<unknown> {
    const { body, signal, isText = false } = options
    const params = { path: options.path ?? {}, query: options.query ?? {} }
    const url = createFinalURL(path, {
      baseUrl,
      params,
      querySerializer,
      pathSerializer: defaultPathSerializer,
    } as never)
    const headers = {
      ...(body !== undefined && { 'content-type': typeOf(method, body) }),
      ...(method === 'post' && { 'idempotency-key': newKey() }),
      ...(language && { 'accept-language': language() }),
      ...(units && { prefer: `units=${units()}` }),
      ...options.headers,
    }
    const sendWith = (token: string) =>
      send(fetch, {
        url,
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body !== undefined && { body: isSentAsIs(body) ? body : JSON.stringify(body) }),
        signal,
        isText,
        // The server stores idempotency keys for POST only; other changes may or may not have been made.
        isRepeatable: method === 'get' || method === 'post',
      })
    const first = await token()
    try {
      return await sendWith(first)
    } catch (error) {
      if (!(error instanceof RastroError && error.code === 'token.invalid')) throw error
      return sendWith(await token({ fresh: true }))
    }
  }

  async function* pages(path: string, options: AnyOptions = {}): AsyncGenerator<unknown, void, undefined> {
    let cursor = options.query?.cursor
    do {
      const query = { ...options.query, ...(cursor !== undefined && { cursor }) }
      const answer = (await call('get', path, { ...options, query })) as { nextCursor?: string }
      yield answer
      cursor = answer.nextCursor
    } while (cursor !== undefined)
  }

  const of = (method: Method) => (path: string, options?: AnyOptions) => call(method, path, options)
  return {
    get: of('get'),
    post: of('post'),
    put: of('put'),
    patch: of('patch'),
    delete: of('delete'),
    text: (path: string, accept: string, options: AnyOptions = {}) =>
      call('get', path, { ...options, headers: { ...options.headers, accept }, isText: true }),
    pages,
    stream: (query = {}, more = {}) => followStream({ fetch, url: baseUrl, token }, query, more),
  } as Rastro
}

function isSentAsIs(body: unknown): body is string | Blob {
  return typeof body === 'string' || body instanceof Blob
}

/** Only the import of devices takes text, and only the photo of a device is a file. */
function typeOf(method: Method, body: unknown): string {
  if (typeof body === 'string') return 'text/csv'
  if (body instanceof Blob) return body.type
  if (method !== 'patch') return 'application/json'
  return Array.isArray(body) ? 'application/json-patch+json' : 'application/merge-patch+json'
}

/** Not randomUUID, which requires HTTPS in browsers. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
