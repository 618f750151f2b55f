// The public API of this package.

export type { EventKind } from './api-constants.ts'
export type { ApiKeySettings } from './api-key-tokens.ts'
export { apiKeyTokens } from './api-key-tokens.ts'
export type { components, operations, paths } from './api-types.ts'
export type { AnswerOf, CallArguments, CallOptions, Method, PagedPath, PathOf } from './calls.ts'
export type { ClientSettings, Rastro } from './client.ts'
export { createClient } from './client.ts'
export type { Fetch } from './http-request.ts'
export type { Fault } from './rastro-error.ts'
export { RastroError } from './rastro-error.ts'
export type * from './resources.ts'
export type { FinishedSignIn, PendingSignIn, SessionSettings, SessionTokens } from './session-tokens.ts'
export { sessionTokens } from './session-tokens.ts'
export type {
  AccountEvent,
  AlertEvent,
  CommandEvent,
  CompactLocation,
  DeviceEvent,
  DriverEvent,
  EventsOf,
  FuelStreamEvent,
  LocationEvent,
  MaintenanceEvent,
  NotificationEvent,
  OdometerEvent,
  ReportEvent,
  StreamEvent,
  StreamForm,
  StreamQuery,
  StreamSettings,
  StreamState,
  TripEvent,
  VisitEvent,
} from './stream-events.ts'
export type { TokenOptions, TokenSource } from './token-source.ts'
