import type { DeviceSettings, Session, Transport } from './protocol.types.ts'

/** A connection begins, or a datagram arrives: nothing is known of the device yet. */
export function openSession(transport: Transport, settings: DeviceSettings = {}): Session {
  return { transport, settings }
}
