import type { AddressField } from '../../config/geocoder-template.ts'

/** Rounded, as they are sent. */
export interface SentCoordinates {
  latitude: string
  longitude: string
}

/** Fields of a result as the provider sent them: any type, any length. */
export type RawAddress = Partial<Record<AddressField | 'name' | 'countryCode', unknown>>

/** Requests and answers of one kind of geocoder. */
export interface Provider {
  /** Paths, appended to the URL of the geocoder. */
  reversePath(at: SentCoordinates, language: string): string
  /** Undefined if the geocoder has no search. */
  searchPath(query: string, near: SentCoordinates | undefined, language: string): string | undefined
  /** Undefined if the body is not an answer of this kind. */
  resultsOf(body: unknown): unknown[] | undefined
  read(result: unknown): RawAddress
  /** Whether every result has coordinates. */
  hasCoordinates: boolean
}

/** `refused` is about this lookup, `failed` about the provider. */
export type Failure = { kind: 'refused' | 'failed'; why: string; retryAfterMs?: number | undefined }
