// The public API of this package: the protocols, the splitter, and the types.

import { ais } from './ais/ais.ts'
import { ais140 } from './ais140/ais140.ts'
import { atrack } from './atrack/atrack.ts'
import { calamp } from './calamp/calamp.ts'
import { chirpstack } from './chirpstack/chirpstack.ts'
import { eelink } from './eelink/eelink.ts'
import { egts } from './egts/egts.ts'
import { eview } from './eview/eview.ts'
import { galileosky } from './galileosky/galileosky.ts'
import { garminIpcOutbound } from './garmin-ipc-outbound/garmin-ipc-outbound.ts'
import { globalstarStu } from './globalstar-stu/globalstar-stu.ts'
import { gps103 } from './gps103/gps103.ts'
import { gt06 } from './gt06/gt06.ts'
import { h02 } from './h02/h02.ts'
import { iridiumDirectip } from './iridium-directip/iridium-directip.ts'
import { jt808 } from './jt808/jt808.ts'
import { meitrack } from './meitrack/meitrack.ts'
import { navtelecom } from './navtelecom/navtelecom.ts'
import { osmand } from './osmand/osmand.ts'
import { owntracks } from './owntracks/owntracks.ts'
import type { HttpProtocol, Protocol, SocketProtocol } from './protocol.types.ts'
import { queclink } from './queclink/queclink.ts'
import { rockblock } from './rockblock/rockblock.ts'
import { ruptela } from './ruptela/ruptela.ts'
import { spotFeed } from './spot-feed/spot-feed.ts'
import { spotPush } from './spot-push/spot-push.ts'
import { suntech } from './suntech/suntech.ts'
import { teltonika } from './teltonika/teltonika.ts'
import { theThingsStack } from './the-things-stack/the-things-stack.ts'
import { tk103 } from './tk103/tk103.ts'
import { topflytech } from './topflytech/topflytech.ts'
import { traccarForward } from './traccar-forward/traccar-forward.ts'
import { watch } from './watch/watch.ts'
import { wialonIps } from './wialon-ips/wialon-ips.ts'
import { wialonRetranslator } from './wialon-retranslator/wialon-retranslator.ts'
import { xexun2 } from './xexun2/xexun2.ts'

/** In the order of detection. */
export const socketProtocols: readonly SocketProtocol[] = [
  teltonika,
  gt06,
  iridiumDirectip,
  h02,
  gps103,
  tk103,
  meitrack,
  queclink,
  suntech,
  jt808,
  ruptela,
  watch,
  wialonIps,
  eview,
  eelink,
  topflytech,
  xexun2,
  egts,
  galileosky,
  navtelecom,
  wialonRetranslator,
  ais,
  ais140,
  atrack,
  calamp,
]
export const httpProtocols: readonly HttpProtocol[] = [
  osmand,
  owntracks,
  garminIpcOutbound,
  rockblock,
  spotPush,
  spotFeed,
  globalstarStu,
  chirpstack,
  theThingsStack,
  traccarForward,
]
export const protocols: readonly Protocol[] = [...socketProtocols, ...httpProtocols]

// biome-ignore-start lint/performance/noBarrelFile: the one barrel of this package
export type { AlarmName } from './alarm-names.ts'
export { alarmNames, isAlarmName } from './alarm-names.ts'
export type { Cut } from './frame-splitter.ts'
export { BUFFER_LIMIT_BYTES, cutDatagram, FrameSplitter } from './frame-splitter.ts'
export { booleanOf, identifierOf, keepAttribute, numberOf, whenOf } from './loose-values.ts'
export { courseOf, isPosition } from './measures.ts'
export { decodePublished } from './owntracks/decode.ts'
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
  TypedCommand,
} from './protocol.types.ts'
export { openSession } from './session.ts'
export type { PlausibleTime, TimeLimits } from './time.ts'
export { plausibleTime, zoneHintMin } from './time.ts'
// biome-ignore-end lint/performance/noBarrelFile: the one barrel of this package
