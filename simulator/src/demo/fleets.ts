// The fleets of the demo, and the common settings of their vehicles.

import type { Random } from '../random.ts'
import { cities } from './cities.ts'
import type { Steps } from './device.ts'
import { roads } from './roads.ts'
import { seaLanes } from './sea-lanes.ts'
import type { Habit } from './timetable.ts'
import { trails } from './trails.ts'

export interface Fleet {
  group: string
  about: string
  count: number
  over: Readonly<Record<string, string>>
  routes: readonly string[]
  trackers: readonly { protocol: string; model: string; everyS?: { moving: Steps; stationary: Steps } }[]
  nameOf(index: number, route: string): string
  /** Absent for fleets that drive around a town. */
  habit?: Habit
  townKmh?: number
  /** They stop at night; the others drive day and night. */
  sleeps: boolean
  dayBeginsUtcH: number
  sway: number
  everyS: { moving: Steps; stationary: Steps }
  altitudeM(lengthM: number, random: Random): (alongM: number) => number
  volts?: number
  batteryHours?: number
  tankKm?: number
  coldC?: number
  /** Every so many vehicles drive too fast, or lose the network. */
  hastyEvery?: number
  silentEvery?: number
  isCalling?: true
}

const STATIONARY: Steps = { live: 300, past: 3_600 }
const onRoad = { moving: { live: 10, past: 60 }, stationary: STATIONARY }
const atSea = { moving: { live: 30, past: 300 }, stationary: STATIONARY }
const onFoot = { moving: { live: 20, past: 120 }, stationary: STATIONARY }
const bySatellite = { moving: { live: 300, past: 900 }, stationary: { live: 900, past: 3_600 } }

const teltonika = { protocol: 'teltonika', model: 'Teltonika FMC650' }
const teltonikaUdp = { protocol: 'teltonika-udp', model: 'Teltonika FMB920' }
const gt06 = { protocol: 'gt06', model: 'Concox GT06N' }
const h02 = { protocol: 'h02', model: 'SinoTrack ST-901' }
const queclink = { protocol: 'queclink', model: 'Queclink GV300' }
const portable = { protocol: 'queclink', model: 'Queclink GL300' }
const suntech = { protocol: 'suntech', model: 'Suntech ST4300' }
const meitrack = { protocol: 'meitrack', model: 'Meitrack T333' }
const gps103 = { protocol: 'gps103', model: 'Coban TK303' }
const tk103 = { protocol: 'tk103', model: 'TK103B' }
const ruptela = { protocol: 'ruptela', model: 'Ruptela Pro5' }
const pendant = { protocol: 'eview', model: 'Eview EV-07B' }
const topflytech = { protocol: 'topflytech', model: 'Topflytech TLW2' }
const galileosky = { protocol: 'galileosky', model: 'Galileosky 7x' }
const jt808 = { protocol: 'jt808', model: 'Jimi JC400' }
const wialon = { protocol: 'wialon-ips', model: 'Wialon IPS tracker' }
const egts = { protocol: 'egts', model: 'EGTS tracker' }
const navtelecom = { protocol: 'navtelecom', model: 'Navtelecom Smart S-2430' }
const ais140 = { protocol: 'ais140', model: 'AIS-140 tracker' }
const eelink = { protocol: 'eelink', model: 'Eelink TK319' }
const atrack = { protocol: 'atrack', model: 'ATrack AK11' }
const calamp = { protocol: 'calamp-udp', model: 'CalAmp LMU-2630' }
const xexun = { protocol: 'xexun2', model: 'Xexun' }
const watch = { protocol: 'watch', model: 'Watch' }
/** By a receiver ashore. */
const byAis = { protocol: 'ais', model: 'AIS transponder' }
const phone = { protocol: 'osmand', model: 'Phone' }
/** The tracker's own fix is in the payload that the network carries. */
const iridium = { protocol: 'iridium-directip', model: 'T622G Iridium', everyS: bySatellite }

/** Two drives with a pause between, then the night, as drivers' hours require. */
const lorry: Habit = { speedKmh: 82, driveH: 4.5, pauseH: 0.75, dayH: 9, endH: 2.5 }

const hills = (leastM: number, maxM: number) => (_lengthM: number, random: Random) => {
  const phase = random.between(0, 6)
  const middle = (leastM + maxM) / 2
  return (alongM: number) => middle + ((maxM - leastM) / 2) * Math.sin(alongM / 38_000 + phase)
}
const climb = (fromM: number, toM: number) => (lengthM: number) => (alongM: number) =>
  fromM + ((toM - fromM) * alongM) / lengthM
const seaLevel = () => () => 0

const numbered = (name: string) => (index: number) => `${name} ${String(index + 1).padStart(2, '0')}`
const named = (names: readonly string[]) => (index: number) => names[index]!

const ferries = [
  ...[
    'Illa de Cabrera',
    'Ciutat de Llevant',
    'Estrecho Uno',
    'Puerta de África',
    'Costa Verde',
    'Isula Bella',
  ],
  ...['Minoas', 'Estrecho Dos', 'Serra de Tramuntana', 'Pityusa'],
]
const ships = [
  ...[
    'Atlantic Meridian',
    'Rijnmond Trader',
    'Cabo de Hornos',
    'Santos Carrier',
    'Andes Pioneer',
    'Río de la Plata',
  ],
  ...[
    'Levant Star',
    'Hudson Bridge',
    'Cap Vert',
    'Polar Resolute',
    'Drake Explorer',
    'Açor',
    'Alisios',
    'Viento Sur',
  ],
]
const boats = [
  ...['Mar de Fora', 'Nosa Señora do Carme', 'Gaviota', 'Playa de Celeiro', 'Gure Ama', 'Almadraba Dos'],
  ...['Verge del Carme', 'Ría de Arousa', 'Novo Alborada', 'Estrela do Mar', 'Itxas Argia', 'San Telmo'],
]
const rescuers = [
  ...['Benasque 1', 'Ordesa 1', 'Vignemale 1', 'Espot 1', 'Val d’Aran 1', 'Candanchú 1', 'Picos 1'],
  ...['Benasque 2', 'Ordesa 2', 'Vignemale 2'],
]
const expeditions = [
  ...['Icecap sled 1', 'Icecap sled 2', 'Svalbard 1', 'Aconcagua guide', 'Paine trek'],
  ...['Icecap sled 3', 'Svalbard 2', 'Svalbard 3'],
]

export const fleets: readonly Fleet[] = [
  {
    group: 'Iberian haulage',
    about: 'Lorries between the Peninsula’s ports and towns, and into France.',
    count: 40,
    over: roads,
    routes: [
      ...['Madrid–Barcelona', 'Madrid–Cádiz', 'Lisboa–A Coruña', 'Madrid–Irún', 'Barcelona–Almería'],
      ...['Madrid–A Coruña', 'Madrid–Lisboa', 'Sevilla–Oviedo', 'Irún–Paris', 'Madrid–Valencia'],
      ...['Zaragoza–Bilbao', 'Barcelona–Lyon'],
    ],
    trackers: [teltonika, queclink, gps103, teltonikaUdp, gps103],
    nameOf: numbered('Truck'),
    habit: lorry,
    sleeps: true,
    dayBeginsUtcH: 6,
    sway: 0.07,
    everyS: onRoad,
    altitudeM: hills(60, 820),
    volts: 24,
    tankKm: 1_400,
    hastyEvery: 14,
  },
  {
    group: 'Night freight',
    about: 'Parcels between the hubs, from evening to morning.',
    count: 16,
    over: roads,
    routes: ['Madrid–Barcelona', 'Madrid–Valencia', 'Madrid–Cádiz', 'Lisboa–A Coruña', 'Zaragoza–Bilbao'],
    trackers: [teltonika, meitrack, queclink, egts, navtelecom],
    nameOf: numbered('Night line'),
    habit: { ...lorry, speedKmh: 86 },
    sleeps: true,
    dayBeginsUtcH: 20,
    sway: 0.06,
    everyS: onRoad,
    altitudeM: hills(60, 820),
    volts: 24,
  },
  {
    group: 'Refrigerated',
    about: 'Frozen goods at −20 °C.',
    count: 16,
    over: roads,
    routes: ['Barcelona–Almería', 'Lyon–Rotterdam', 'Irún–Paris', 'Rotterdam–München', 'Barcelona–Lyon'],
    trackers: [teltonika],
    nameOf: numbered('Reefer'),
    habit: lorry,
    sleeps: true,
    dayBeginsUtcH: 5,
    sway: 0.07,
    everyS: onRoad,
    altitudeM: hills(10, 420),
    volts: 24,
    coldC: -20,
  },
  {
    group: 'Morocco line',
    about: 'From Tangier to the south.',
    count: 4,
    over: roads,
    routes: ['Tánger–Agadir'],
    trackers: [gt06, jt808, queclink],
    nameOf: numbered('Atlas'),
    habit: { ...lorry, speedKmh: 76 },
    sleeps: true,
    dayBeginsUtcH: 7,
    sway: 0.08,
    everyS: onRoad,
    altitudeM: hills(20, 680),
    volts: 24,
  },
  {
    group: 'City delivery',
    about: 'Vans and riders in European towns.',
    count: 32,
    over: cities,
    routes: ['Madrid', 'Barcelona', 'Lisboa', 'Madrid', 'Sevilla', 'Barcelona', 'Madrid', 'Rotterdam'],
    trackers: [gt06, phone, tk103, h02, eelink, wialon, ais140],
    nameOf: (index, route) =>
      `Van ${route} ${Math.floor(index / 8) * 3 + (index % 8 > 5 ? 3 : index % 8 > 2 ? 2 : 1)}`,
    townKmh: 24,
    sleeps: true,
    dayBeginsUtcH: 7,
    sway: 0.3,
    everyS: onRoad,
    altitudeM: hills(20, 90),
    volts: 12,
  },
  {
    group: 'South America',
    about: 'Lorries in Chile, Argentina, Brazil, Peru and Mexico.',
    count: 28,
    over: roads,
    routes: [
      ...['Santiago–Puerto Montt', 'São Paulo–Rio de Janeiro', 'Santiago–Buenos Aires', 'Buenos Aires–Salta'],
      ...['São Paulo–Porto Alegre', 'Santiago–Arica', 'São Paulo–Brasília', 'Lima–Arequipa'],
      ...['Buenos Aires–Bahía Blanca', 'México–Monterrey'],
    ],
    trackers: [suntech, queclink, galileosky, gps103, atrack, calamp],
    nameOf: numbered('Camión'),
    habit: { ...lorry, speedKmh: 80 },
    sleeps: true,
    dayBeginsUtcH: 11,
    sway: 0.08,
    everyS: onRoad,
    altitudeM: hills(80, 1_100),
    volts: 24,
    hastyEvery: 15,
  },
  {
    group: 'City delivery South America',
    about: 'Vans in Buenos Aires, Santiago and São Paulo.',
    count: 10,
    over: cities,
    routes: ['Buenos Aires', 'Santiago de Chile', 'São Paulo'],
    trackers: [suntech, phone, topflytech, gt06, xexun],
    nameOf: (index, route) => `Van ${route} ${Math.floor(index / 3) + 1}`,
    townKmh: 22,
    sleeps: true,
    dayBeginsUtcH: 12,
    sway: 0.3,
    everyS: onRoad,
    altitudeM: hills(20, 560),
    volts: 12,
  },
  {
    group: 'Ferries',
    about: 'Passenger lines.',
    count: ferries.length,
    over: seaLanes,
    routes: [
      ...['Barcelona–Palma', 'Valencia–Eivissa', 'Algeciras–Tanger Med', 'Algeciras–Tanger Med'],
      ...['Santander–Portsmouth', 'Marseille–Ajaccio', 'Piraeus–Heraklion', 'Algeciras–Tanger Med'],
      ...['Barcelona–Palma', 'Valencia–Eivissa'],
    ],
    trackers: [teltonika, ruptela, byAis],
    nameOf: named(ferries),
    habit: { speedKmh: 35, endH: 2.5 },
    sleeps: false,
    dayBeginsUtcH: 0,
    sway: 0.05,
    everyS: { ...atSea, moving: { live: 10, past: 120 } },
    altitudeM: seaLevel,
    volts: 24,
  },
  {
    group: 'Ocean',
    about: 'Merchant ships, a research vessel and three yachts.',
    count: ships.length,
    over: seaLanes,
    routes: [
      ...['Rotterdam–Algeciras', 'Rotterdam–Algeciras', 'Valparaíso–Callao', 'Santos–Las Palmas'],
      ...['Valparaíso–Callao', 'Buenos Aires–Santos', 'Algeciras–Port Said', 'New York–Rotterdam'],
      ...['Gibraltar–Dakar', 'Tromsø–Longyearbyen', 'Ushuaia–Antarctica', 'Ponta Delgada–Horta'],
      ...['Las Palmas–Barbados', 'Cádiz–Las Palmas'],
    ],
    trackers: [iridium, meitrack],
    nameOf: named(ships),
    habit: { speedKmh: 27, endH: 16 },
    sleeps: false,
    dayBeginsUtcH: 0,
    sway: 0.06,
    everyS: atSea,
    altitudeM: seaLevel,
    volts: 24,
  },
  {
    group: 'Fishing fleet',
    about: 'Trawlers and longliners of Galicia, the Bay of Biscay and the Strait.',
    count: boats.length,
    over: seaLanes,
    routes: [
      ...['Vigo–Gran Sol', 'Vigo–A Guarda', 'Vigo–A Guarda', 'Celeiro–Banco Le Danois', 'Bermeo–Capbreton'],
      ...['Barbate–Strait', 'Palamós–Canyon'],
    ],
    trackers: [meitrack, iridium, teltonika],
    nameOf: named(boats),
    habit: { speedKmh: 14, endH: 9 },
    sleeps: false,
    dayBeginsUtcH: 0,
    sway: 0.25,
    everyS: atSea,
    altitudeM: seaLevel,
    volts: 24,
    silentEvery: 3,
  },
  {
    group: 'Mountain rescue',
    about: 'Teams on foot in the Pyrenees and the Picos de Europa.',
    count: rescuers.length,
    over: trails,
    routes: ['Aneto', 'Ordesa', 'Vignemale', 'Aigüestortes', 'Val d’Aran', 'Candanchú', 'Picos de Europa'],
    trackers: [portable, phone, pendant, watch],
    nameOf: (index) => `Rescue ${rescuers[index]}`,
    habit: { speedKmh: 3.4, driveH: 1.5, pauseH: 0.4, dayH: 8, endH: 0.7 },
    sleeps: true,
    dayBeginsUtcH: 7,
    sway: 0.3,
    everyS: onFoot,
    altitudeM: climb(1_650, 3_050),
    batteryHours: 34,
    isCalling: true,
  },
  {
    group: 'Expeditions',
    about: 'Sleds on the Greenland icecap and Svalbard, guides in the Andes: all by satellite.',
    count: expeditions.length,
    over: trails,
    routes: [
      ...['Greenland icecap', 'Greenland icecap', 'Svalbard', 'Aconcagua', 'Torres del Paine'],
      ...['Greenland icecap', 'Svalbard', 'Svalbard'],
    ],
    trackers: [iridium],
    nameOf: named(expeditions),
    habit: { speedKmh: 4.6, driveH: 1.5, pauseH: 0.4, dayH: 8, endH: 9 },
    sleeps: true,
    dayBeginsUtcH: 10,
    sway: 0.2,
    everyS: bySatellite,
    altitudeM: climb(600, 2_300),
    batteryHours: 90,
    silentEvery: 4,
  },
]
