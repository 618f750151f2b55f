// Computes the expected alerts of the ledger's rules from the stored locations, independently of the judge: the
// simplest possible code, over each device's whole track in the order of its own times.

export interface Seen {
  ms: number
  latitude: number
  longitude: number
  speedKmh: number | null
  sos: boolean
}

export interface Circle {
  number: number
  latitude: number
  longitude: number
  radiusM: number
}

/** An alert, identified by its cause. */
export interface Expected {
  name: string
  subject: string
  ms: number
}

export const speedLimitKmh = 60
const speedHysteresisKmh = 3
const borderM = 30
const sosIsOverMs = 300_000

export function expectedAlerts(track: readonly Seen[], circles: readonly Circle[]): Expected[] {
  return [...sosOf(track), ...speedingOf(track), ...enteringOf(track, circles)]
}

function sosOf(track: readonly Seen[]): Expected[] {
  const pressed = track.filter(({ sos }) => sos)
  return pressed
    .filter(({ ms }, index) => index === 0 || ms - pressed[index - 1]!.ms > sosIsOverMs)
    .map(({ ms }) => ({ name: 'sos', subject: '', ms }))
}

function speedingOf(track: readonly Seen[]): Expected[] {
  const found: Expected[] = []
  let isFast = false
  for (const { ms, speedKmh } of track) {
    if (speedKmh === null) continue
    if (speedKmh > speedLimitKmh && !isFast) found.push({ name: 'speed.above', subject: '', ms })
    if (speedKmh > speedLimitKmh) isFast = true
    else if (speedKmh <= speedLimitKmh - speedHysteresisKmh) isFast = false
  }
  return found
}

function enteringOf(track: readonly Seen[], circles: readonly Circle[]): Expected[] {
  const found: Expected[] = []
  const near = circles.filter((circle) =>
    track.some(
      (seen) =>
        Math.abs(seen.latitude - circle.latitude) < 0.02 &&
        Math.abs(seen.longitude - circle.longitude) < 0.02,
    ),
  )
  for (const circle of near) {
    const outsideM = (at: { latitude: number; longitude: number }) => metres(at, circle) - circle.radiusM
    let isIn = track.length > 0 && outsideM(track[0]!) <= 0
    for (const [index, seen] of track.entries()) {
      const before = track[index - 1]
      if (!before) continue
      const isNear = outsideM(seen) <= 0
      if (isIn) {
        isIn = outsideM(seen) <= borderM
      } else if (isNear || passedM(before, seen, outsideM) >= 2 * borderM) {
        found.push({
          name: 'geofence.entered',
          subject: String(circle.number),
          ms: entersAt(before, seen, outsideM),
        })
        isIn = isNear
      }
    }
  }
  return found
}

const steps = 200

/** How much of the straight line lies inside, by sampling many points of it. */
function passedM(from: Seen, to: Seen, outsideM: (at: Seen) => number): number {
  // Too far away to be touched at all.
  const lengthM = metres(from, to)
  if (Math.min(outsideM(from), outsideM(to)) > lengthM) return 0
  let inside = 0
  for (let step = 0; step < steps; step += 1)
    if (outsideM(between(from, to, (step + 0.5) / steps)) <= 0) inside += 1
  return (inside / steps) * lengthM
}

function entersAt(from: Seen, to: Seen, outsideM: (at: Seen) => number): number {
  for (let step = 0; step <= steps; step += 1) {
    const at = between(from, to, step / steps)
    if (outsideM(at) <= 0) return at.ms
  }
  return to.ms
}

function between(from: Seen, to: Seen, part: number): Seen {
  const mix = (one: number, other: number) => one + (other - one) * part
  return {
    ...to,
    ms: mix(from.ms, to.ms),
    latitude: mix(from.latitude, to.latitude),
    longitude: mix(from.longitude, to.longitude),
  }
}

/** On the WGS 84 ellipsoid, treated as flat over a few kilometres. */
function metres(
  one: { latitude: number; longitude: number },
  other: { latitude: number; longitude: number },
): number {
  const [equatorM, squaredEccentricity] = [6_378_137, 0.006_694_379_990_14]
  const middle = (((one.latitude + other.latitude) / 2) * Math.PI) / 180
  const bend = 1 - squaredEccentricity * Math.sin(middle) ** 2
  const northM = (equatorM * (1 - squaredEccentricity)) / bend ** 1.5
  const eastM = (equatorM / Math.sqrt(bend)) * Math.cos(middle)
  const degree = Math.PI / 180
  return Math.hypot(
    (other.latitude - one.latitude) * degree * northM,
    (other.longitude - one.longitude) * degree * eastM,
  )
}
