// The alarms of a record: an element raises one only if it caused the record, otherwise it is merely a state.
import type { AlarmName } from '../alarm-names.ts'
import type { Location } from '../protocol.types.ts'
import type { Family } from './families.ts'

const PANIC_PRIORITY = 2

/** The cause of the record: 0 for a timer, or an element whose value is in the list. */
export interface RecordEvent {
  id: number
  priority: number
  value?: number
  size?: number
}

export function raiseAlarms(location: Location, event: RecordEvent, family: Family | undefined): void {
  const alarm = alarmOf(event, family)
  if (alarm) location.alarms.push(alarm)
}

function alarmOf(event: RecordEvent, family: Family | undefined): AlarmName | undefined {
  const { id, value } = event
  // On vehicles the installer chooses which input is sent with panic priority.
  if (id === 0) return family === 'personal' && event.priority === PANIC_PRIORITY ? 'sos' : undefined
  if (event.size !== 1 || value === undefined) return undefined
  if (zoneIds.has(id)) return byValue(value, { 0: 'geofenceExit', 1: 'geofenceEnter', 3: 'overspeed' })
  if (family && meaningsByFamily[family][id]) return byValue(value, meaningsByFamily[family][id])
  if (id === 255) return 'overspeed'
  // A button on personal trackers. On vehicles an input that the installer may have wired to anything.
  if (id === 236) return value === 1 && family !== 'vehicle' ? 'sos' : undefined
  return byValue(value, meanings[id])
}

type ByValue = Readonly<Record<number, AlarmName>>

function byValue(value: number, alarms: ByValue | undefined): AlarmName | undefined {
  return alarms?.[value]
}

const zoneIds: ReadonlySet<number> = new Set([
  ...[155, 156, 157, 158, 159],
  ...[61, 62, 63, 64, 65],
  ...[70, 88, 91, 92, 93, 94, 95, 96, 97, 98, 99],
])

/** The same in every family, or distinguished by the size of one byte. */
const meanings: Readonly<Record<number, ByValue>> = {
  239: { 0: 'ignitionOff', 1: 'ignitionOn' },
  246: { 1: 'tow' },
  // Other values are parts of the acceleration trace.
  247: { 1: 'crash' },
  249: { 1: 'jamming' },
  253: { 1: 'harshAcceleration', 2: 'harshBraking', 3: 'harshCornering' },
}

/** Without a model these raise no alarm: other families use the id for something else, in the same size. */
const meaningsByFamily: Readonly<Record<Family, Readonly<Record<number, ByValue>>>> = {
  vehicle: {
    248: { 1: 'driverIn', 2: 'driverIn' },
    251: { 1: 'idle' },
    252: { 0: 'powerRestored', 1: 'powerCut' },
    318: { 2: 'jamming' },
  },
  truck: {},
  personal: {
    251: { 1: 'idle' },
    252: { 0: 'powerRestored', 1: 'powerCut' },
    390: { 0: 'deviceOn', 1: 'deviceOff' },
    520: { 1: 'tampering' },
  },
}
