// Mappings of known senders, to start from. Each with an example payload, made up after the sender's description.

import type { Mapping } from './mapping.types.ts'

export interface MappingTemplate {
  name: string
  title: string
  mapping: Mapping
  payload: string
}

const template = (name: string, title: string, mapping: Mapping, payload: unknown): MappingTemplate => ({
  name,
  title,
  mapping,
  payload: JSON.stringify(payload, null, 2),
})

export const mappingTemplates: readonly MappingTemplate[] = [
  template(
    'simple',
    'Webhook with id, lat and lon',
    {
      identifier: 'item.id',
      dateTime: 'item.timestamp',
      latitude: 'item.lat',
      longitude: 'item.lon',
      speed: 'kmh(item.speed)',
      battery: 'item.battery',
    },
    { id: 'truck-25', timestamp: 1777890030, lat: -23.55052, lon: -46.633308, speed: 54, battery: 90 },
  ),
  template(
    'flespi',
    'flespi stream (HTTP)',
    {
      identifier: 'item.ident',
      dateTime: 'item.timestamp',
      latitude: 'item["position.latitude"]',
      longitude: 'item["position.longitude"]',
      valid: 'item["position.valid"]',
      altitude: 'item["position.altitude"]',
      speed: 'kmh(item["position.speed"])',
      course: 'item["position.direction"]',
      satellites: 'item["position.satellites"]',
      battery: 'item["battery.level"]',
      powerVoltage: 'item["external.powersource.voltage"]',
      ignition: 'item["engine.ignition.status"]',
      mileage: 'item["vehicle.mileage"]',
    },
    [
      {
        ident: '860000000000025',
        timestamp: 1777890030,
        'position.latitude': -23.55052,
        'position.longitude': -46.633308,
        'position.valid': true,
        'position.speed': 54,
        'position.direction': 123,
        'position.altitude': 760,
        'position.satellites': 12,
        'engine.ignition.status': true,
        'external.powersource.voltage': 12.593,
      },
    ],
  ),
  template(
    'home-assistant',
    'Home Assistant (RESTful command, state of a device tracker)',
    {
      identifier: 'item.entity_id',
      dateTime: 'item.last_updated',
      latitude: 'item.attributes.latitude',
      longitude: 'item.attributes.longitude',
      accuracy: 'item.attributes.gps_accuracy',
      altitude: 'item.attributes.altitude',
      course: 'item.attributes.course >= 0 ? item.attributes.course : null',
      speed: 'item.attributes.speed >= 0 ? item.attributes.speed : null',
      battery: 'item.attributes.battery_level',
    },
    {
      entity_id: 'device_tracker.ana_phone',
      state: 'not_home',
      last_updated: '2026-05-04T10:20:30.120000+00:00',
      attributes: {
        latitude: -23.55052,
        longitude: -46.633308,
        gps_accuracy: 12,
        altitude: 760,
        course: -1,
        speed: 15,
        battery_level: 81,
      },
    },
  ),
  template(
    'particle',
    'Particle (Tracker, event loc)',
    {
      identifier: 'item.coreid',
      dateTime: 'item.published_at',
      latitude: 'item.data.loc.lat',
      longitude: 'item.data.loc.lon',
      valid: 'item.data.loc.lck == 1',
      altitude: 'item.data.loc.alt',
      speed: 'item.data.loc.spd',
      course: 'item.data.loc.hd',
      accuracy: 'item.data.loc.h_acc',
      battery: 'item.data.loc.batt',
    },
    {
      event: 'loc',
      coreid: 'e00fce680000000000000025',
      published_at: '2026-05-04T10:20:31.000Z',
      data: {
        cmd: 'loc',
        loc: {
          lck: 1,
          time: 1777890030,
          lat: -23.55052,
          lon: -46.633308,
          alt: 760,
          hd: 123,
          spd: 15,
          h_acc: 2.4,
        },
      },
    },
  ),
  template(
    'samsara',
    'Samsara (vehicle locations)',
    {
      items: 'body.data',
      identifier: 'item.id',
      dateTime: 'item.location.time',
      latitude: 'item.location.latitude',
      longitude: 'item.location.longitude',
      speed: 'mph(item.location.speed)',
      course: 'item.location.heading',
      attributes: { name: 'item.name' },
    },
    {
      data: [
        {
          id: '112233445566',
          name: 'Truck 25',
          location: {
            time: '2026-05-04T10:20:30Z',
            latitude: -23.55052,
            longitude: -46.633308,
            heading: 123,
            speed: 33.6,
          },
        },
      ],
    },
  ),
  template(
    'geojson',
    'GeoJSON (list of points)',
    {
      items: 'body.features',
      identifier: 'item.properties.id',
      dateTime: 'item.properties.time',
      longitude: 'item.geometry.coordinates[0]',
      latitude: 'item.geometry.coordinates[1]',
      altitude: 'item.geometry.coordinates[2]',
      speed: 'item.properties.speed',
    },
    {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [-46.633308, -23.55052, 760] },
          properties: { id: 'truck-25', time: '2026-05-04T10:20:30Z', speed: 15 },
        },
      ],
    },
  ),
  template(
    'text-coordinates',
    'Coordinates in one text, local time',
    {
      identifier: 'item.unit',
      dateTime: 'localTime(item.when, -3)',
      latitude: 'item.position.split(",")[0]',
      longitude: 'item.position.split(",")[1]',
      speed: 'knots(item.knots)',
      alerts: 'item.panic == "yes" ? "sos" : ""',
    },
    {
      unit: 'boat-7',
      when: '2026-05-04 07:20:30',
      position: '-23.55052,-46.633308',
      knots: '12.5',
      panic: 'yes',
    },
  ),
]
