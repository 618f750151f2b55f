// The kinds of trackers that can be connected, with the values to enter. The facts are those of docs/trackers.

export type Family = 'cellular' | 'phone' | 'satellite' | 'network'

export interface Kind {
  protocol: string
  family: Family
  /** Brand names are the same in every language. */
  name: string
  /** Models by which users recognise theirs. */
  models: string
  identifier: 'imei' | 'printed' | 'esn' | 'phone' | 'topic' | 'devEui' | 'uniqueId'
  /** How it reaches the server: a gateway port, a URL, or an ingest key. */
  transport: 'gateway' | 'address' | 'ingestKeyUrl' | 'ingestKeySecret'
  /** SMS for the tracker's SIM, if a document of the vendor gives them; {host} and {port} are filled in. */
  sms: readonly { what: string; text: string }[]
}

const sms = (...lines: [what: string, text: string][]) => lines.map(([what, text]) => ({ what, text }))

export const kinds: readonly Kind[] = [
  {
    protocol: 'teltonika',
    family: 'cellular',
    name: 'Teltonika',
    models: 'FMB, FMC, FMM, FMU, TAT',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'gt06',
    family: 'cellular',
    name: 'Concox, Jimi, GT06',
    models: 'GT06, VL03, TR06, WeTrack',
    identifier: 'imei',
    transport: 'gateway',
    sms: sms(['server', 'SERVER,1,{host},{port},0#']),
  },
  {
    protocol: 'h02',
    family: 'cellular',
    name: 'SinoTrack, H02',
    models: 'ST-901, ST-906',
    identifier: 'printed',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'gps103',
    family: 'cellular',
    name: 'Coban',
    models: 'TK103A, TK103B, GPS303, GPS306',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'tk103',
    family: 'cellular',
    name: 'TK103',
    models: '(027044702512BR00…)',
    identifier: 'printed',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'meitrack',
    family: 'cellular',
    name: 'Meitrack',
    models: 'MVT, T, TC, MT90',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'queclink',
    family: 'cellular',
    name: 'Queclink',
    models: 'GV, GL, GMT, CV',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'suntech',
    family: 'cellular',
    name: 'Suntech',
    models: 'ST300, ST4300, ST310U, ST340U',
    identifier: 'printed',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'jt808',
    family: 'cellular',
    name: 'JT/T 808',
    models: 'JC181, JC371, JC400, VL300, MD300, BSJ',
    identifier: 'printed',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'ruptela',
    family: 'cellular',
    name: 'Ruptela',
    models: 'Eco, Pro, Trace, HCV, LCV',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'watch',
    family: 'cellular',
    name: 'SeTracker, Beesure',
    models: '[3G*8600000025*…]',
    identifier: 'printed',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'wialon-ips',
    family: 'cellular',
    name: 'Wialon IPS',
    models: '#L#860000000000025;NA',
    identifier: 'printed',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'eview',
    family: 'cellular',
    name: 'Eview, MiniFinder',
    models: 'EV-07B, EV-04, MiniFinder Nano',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'eelink',
    family: 'cellular',
    name: 'Eelink',
    models: 'TK115, TK116, TK119, TK319, GPT06, GPT12',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'topflytech',
    family: 'cellular',
    name: 'Topflytech',
    models: 'TLW1, TLW2, TLD1, TLP1, TLP2, TorchX',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'xexun2',
    family: 'cellular',
    name: 'Xexun',
    models: '4G',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'galileosky',
    family: 'cellular',
    name: 'Galileosky',
    models: '7.0, 7x, Base Block',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'navtelecom',
    family: 'cellular',
    name: 'Navtelecom',
    models: 'SIGNAL, SMART, START',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'egts',
    family: 'cellular',
    name: 'EGTS',
    models: 'ERA-GLONASS, GOST 33472',
    identifier: 'printed',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'wialon-retranslator',
    family: 'cellular',
    name: 'Wialon Retranslator',
    models: 'Wialon Hosting, Wialon Local',
    identifier: 'printed',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'ais140',
    family: 'cellular',
    name: 'AIS-140',
    models: '$Header,…,NR,01,L,860000000000025',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'atrack',
    family: 'cellular',
    name: 'ATrack',
    models: 'AK, AL, AS, AT, AX',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'calamp',
    family: 'cellular',
    name: 'CalAmp',
    models: 'LMU, TTU',
    identifier: 'printed',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'osmand',
    family: 'phone',
    name: 'Traccar Client, OsmAnd',
    models: 'Android, iOS',
    identifier: 'phone',
    transport: 'address',
    sms: [],
  },
  {
    protocol: 'owntracks',
    family: 'phone',
    name: 'OwnTracks',
    models: 'Android, iOS',
    identifier: 'topic',
    transport: 'ingestKeySecret',
    sms: [],
  },
  {
    protocol: 'garmin-ipc-outbound',
    family: 'satellite',
    name: 'Garmin inReach',
    models: 'Portal Connect',
    identifier: 'imei',
    transport: 'ingestKeySecret',
    sms: [],
  },
  {
    protocol: 'spot-push',
    family: 'satellite',
    name: 'SPOT',
    models: 'Trace, Gen',
    identifier: 'esn',
    transport: 'ingestKeyUrl',
    sms: [],
  },
  {
    protocol: 'globalstar-stu',
    family: 'satellite',
    name: 'Globalstar',
    models: 'SmartOne',
    identifier: 'esn',
    transport: 'ingestKeyUrl',
    sms: [],
  },
  {
    protocol: 'rockblock',
    family: 'satellite',
    name: 'RockBLOCK',
    models: 'Iridium 9602, 9603',
    identifier: 'imei',
    transport: 'ingestKeyUrl',
    sms: [],
  },
  {
    protocol: 'iridium-directip',
    family: 'satellite',
    name: 'Iridium DirectIP',
    models: 'SBD, Meitrack T622',
    identifier: 'imei',
    transport: 'gateway',
    sms: [],
  },
  {
    protocol: 'chirpstack',
    family: 'network',
    name: 'ChirpStack',
    models: 'LoRaWAN',
    identifier: 'devEui',
    transport: 'ingestKeyUrl',
    sms: [],
  },
  {
    protocol: 'the-things-stack',
    family: 'network',
    name: 'The Things Stack',
    models: 'LoRaWAN, TTN',
    identifier: 'devEui',
    transport: 'ingestKeyUrl',
    sms: [],
  },
  {
    protocol: 'traccar-forward',
    family: 'network',
    name: 'Traccar',
    models: 'forward.type=json',
    identifier: 'uniqueId',
    transport: 'ingestKeyUrl',
    sms: [],
  },
]

export const families: readonly Family[] = ['cellular', 'phone', 'satellite', 'network']
/** Feed pages are posted by hand: not a kind to choose, but a device may use the protocol. */
export const protocolNames = [...kinds.map(({ protocol }) => protocol), 'spot-feed']
export const kindOf = (protocol: string | null | undefined) =>
  kinds.find((kind) => kind.protocol === protocol)

export function filledIn(text: string, values: { host: string; port: number }): string {
  return text.replace(/\{(host|port)\}/g, (_, name: keyof typeof values) => String(values[name]))
}
