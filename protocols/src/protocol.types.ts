// The interface of a protocol: bytes or a request in, values out. No socket, no clock, no device look-up in here.
import type { AlarmName } from './alarm-names.ts'

/** A report of a tracker, in common terms. An absent key is unknown. */
export interface Location {
  /** By the tracker's clock. Absent if the report contains no time. */
  fixedAt?: Date
  /** Both or neither. Absent if the tracker had no coordinates, or exactly 0,0. */
  latitude?: number
  longitude?: number
  /** False if the coordinates are missing or repeat the last known ones; the time is then that of the event. */
  valid: boolean
  /** A position from the network (cells, Iridium): an area of radius accuracyM, never a point of a track. */
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

/** The operator's settings for a device; the gateway fills them in once the device is known. */
export interface DeviceSettings {
  /** As printed on the tracker. Determines the meaning of ambiguous codes. */
  model?: string
  /** The tracker's clock minus UTC, for trackers that report local time. */
  utcOffsetMin?: number
  /** Cheap clones send a constant checksum. Otherwise a wrong checksum is never accepted. */
  tolerateChecksum?: boolean
  /** Some GT06 clones accept only commands with a language suffix; others only those without. */
  commandLanguage?: boolean
}

/** The state of one connection. The gateway holds it; a datagram gets a new one. */
export interface Session {
  transport: Transport
  /** Set by the gateway after it accepted a login. */
  identifier?: string
  settings: DeviceSettings
  /** The dialect of this tracker. Written only by the protocol's own split and decode. */
  variant?: string
}

/** The meaning of one frame. Any input becomes one of these, never an exception. */
export type Decoded = Login | Locations | Heartbeat | Answer | Text | Command | Bad | Ignored

/** The tracker identifies itself. It stays refused until the gateway has sent `accept`. */
export interface Login {
  kind: 'login'
  identifier: string
  accept?: Buffer
  refuse: { reply?: Buffer; close: boolean }
  /** Some trackers log in with a report (TK103 BP05); `accept` then waits for storage as well. */
  locations?: Location[]
  /** The zone the tracker claims. Information for the operator: many claim one and still report UTC. */
  utcOffsetMin?: number
  attributes?: Attributes
}

/** `identifier` is absent if only the login contains it. */
export interface Locations {
  kind: 'locations'
  identifier?: string
  locations: Location[]
  /** Of other devices, in the same frame of a server that reports for many. */
  others?: readonly { identifier: string; locations: Location[] }[]
  /** Sent only after the locations are stored durably: the tracker then discards them. */
  reply?: Buffer
  /** Some trackers answer a command with a report (H02 V4). */
  answer?: Pick<Answer, 'text' | 'refused'>
}

/** A keep-alive. `status` is an optional report without coordinates. */
export interface Heartbeat {
  kind: 'heartbeat'
  identifier?: string
  status?: Location
  reply?: Buffer
}

/** The tracker's answer to a command. Without `requestId`, answers arrive in the order of the commands. */
export interface Answer {
  kind: 'answer'
  identifier?: string
  text: string
  requestId?: number
  /** The tracker did not execute the command. */
  refused?: true
  reply?: Buffer
}

/** Unsolicited text: a typed message, or bytes of a device on the serial port. */
export interface Text {
  kind: 'text'
  identifier?: string
  text: string
  sentAt?: Date
  reply?: Buffer
}

/** A command of a server. Only a simulated tracker receives it; from a tracker it is ignored. */
export interface Command {
  kind: 'command'
  text: string
  identifier?: string
  requestId?: number
}

/** `close` if the stream cannot be trusted any more: the tracker reconnects and sends again. */
export interface Bad {
  kind: 'bad'
  why: string
  identifier?: string
  /** Sent over TCP only: the tracker sends it again. */
  reply?: Buffer
  close?: true
}

/** Well formed, but without relevant data. */
export interface Ignored {
  kind: 'ignored'
  why: string
  identifier?: string
  reply?: Buffer
}

/** `yes` and `no` must hold whatever bytes follow; a decision is due within 64 bytes. */
export type Detection = 'yes' | 'no' | 'more'

/** The start of the bytes. Depends on the bytes alone, never on how they were chunked. */
export type Split =
  | { kind: 'frame'; size: number }
  /** Call again when this many bytes are there in total; the size plus 1 if the end has to be searched. */
  | { kind: 'more'; needBytes: number }
  /** Noise; the frame starts later. */
  | { kind: 'skip'; size: number }
  /** Framing is lost and the protocol has no mark to resynchronise by. */
  | { kind: 'bad'; why: string }

/** A protocol over TCP, UDP or both. */
export interface SocketProtocol {
  kind: 'socket'
  name: string
  transports: readonly Transport[]
  /** By convention only; the operator configures the port in the tracker. */
  usualPort: number
  maxFrameBytes: number
  /** The date comes from the GPS receiver and may be 1024 weeks early. */
  datesRollOver: boolean
  /** A gateway for many devices without authentication: accepted only from networks that the operator allows. */
  needsNetwork?: true
  /** A server may report for many devices: one that is not registered must not hold up the others. */
  carriesMany?: true
  /** If identifiers are shorter than an IMEI: a ship's number has nine digits. */
  identifierDigits?: number
  detect(bytes: Buffer, transport: Transport): Detection
  /** `searchedBytes` of these bytes were there when the last call returned `more`: a search resumes there. */
  split(bytes: Buffer, session: Session, searchedBytes: number): Split
  /**
   * Accepts any bytes, cut by `split` or not. The rest of a datagram is a frame too. If a report contains its device
   * identifier: decode to learn it, fill in the device's settings, and decode again if there are any.
   */
  decode(frame: Buffer, session: Session, receivedAt: Date): Decoded
  encode: SocketEncoder
}

/** The other direction: for simulated trackers, tests, and commands. `decode` of a frame gives the expected reply. */
export interface SocketEncoder {
  /** Absent if every report contains the identifier. */
  login?(identifier: string, serial: number): Buffer
  /** In the given order; one frame may contain several. `serial` is that of the first frame. */
  locations(identifier: string, locations: readonly Location[], serial: number): Buffer[]
  /** If datagrams differ from frames. */
  datagrams?(identifier: string, locations: readonly Location[], serial: number): Buffer[]
  /** With a status, if the protocol's heartbeat has one. */
  heartbeat?(identifier: string, serial: number, status?: Location): Buffer
  command?(command: CommandRequest): Buffer
  /** The command in this tracker's syntax. Undefined if the tracker does not support it. */
  commandText?(command: TypedCommand, settings: DeviceSettings): string | undefined
}

/** Commands common to all protocols. Outputs count from 1. */
export type TypedCommand =
  | { type: 'position' }
  | { type: 'interval'; seconds: number }
  | { type: 'output'; output: number; on: boolean }
  | { type: 'reboot' }

/** The caller has validated the text: ASCII, at most 200 characters. */
export interface CommandRequest {
  text: string
  /** Repeated in the answer if the protocol supports it. */
  requestId: number
  /** Lets the tracker check that the command is for it, if the protocol supports it; some require it. */
  identifier?: string
  /** H02 includes the time in the command. */
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

/** One request may contain several devices, each with its own `identifier`. */
export interface DecodedRequest {
  decoded: Decoded[]
  /** After storage. Also the answer to invalid data that must not be sent again. */
  accept: HttpAnswer
  /** For devices that are not accepted. */
  refuse: HttpAnswer
}

/** A protocol over HTTP: phones and satellite operators. The gateway limits the body. */
export interface HttpProtocol {
  kind: 'http'
  name: string
  usualPort: number
  datesRollOver: boolean
  /** If a body may be larger than the gateway's general limit. */
  maxBodyBytes?: number
  /** For phones that can send only an identifier: accepted without an ingest key. */
  needsNoSecret?: true
  /** Its senders also publish the same bodies to MQTT brokers. */
  isAlsoPublished?: true
  /** `settingsOf` for the second decoding, once the devices are known. */
  decodeRequest(
    request: HttpRequest,
    receivedAt: Date,
    settingsOf?: (identifier: string) => DeviceSettings,
  ): DecodedRequest
  encode: { locations(identifier: string, locations: readonly Location[]): HttpRequest[] }
}

export type Protocol = SocketProtocol | HttpProtocol
