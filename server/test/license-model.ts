// A simple model of licenses and expiry: days by Temporal, licenses by counting.

export interface ModelDevice {
  id: string
  expires: boolean
  date: string | null
}

export type Verdict = 'done' | 'licenses.none_free' | 'devices.not_expired' | 'body.invalid'

export interface Limits {
  expires: boolean
  date: string | null
}

export class LicenseModel {
  devices: ModelDevice[] = []
  total: number
  zone: string
  nowMs: number

  constructor(total: number, zone: string, nowMs: number) {
    this.total = total
    this.zone = zone
    this.nowMs = nowMs
  }

  isActive({ expires, date }: Limits, zone = this.zone): boolean {
    return !expires || this.nowMs < startOfDay(date!, zone)
  }

  used(zone = this.zone): number {
    return this.devices.filter((device) => this.isActive(device, zone)).length
  }

  states(): Record<string, string> {
    return Object.fromEntries(
      this.devices.map((device) => [device.id, this.isActive(device) ? 'active' : 'expired']),
    )
  }

  /** Whether a device with these limits may be created. */
  create(limits: Limits): Verdict {
    return this.isActive(limits) && this.used() >= this.total ? 'licenses.none_free' : 'done'
  }

  edit(device: ModelDevice, limits: Limits): Verdict {
    const isReactivated = !this.isActive(device) && this.isActive(limits)
    return isReactivated && this.used() >= this.total ? 'licenses.none_free' : 'done'
  }

  reactivate(device: ModelDevice, limits: Limits): Verdict {
    if (this.isActive(device)) return 'devices.not_expired'
    return this.isActive(limits) ? this.edit(device, limits) : 'body.invalid'
  }

  move(zone: string): Verdict {
    const areReactivated = this.devices.some(
      (device) => !this.isActive(device) && this.isActive(device, zone),
    )
    return areReactivated && this.used(zone) > this.total ? 'licenses.none_free' : 'done'
  }

  /** The instant at which the account's next day begins. */
  nextDayMs(): number {
    const today = Temporal.Instant.fromEpochMilliseconds(this.nowMs)
      .toZonedDateTimeISO(this.zone)
      .toPlainDate()
    return startOfDay(today.add({ days: 1 }).toString(), this.zone)
  }
}

const starts = new Map<string, number>()
function startOfDay(date: string, zone: string): number {
  const key = `${date} ${zone}`
  let startMs = starts.get(key)
  if (startMs === undefined) {
    startMs = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
    starts.set(key, startMs)
  }
  return startMs
}
