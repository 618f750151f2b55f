import type { DeviceSettings, Session, Transport } from './protocol.types.ts'

/** The state of a new connection or datagram: the device is still unknown. */
export function openSession(transport: Transport, settings: DeviceSettings = {}): Session {
  return { transport, settings }
}
