// The negative control: the same attacks on an installation whose limits between accounts are too large to matter. The
// product has no switch for it. Limits that are settings get values that an operator could choose as badly; constants
// are replaced in the processes of the control only.

const unlimited = '1000000'

export const settingsWithoutFairness: Record<string, string> = {
  NODE_OPTIONS: `--import=${new URL('./unlimited-constants.ts', import.meta.url)}`,
  RASTRO_REQUESTS_PER_MINUTE: unlimited,
  RASTRO_ACCOUNT_BODY_KB_PER_SECOND: unlimited,
  RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: unlimited,
  RASTRO_AUTH_FAILURES_PER_NAME: '100000',
  RASTRO_AUTH_FAILURES_PER_ADDRESS: '100000',
  RASTRO_AUTH_FAILURES_PER_MINUTE: unlimited,
  RASTRO_GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: unlimited,
  RASTRO_GATEWAY_UNKNOWN_PER_MINUTE: unlimited,
  RASTRO_LOCATION_LOG_ACCOUNT_PERCENT: '99',
  RASTRO_LOCATION_LOG_ACCOUNT_KB_PER_SECOND: unlimited,
  RASTRO_LOCATION_LOG_DEVICE_KB_PER_SECOND: unlimited,
  RASTRO_MAX_STREAMS_PER_ACCOUNT: unlimited,
}
