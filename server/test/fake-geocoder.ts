// A geocoder on this machine that speaks the API of Photon and of Nominatim, and misbehaves as a test wishes.

import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface AskedOfGeocoder {
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
}

export interface FakeGeocoder {
  url: string
  port: number
  asked: AskedOfGeocoder[]
  /** Instead of a correct answer. */
  behaviour: ((response: ServerResponse, asked: AskedOfGeocoder) => void) | undefined
  connections(): number
  /** Connections that are open now. */
  open(): number
  close(): Promise<void>
}

export async function openFakeGeocoder(address = '127.0.0.1', port = 0): Promise<FakeGeocoder> {
  const asked: AskedOfGeocoder[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://geocoder')
    const one = { path: pathname, query: searchParams, headers: request.headers }
    asked.push(one)
    if (fake.behaviour) return fake.behaviour(response, one)
    sendJson(response, correctAnswer(one))
  })
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, address)
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  const fake: FakeGeocoder = {
    url: `http://${address}:${bound}`,
    port: bound,
    asked,
    behaviour: undefined,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** Calatayud is everywhere. Photon has `/reverse` without a format, Nominatim has one. */
function correctAnswer({ path, query }: AskedOfGeocoder): unknown {
  const at = { latitude: Number(query.get('lat') ?? 41.3532), longitude: Number(query.get('lon') ?? -1.6431) }
  if (query.get('format') === 'jsonv2') {
    if (path === '/search') return [nominatimPlace(at)]
    return at.latitude < -60 ? { error: 'Unable to geocode' } : nominatimPlace(at)
  }
  return photonAnswer(at.latitude < -60 ? [] : [photonFeature(at)])
}

interface At {
  latitude: number
  longitude: number
}

export const photonAnswer = (features: unknown[]) => ({ features, type: 'FeatureCollection' })

/** As photon.komoot.io sends it. */
export function photonFeature({ latitude, longitude }: At, properties: Record<string, unknown> = {}) {
  return {
    geometry: { coordinates: [longitude, latitude], type: 'Point' },
    type: 'Feature',
    properties: {
      osm_id: 4_711,
      osm_type: 'N',
      osm_key: 'place',
      osm_value: 'house',
      type: 'house',
      countrycode: 'ES',
      country: 'España',
      state: 'Aragón',
      county: 'Zaragoza',
      city: 'Calatayud',
      postcode: '50300',
      street: 'Calle Mayor',
      housenumber: '5',
      ...properties,
    },
  }
}

/** As nominatim.openstreetmap.org sends it with `format=jsonv2`. */
export function nominatimPlace({ latitude, longitude }: At, address: Record<string, unknown> = {}) {
  return {
    place_id: 134_140_761,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: 'node',
    osm_id: 4_711,
    lat: String(latitude),
    lon: String(longitude),
    category: 'place',
    type: 'house',
    place_rank: 30,
    importance: 0.1,
    addresstype: 'place',
    name: '',
    display_name: '5, Calle Mayor, Calatayud, Zaragoza, Aragón, 50300, España',
    address: {
      house_number: '5',
      road: 'Calle Mayor',
      town: 'Calatayud',
      county: 'Zaragoza',
      state: 'Aragón',
      'ISO3166-2-lvl4': 'ES-AR',
      postcode: '50300',
      country: 'España',
      country_code: 'es',
      ...address,
    },
    boundingbox: ['41.3531', '41.3533', '-1.6432', '-1.6430'],
  }
}
