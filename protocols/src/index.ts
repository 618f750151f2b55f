// The only door of this package: the protocols we speak, the splitter, and the types.
import { gt06 } from './gt06/gt06.ts'
import { osmand } from './osmand/osmand.ts'
import type { HttpProtocol, Protocol, SocketProtocol } from './protocol.types.ts'
import { queclink } from './queclink/queclink.ts'
import { suntech } from './suntech/suntech.ts'
import { teltonika } from './teltonika/teltonika.ts'

/** In the order in which they are asked whether the first bytes are theirs. */
export const socketProtocols: readonly SocketProtocol[] = [teltonika, gt06, queclink, suntech]
export const httpProtocols: readonly HttpProtocol[] = [osmand]
export const protocols: readonly Protocol[] = [...socketProtocols, ...httpProtocols]

// biome-ignore-start lint/performance/noBarrelFile: the one barrel of this package
export type { AlarmName } from './alarm-names.ts'
export { alarmNames, isAlarmName } from './alarm-names.ts'
export type { Cut } from './frame-splitter.ts'
export { BUFFER_LIMIT_BYTES, cutDatagram, FrameSplitter } from './frame-splitter.ts'
export type {
  Answer,
  Attributes,
  Bad,
  Command,
  CommandRequest,
  Decoded,
  DecodedRequest,
  Detection,
  DeviceSettings,
  Heartbeat,
  HttpAnswer,
  HttpProtocol,
  HttpRequest,
  Ignored,
  Location,
  Locations,
  Login,
  Protocol,
  Session,
  SocketEncoder,
  SocketProtocol,
  Split,
  Text,
  Transport,
} from './protocol.types.ts'
export { openSession } from './session.ts'
export type { PlausibleTime, TimeLimits } from './time.ts'
export { plausibleTime, zoneHintMin } from './time.ts'
// biome-ignore-end lint/performance/noBarrelFile: the one barrel of this package
