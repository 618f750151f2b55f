// What every protocol is: bytes or a request in, values out. No socket, no clock, no device look-up in here.
import type { AlarmName } from './alarm-names.ts'

/** What a tracker said, in our words. A key that is absent is unknown. */
export interface Location {
  /** By the tracker's clock. Absent when the report carries no time of its own. */
  fixedAt?: Date
  /** Both or neither. Absent when the tracker had no coordinates, or exactly 0,0. */
  latitude?: number
  longitude?: number
  /** False when the coordinates are missing or only the last known ones repeated; the time is then the event's. */
  valid: boolean
  /** A place from the network (cells, Iridium): an area of radius accuracyM, never a point of a track. */
  approximate?: true
  altitudeM?: number
  speedKmh?: number
  /** 0 is north; always below 360. */
  courseDeg?: number
  accuracyM?: number
  satellites?: number
  hdop?: number
  /** The tracker's own battery. */
  batteryPct?: number
  batteryV?: number
  /** The vehicle's supply. */
  powerV?: number
  fuelPct?: number
  fuelL?: number
  temperatureC?: number
  temperature2C?: number
  humidityPct?: number
  ignition?: boolean
  moving?: boolean
  /** Input 1 first. */
  inputs?: boolean[]
  outputs?: boolean[]
  rpm?: number
  mileageKm?: number
  alarms: AlarmName[]
  attributes: Attributes
}

export type Attributes = Record<string, number | string | boolean>

export type Transport = 'tcp' | 'udp'

/** What the operator knows about one device; the gateway fills it in once the device is known. */
export interface DeviceSettings {
  /** As printed on the tracker. Decides what ambiguous codes mean. */
  model?: string
  /** The tracker's clock minus UTC, for trackers that report local time. */
  utcOffsetMin?: number
  /** Cheap clones send a constant checksum. Nothing else gets past a wrong one. */
  tolerateChecksum?: boolean
  /** Some GT06 clones obey only commands with a language behind them; others only those without. */
  commandLanguage?: boolean
}

/** The memory of one connection. The gateway holds it; a datagram gets a fresh one. */
export interface Session {
  transport: Transport
  /** Set by the gateway when it accepted a login. */
  identifier?: string
  settings: DeviceSettings
  /** The dialect this tracker speaks. Only the protocol's own split and decode write it. */
  variant?: string
}

/** What one frame means. Whatever a tracker sends becomes one of these, never an exception. */
export type Decoded = Login | Locations | Heartbeat | Answer | Text | Command | Bad | Ignored

/** The tracker says who it is. It stays refused until the gateway sent `accept`. */
export interface Login {
  kind: 'login'
  identifier: string
  accept?: Buffer
  refuse: { reply?: Buffer; close: boolean }
  /** Some trackers log in with a report (TK103 BP05); `accept` then waits for storage as well. */
  locations?: Location[]
  /** The zone the tracker claims. A fact for the operator: many claim one and still report UTC. */
  utcOffsetMin?: number
  attributes?: Attributes
}

/** `identifier` is absent where only the login names the device. */
export interface Locations {
  kind: 'locations'
  identifier?: string
  locations: Location[]
  /** To be sent only after the locations are stored durably: the tracker then forgets them. */
  reply?: Buffer
  /** Some trackers answer a command with a report (H02 V4). */
  answer?: Pick<Answer, 'text' | 'refused'>
}

/** A sign of life. `status` is what came with it, a report without a place. */
export interface Heartbeat {
  kind: 'heartbeat'
  identifier?: string
  status?: Location
  reply?: Buffer
}

/** The tracker's answer to a command. Without `requestId` answers come in the order of the commands. */
export interface Answer {
  kind: 'answer'
  identifier?: string
  text: string
  requestId?: number
  /** The tracker did not carry the command out. */
  refused?: true
  reply?: Buffer
}

/** Text of the tracker's own accord: a typed message, or bytes of a device on its serial port. */
export interface Text {
  kind: 'text'
  identifier?: string
  text: string
  sentAt?: Date
  reply?: Buffer
}

/** What a server sends. Only a simulated tracker receives it; from a tracker it means nothing. */
export interface Command {
  kind: 'command'
  text: string
  identifier?: string
  requestId?: number
}

/** `close` when the stream cannot be trusted any more: the tracker reconnects and sends again. */
export interface Bad {
  kind: 'bad'
  why: string
  identifier?: string
  close?: true
}

/** Well formed, and nothing for us in it. */
export interface Ignored {
  kind: 'ignored'
  why: string
  identifier?: string
  reply?: Buffer
}

/** `yes` and `no` must hold whatever bytes follow; a decision is due within 64 bytes. */
export type Detection = 'yes' | 'no' | 'more'

/** What stands at the front of the bytes. Depends on the bytes alone, never on how they were chunked. */
export type Split =
  | { kind: 'frame'; size: number }
  /** Ask again when this many bytes are there in all; the size plus 1 when the end has to be searched. */
  | { kind: 'more'; needBytes: number }
  /** Noise; the frame starts later. */
  | { kind: 'skip'; size: number }
  /** The borders are lost and the protocol has no mark to find them again. */
  | { kind: 'bad'; why: string }

/** A protocol over TCP, UDP or both. */
export interface SocketProtocol {
  kind: 'socket'
  name: string
  transports: readonly Transport[]
  /** By convention only; the operator writes the port into the tracker. */
  usualPort: number
  maxFrameBytes: number
  /** The date comes from the GPS receiver and may be 1024 weeks early. */
  datesRollOver: boolean
  /** Speaks for many devices and proves nothing: to be heard only from networks that the operator names. */
  needsNetwork?: true
  detect(bytes: Buffer, transport: Transport): Detection
  /** `searchedBytes` of these bytes were there when the last call said `more`: a search goes on from there. */
  split(bytes: Buffer, session: Session, searchedBytes: number): Split
  /**
   * Takes any bytes, cut by `split` or not. At the end of a datagram the rest is a frame too. Where a report names its
   * device itself: decode to learn which, fill in its settings, and decode again if there are any.
   */
  decode(frame: Buffer, session: Session, receivedAt: Date): Decoded
  encode: SocketEncoder
}

/** The other direction: for simulated trackers, tests, and commands. `decode` of a frame tells the reply to expect. */
export interface SocketEncoder {
  /** Absent where every report names its device. */
  login?(identifier: string, serial: number): Buffer
  /** In the order given; one frame may carry several. `serial` is that of the first frame. */
  locations(identifier: string, locations: readonly Location[], serial: number): Buffer[]
  /** Where datagrams differ from frames. */
  datagrams?(identifier: string, locations: readonly Location[], serial: number): Buffer[]
  heartbeat?(identifier: string, serial: number): Buffer
  command?(command: CommandRequest): Buffer
  /** The text that asks for it, in this tracker's words. Nothing where the tracker cannot do it. */
  commandText?(command: TypedCommand, settings: DeviceSettings): string | undefined
}

/** What can be asked of a tracker whatever it speaks. Outputs count from 1. */
export type TypedCommand =
  | { type: 'position' }
  | { type: 'interval'; seconds: number }
  | { type: 'output'; output: number; on: boolean }
  | { type: 'reboot' }

/** The caller has checked the text: ASCII, at most 200 characters. */
export interface CommandRequest {
  text: string
  /** Comes back in the answer where the protocol has room for it. */
  requestId: number
  /** Asks the tracker to check that the command is meant for it, where the protocol can; some obey no other. */
  identifier?: string
  /** H02 writes the time into the command. */
  sentAt?: Date
  settings: DeviceSettings
}

/** Header names in lower case. */
export interface HttpRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | undefined>
  body: Buffer
}

export interface HttpAnswer {
  status: number
  contentType?: string
  body: string
}

/** One request may speak for several devices, each with its own `identifier`. */
export interface DecodedRequest {
  decoded: Decoded[]
  /** After storage. Also the answer to what can never be stored but must not come again. */
  accept: HttpAnswer
  /** When the device is not ours to hear. */
  refuse: HttpAnswer
}

/** A protocol over HTTP: phones and satellite operators. The gateway bounds the body. */
export interface HttpProtocol {
  kind: 'http'
  name: string
  usualPort: number
  datesRollOver: boolean
  /** Where a body may be larger than the gateway allows to all. */
  maxBodyBytes?: number
  /** For phones that can say no more than an identifier: to be heard without the secret of a way in. */
  needsNoSecret?: true
  /** `settingsOf` for the second decoding, once the devices are known. */
  decodeRequest(
    request: HttpRequest,
    receivedAt: Date,
    settingsOf?: (identifier: string) => DeviceSettings,
  ): DecodedRequest
  encode: { locations(identifier: string, locations: readonly Location[]): HttpRequest[] }
}

export type Protocol = SocketProtocol | HttpProtocol
