// Geofences of the demo, on the routes of its devices.

import type { GeofenceDocument } from '../../features/geofences/geofence.types.ts'

type LatLon = [latitude: number, longitude: number]

function circle(name: string, [latitude, longitude]: LatLon, radius: number, tags: Record<string, string>) {
  return { name, geometry: { type: 'Point' as const, coordinates: [longitude, latitude] }, radius, tags }
}

function area(name: string, corners: LatLon[], tags: Record<string, string>) {
  const ring = [...corners, corners[0]!].map(([latitude, longitude]) => [longitude, latitude])
  return { name, geometry: { type: 'Polygon' as const, coordinates: [ring] }, tags }
}

const depot = { kind: 'depot' }
const port = { kind: 'port' }

export const demoGeofences = [
  circle('Madrid hub', [40.437, -3.655], 4_000, depot),
  circle('Mercamadrid', [40.374, -3.662], 1_600, depot),
  circle('Zona Franca depot', [41.344, 2.125], 1_800, depot),
  circle('Lisbon depot', [38.796, -9.113], 1_800, depot),
  circle('Santiago depot', [-33.5, -70.7], 2_500, depot),
  circle('Port of Palma', [39.5, 2.59], 5_000, port),
  circle('Port of Eivissa', [38.885, 1.47], 3_500, port),
  circle('Port of Algeciras', [36.11, -5.41], 3_500, port),
  circle('Port of Vigo', [42.2, -8.83], 4_000, port),
  area(
    'Closed to fishing: off A Guarda',
    [
      [42.0, -9.16],
      [42.0, -9.02],
      [41.86, -9.0],
      [41.84, -9.14],
    ],
    { kind: 'no-go' },
  ),
  area(
    'Closed to fishing: Gran Sol corals',
    [
      [50.05, -11.1],
      [50.05, -10.6],
      [50.35, -10.5],
      [50.4, -11.05],
    ],
    { kind: 'no-go' },
  ),
  area(
    'Ordesa national park',
    [
      [42.71, -0.1],
      [42.7, 0.06],
      [42.64, 0.11],
      [42.6, 0.05],
      [42.63, -0.08],
    ],
    { kind: 'park' },
  ),
  area(
    'Aigüestortes national park',
    [
      [42.62, 0.86],
      [42.62, 1.03],
      [42.55, 1.02],
      [42.53, 0.87],
    ],
    { kind: 'park' },
  ),
  {
    name: 'A-2 Madrid–Zaragoza',
    geometry: {
      type: 'LineString',
      coordinates: [
        [-3.655, 40.437],
        [-3.364, 40.482],
        [-3.167, 40.633],
        [-2.762, 40.905],
        [-2.432, 41.16],
        [-1.642, 41.353],
        [-0.945, 41.652],
      ],
    },
    radius: 6_000,
    tags: { kind: 'road' },
  },
] satisfies GeofenceDocument[]
