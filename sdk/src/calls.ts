// The types of calls: parameters and response of each path, derived from the API's description.

import type { paths } from './api-types.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never
}[keyof paths]

export type Operation<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, infer O> ? O : never

/** JSON, where the path has other formats too. */
type Content<R> = R extends { content: { 'application/json': infer J } }
  ? J
  : R extends { content: infer C }
    ? C[keyof C]
    : never

type Success = 200 | 201 | 202

/** The body of a successful response. */
export type AnswerOf<P extends keyof paths, M extends Method, Statuses = Success> =
  Operation<P, M> extends { responses: infer R }
    ? { [S in keyof R]: S extends Statuses ? Content<R[S]> : never }[keyof R]
    : never

type PartOf<O, Part extends 'path' | 'query'> = O extends { parameters: { [K in Part]?: infer V } }
  ? Exclude<V, undefined>
  : never

/** Optional if all its members are, and forbidden if there are none. */
type Field<Name extends string, V> = [V] extends [never]
  ? { [K in Name]?: never }
  : Record<never, never> extends V
    ? { [K in Name]?: V | undefined }
    : { [K in Name]: V }

type BodyField<O> = O extends { requestBody: { content: infer C } }
  ? { body: C[keyof C] }
  : O extends { requestBody?: infer B }
    ? [Exclude<B, undefined>] extends [never]
      ? { body?: never }
      : Exclude<B, undefined> extends { content: infer C }
        ? { body?: C[keyof C] | undefined }
        : { body?: never }
    : { body?: never }

export interface CallSettings {
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

export type CallOptions<P extends keyof paths, M extends Method> = CallSettings &
  Field<'path', PartOf<Operation<P, M>, 'path'>> &
  Field<'query', PartOf<Operation<P, M>, 'query'>> &
  (M extends 'get' ? unknown : BodyField<Operation<P, M>>)

/** The options of a call as its last argument; optional if no option is required. */
export type CallArguments<P extends keyof paths, M extends Method> =
  Record<never, never> extends CallOptions<P, M>
    ? [options?: CallOptions<P, M>]
    : [options: CallOptions<P, M>]

/** Paths whose body decides between reading a period and adding to it. */
type TwoWayPath = '/api/devices/{deviceId}/locations' | '/api/devices/{deviceId}/alerts'
interface Period {
  from: string
  to: string
}
type BodyOf<P extends TwoWayPath> = CallOptions<P, 'post'>['body']
type WithBody<P extends TwoWayPath, B> = Omit<CallOptions<P, 'post'>, 'body'> & { body: B }

export interface TwoWayCall {
  <P extends TwoWayPath>(
    path: P,
    options: WithBody<P, Extract<BodyOf<P>, Period>>,
  ): Promise<AnswerOf<P, 'post', 200>>
  <P extends TwoWayPath>(
    path: P,
    options: WithBody<P, Exclude<BodyOf<P>, Period>>,
  ): Promise<AnswerOf<P, 'post', Exclude<Success, 200>>>
}

/** The paginated lists. */
export type PagedPath = {
  [P in PathOf<'get'>]: AnswerOf<P, 'get'> extends { nextCursor?: string } ? P : never
}[PathOf<'get'>] &
  PathWithCursor

type PathWithCursor = {
  [P in PathOf<'get'>]: PartOf<Operation<P, 'get'>, 'query'> extends { cursor?: string } ? P : never
}[PathOf<'get'>]
