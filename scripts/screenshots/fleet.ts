// The fleet of the screenshots: boats, lorries and vans between Galicia, the Canaries and the Azores.

type Coordinates = [latitude: number, longitude: number]

export interface DemoDevice {
  name: string
  group: 'Atlantic fleet' | 'Road haulage' | 'City service'
  model: string
  /** The route, there and back again: `latitude,longitude latitude,longitude`. */
  route: string
  speedKmh: number
  /** Its current state; moving by default. */
  now?: 'stopped' | 'idling' | 'silent' | 'never'
}

export const demoFleet: DemoDevice[] = [
  {
    name: 'Gaviota',
    group: 'Atlantic fleet',
    model: 'Teltonika FMB920',
    speedKmh: 17,
    route: '42.237,-8.73 42.2,-8.93 42.34,-9.05 42.75,-9.2 43.12,-9.4 43.35,-9.05 43.39,-8.42',
  },
  {
    name: 'Mar de Fora',
    group: 'Atlantic fleet',
    model: 'Teltonika FMB920',
    speedKmh: 21,
    route: '43.38,-8.36 43.6,-9.1 42.6,-9.7 41.2,-9.6 39.5,-9.9 38.65,-9.35',
  },
  {
    name: 'Nosa Señora do Carme',
    group: 'Atlantic fleet',
    model: 'Queclink GV300',
    speedKmh: 13,
    now: 'stopped',
    route: '42.6,-8.95 42.5,-9.15 42.43,-9.0',
  },
  {
    name: 'Aldebarán',
    group: 'Atlantic fleet',
    model: 'Iridium Edge',
    speedKmh: 24,
    route: '36.52,-6.32 35.6,-8.2 33.2,-10.9 30.6,-13.1 28.98,-13.5 28.15,-15.38',
  },
  {
    name: 'Ilha Verde',
    group: 'Atlantic fleet',
    model: 'Iridium Edge',
    speedKmh: 19,
    route: '37.73,-25.67 38.0,-26.4 38.65,-27.22 38.53,-28.62',
  },
  {
    name: 'Tramuntana',
    group: 'Atlantic fleet',
    model: 'Teltonika FMB920',
    speedKmh: 30,
    route: '41.35,2.17 40.7,2.35 39.9,2.5 39.55,2.62',
  },
  {
    name: 'Pico do Arieiro',
    group: 'Atlantic fleet',
    model: 'Queclink GV300',
    speedKmh: 20,
    route: '32.64,-16.91 32.85,-16.6 33.05,-16.35',
  },
  {
    name: 'Estrela do Mar',
    group: 'Atlantic fleet',
    model: 'Queclink GV300',
    speedKmh: 15,
    now: 'silent',
    route: '41.18,-8.72 41.1,-9.1 40.64,-8.78',
  },
  {
    name: 'Camión 12',
    group: 'Road haulage',
    model: 'Teltonika FMC640',
    speedKmh: 86,
    route: '40.44,-3.66 40.63,-3.17 41.07,-2.63 41.35,-1.64 41.65,-0.89 41.62,0.62 41.4,2.1',
  },
  {
    name: 'Camión 14',
    group: 'Road haulage',
    model: 'Teltonika FMC640',
    speedKmh: 83,
    route: '40.35,-3.68 39.47,-3.53 38.76,-3.39 38.1,-3.78 37.88,-4.78 37.39,-5.98',
  },
  {
    name: 'Camión 21',
    group: 'Road haulage',
    model: 'Teltonika FMC640',
    speedKmh: 80,
    now: 'idling',
    route: '43.29,-2.99 42.68,-2.95 42.34,-3.7 41.65,-4.72 40.66,-4.7',
  },
  {
    name: 'Camión 27',
    group: 'Road haulage',
    model: 'Teltonika FMC640',
    speedKmh: 78,
    route: '39.47,-0.38 39.48,-1.1 39.56,-2.1 40.2,-3.3',
  },
  {
    name: 'Transportes Douro 7',
    group: 'Road haulage',
    model: 'Ruptela HCV5',
    speedKmh: 84,
    route: '41.16,-8.62 40.64,-8.5 40.2,-8.42 39.46,-8.54 38.8,-9.12',
  },
  {
    name: 'Transportes Douro 9',
    group: 'Road haulage',
    model: 'Ruptela HCV5',
    speedKmh: 81,
    route: '38.72,-9.14 38.57,-8.0 38.88,-6.97 39.47,-6.37 40.03,-6.09',
  },
  {
    name: 'Frigorífico 3',
    group: 'Road haulage',
    model: 'Ruptela HCV5',
    speedKmh: 77,
    route: '37.99,-1.13 38.35,-0.48 39.42,-0.4 40.0,0.02 41.1,1.2',
  },
  {
    name: 'Frigorífico 5',
    group: 'Road haulage',
    model: 'Ruptela HCV5',
    speedKmh: 75,
    now: 'stopped',
    route: '36.84,-2.46 37.18,-3.6 36.72,-4.42',
  },
  {
    name: 'Cisterna 2',
    group: 'Road haulage',
    model: 'Teltonika FMC640',
    speedKmh: 70,
    now: 'silent',
    route: '37.22,-6.95 37.39,-5.98 36.53,-6.19',
  },
  {
    name: 'Furgón Vigo 1',
    group: 'City service',
    model: 'Concox GT06N',
    speedKmh: 38,
    route: '42.232,-8.712 42.226,-8.735 42.214,-8.741 42.205,-8.72 42.219,-8.7',
  },
  {
    name: 'Furgón Vigo 2',
    group: 'City service',
    model: 'Concox GT06N',
    speedKmh: 34,
    now: 'stopped',
    route: '42.24,-8.7 42.235,-8.68 42.25,-8.66',
  },
  {
    name: 'Furgón Vigo 3',
    group: 'City service',
    model: 'Concox GT06N',
    speedKmh: 41,
    route: '42.19,-8.76 42.2,-8.78 42.17,-8.8 42.16,-8.74',
  },
  {
    name: 'Furgoneta Sevilla 3',
    group: 'City service',
    model: 'Concox GT06N',
    speedKmh: 33,
    route: '37.39,-5.98 37.41,-5.96 37.37,-5.93',
  },
  {
    name: 'Grúa Bilbao 2',
    group: 'City service',
    model: 'Queclink GV300',
    speedKmh: 36,
    now: 'idling',
    route: '43.26,-2.94 43.29,-2.98 43.33,-3.02',
  },
  {
    name: 'Ambulancia 061-4',
    group: 'City service',
    model: 'Teltonika FMB920',
    speedKmh: 72,
    route: '42.88,-8.54 42.78,-8.66 42.43,-8.64',
  },
  {
    name: 'Remolque 8',
    group: 'Road haulage',
    model: 'Queclink GL300',
    speedKmh: 60,
    now: 'never',
    route: '40.4,-3.7 40.5,-3.6',
  },
]

const radians = Math.PI / 180

function metresBetween([lat1, lon1]: Coordinates, [lat2, lon2]: Coordinates): number {
  const x = (lon2 - lon1) * radians * Math.cos(((lat1 + lat2) / 2) * radians)
  const y = (lat2 - lat1) * radians
  return Math.hypot(x, y) * 6_371_000
}

export interface DemoLocation {
  dateTime: string
  latitude: number
  longitude: number
  speed: number
  course: number
  altitude: number
  battery: number
}

/** Its last hours, one location per step, with a rest every third hour. Sines instead of random: always the same. */
export function driveDemo(
  device: DemoDevice,
  nowMs: number,
  hours: number,
  everySeconds: number,
): DemoLocation[] {
  const route = device.route.split(' ').map((pair) => pair.split(',').map(Number) as Coordinates)
  const there = [...route, ...route.slice(0, -1).reverse()]
  const legs = there.slice(1).map((point, i) => metresBetween(there[i]!, point))
  const totalM = legs.reduce((sum, leg) => sum + leg, 0)
  const steps = (hours * 3_600) / everySeconds
  let travelledM = (device.name.length * 7_919) % totalM
  const restsAtEnd = device.now === 'stopped' || device.now === 'idling'
  return Array.from({ length: steps + 1 }, (_, step) => {
    const agoS = (steps - step) * everySeconds
    const rests =
      step % Math.round(10_800 / everySeconds) < 1_500 / everySeconds || (restsAtEnd && agoS < 2_700)
    const sway = 0.82 + 0.18 * Math.sin(step / 7 + device.name.length)
    const speed = rests ? 0 : (device.speedKmh * sway) / 3.6
    travelledM = (travelledM + speed * everySeconds) % totalM
    const { coordinates, course } = pointOn(there, legs, travelledM)
    return {
      dateTime: new Date(nowMs - agoS * 1_000).toISOString(),
      latitude: coordinates[0],
      longitude: coordinates[1],
      speed: Math.round(speed * 10) / 10,
      course: Math.round(course) % 360,
      altitude: device.group === 'Atlantic fleet' ? 2 : Math.round(420 + 260 * Math.sin(travelledM / 60_000)),
      battery: Math.round(96 - 20 * (step / steps)),
    }
  })
}

function pointOn(
  there: Coordinates[],
  legs: number[],
  metres: number,
): { coordinates: Coordinates; course: number } {
  let left = metres
  let leg = 0
  while (leg < legs.length - 1 && left > legs[leg]!) {
    left -= legs[leg]!
    leg += 1
  }
  const [from, to] = [there[leg]!, there[leg + 1]!]
  const share = Math.min(1, left / legs[leg]!)
  const x = (to[1] - from[1]) * Math.cos(from[0] * radians)
  const course = (Math.atan2(x, to[0] - from[0]) / radians + 360) % 360
  const coordinates: Coordinates = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
  return { coordinates, course }
}
