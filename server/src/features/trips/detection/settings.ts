// The settings of the trip detector: defaults, ranges, profiles, and the thresholds that follow from them.

export const detections = ['auto', 'motion', 'ignition'] as const
export type Detection = (typeof detections)[number]

/** What "engine on" means: the ignition line, a charging alternator, movement, or the device's own counter. */
export const engineSources = ['ignition', 'voltage', 'movement', 'counter'] as const
export type EngineSource = (typeof engineSources)[number]

export const odometerSources = ['computed', 'device'] as const
export type OdometerSource = (typeof odometerSources)[number]

export interface TripSettings {
  /** `auto` detects motion, sharpened by the ignition where a device reports it. */
  detection: Detection
  engine: EngineSource
  movingKmh: number
  standingKmh: number
  stayMetres: number
  leaveMetres: number
  stopSeconds: number
  ignitionOffSeconds: number
  /** A shorter move is a manoeuvre of the stop. */
  tripMetres: number
  tripSeconds: number
  gapSeconds: number
  bridgeSeconds: number
  /** The interval of a tracker that reports seldom; null if it is not known. Widens gap, bridge and stop. */
  expectedSeconds: number | null
  maxKmh: number
  accuracyMetres: number
  idleSeconds: number
  /** A driver signs off when the engine is off for so long. */
  signOffSeconds: number
  odometer: OdometerSource
  odometerFactor: number
  /** Reports compare speeds with it; null if it is not known. */
  speedLimitKmh: number | null
}

export type NumericSetting = {
  [Name in keyof TripSettings]: TripSettings[Name] extends number | null ? Name : never
}[keyof TripSettings]

export const settingRanges: Record<NumericSetting, readonly [min: number, max: number]> = {
  movingKmh: [1, 50],
  standingKmh: [1, 50],
  stayMetres: [20, 5_000],
  leaveMetres: [20, 5_000],
  stopSeconds: [30, 86_400],
  ignitionOffSeconds: [30, 86_400],
  tripMetres: [0, 100_000],
  tripSeconds: [0, 100_000],
  gapSeconds: [60, 604_800],
  bridgeSeconds: [60, 604_800],
  expectedSeconds: [1, 201_600],
  maxKmh: [10, 5_000],
  accuracyMetres: [5, 32_767],
  idleSeconds: [30, 86_400],
  signOffSeconds: [60, 86_400],
  odometerFactor: [0.8, 1.2],
  speedLimitKmh: [5, 300],
}

export const defaultSettings: Readonly<TripSettings> = {
  detection: 'auto',
  engine: 'ignition',
  movingKmh: 6,
  standingKmh: 3,
  stayMetres: 80,
  leaveMetres: 150,
  stopSeconds: 300,
  ignitionOffSeconds: 60,
  tripMetres: 300,
  tripSeconds: 60,
  gapSeconds: 900,
  bridgeSeconds: 3_600,
  expectedSeconds: null,
  maxKmh: 250,
  accuracyMetres: 200,
  idleSeconds: 180,
  signOffSeconds: 600,
  odometer: 'computed',
  odometerFactor: 1,
  speedLimitKmh: null,
}

export const profileNames = [
  'vehicle',
  'machine',
  'asset',
  'vessel',
  'person',
  'aircraft',
  'satellite',
] as const
export type ProfileName = (typeof profileNames)[number]

/** What a profile sets differently from the defaults. */
export const profiles: Record<ProfileName, Readonly<Partial<TripSettings>>> = {
  vehicle: {},
  machine: { movingKmh: 3, standingKmh: 1, tripMetres: 200, gapSeconds: 1_800, idleSeconds: 300 },
  asset: {
    detection: 'motion',
    engine: 'movement',
    stayMetres: 200,
    leaveMetres: 400,
    stopSeconds: 900,
    tripMetres: 1_000,
    gapSeconds: 10_800,
    bridgeSeconds: 14_400,
  },
  // Vessels swing at anchor.
  vessel: {
    detection: 'motion',
    movingKmh: 2,
    standingKmh: 1,
    stayMetres: 400,
    leaveMetres: 800,
    stopSeconds: 1_800,
    tripMetres: 1_500,
    tripSeconds: 600,
    gapSeconds: 10_800,
    bridgeSeconds: 86_400,
    maxKmh: 120,
  },
  person: {
    detection: 'motion',
    engine: 'movement',
    movingKmh: 2,
    standingKmh: 1,
    tripMetres: 200,
    tripSeconds: 120,
    gapSeconds: 1_800,
    bridgeSeconds: 7_200,
  },
  aircraft: {
    detection: 'motion',
    movingKmh: 30,
    standingKmh: 10,
    stayMetres: 300,
    leaveMetres: 1_000,
    stopSeconds: 900,
    tripMetres: 5_000,
    tripSeconds: 300,
    gapSeconds: 3_600,
    bridgeSeconds: 43_200,
    maxKmh: 1_300,
  },
  satellite: {
    detection: 'motion',
    stayMetres: 300,
    leaveMetres: 600,
    tripMetres: 1_000,
    expectedSeconds: 3_600,
    accuracyMetres: 1_000,
  },
}

/** From this interval on, segments are passages between places, not trips to the minute. */
const coarseSeconds = 900

export function isCoarse({ expectedSeconds }: Pick<TripSettings, 'expectedSeconds'>): boolean {
  return expectedSeconds !== null && expectedSeconds >= coarseSeconds
}

/** The settings in the form in which the detector compares with them. */
export interface Thresholds {
  settings: Readonly<TripSettings>
  stopMs: number
  ignitionOffMs: number
  tripMs: number
  tripCm: number
  gapMs: number
  bridgeMs: number
  signOffMs: number
  maxTenthKmh: number
}

export function thresholdsOf(settings: Readonly<TripSettings>): Thresholds {
  const expected = settings.expectedSeconds ?? 0
  return {
    settings,
    stopMs: Math.max(settings.stopSeconds, 1.5 * expected) * 1_000,
    ignitionOffMs: settings.ignitionOffSeconds * 1_000,
    tripMs: settings.tripSeconds * 1_000,
    tripCm: settings.tripMetres * 100,
    gapMs: Math.max(settings.gapSeconds, 3 * expected) * 1_000,
    bridgeMs: Math.max(settings.bridgeSeconds, 4 * expected) * 1_000,
    signOffMs: settings.signOffSeconds * 1_000,
    maxTenthKmh: settings.maxKmh * 10,
  }
}
