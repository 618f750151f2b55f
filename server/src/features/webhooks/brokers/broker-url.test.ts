import { expect, test } from 'vitest'
import { brokerAddressOf, fill, isBrokerUrl } from './broker-url.ts'

test.each([
  ['mqtts://broker.example/rastro/{type}/{deviceId}', { kind: 'mqtt', template: 'rastro/{type}/{deviceId}' }],
  ['mqtts://broker.example//leading', { kind: 'mqtt', template: '/leading' }],
  ['mqtts://broker.example/espa%C3%B1a', { kind: 'mqtt', template: 'españa' }],
  [
    'amqps://broker.example',
    { kind: 'amqp', virtualHost: '/', exchange: 'amq.topic', template: '{type}.{deviceId}' },
  ],
  ['amqps://broker.example/%2Ffleet', { kind: 'amqp', virtualHost: '/fleet' }],
  [
    'amqps://broker.example/fleet?exchange=events&routingKey=rastro.{kind}',
    { kind: 'amqp', virtualHost: 'fleet', exchange: 'events', template: 'rastro.{kind}' },
  ],
])('%s', (url, expected) => {
  expect(brokerAddressOf(url)).toMatchObject(expected)
})

test.each([
  ['mqtts://broker.example', /needs a topic/],
  ['mqtts://broker.example/', /needs a topic/],
  ['mqtts://broker.example/a/+/b', /wildcards/],
  ['mqtts://broker.example/a/%23', /wildcards/],
  ['mqtts://broker.example/a#b', /must not contain "#"/],
  ['mqtts://broker.example/a?b=c', /must not contain "\?"/],
  ['mqtts://broker.example/{device}', /unknown placeholder \{device\}/],
  ['mqtts://broker.example/{}', /unknown placeholder \{\}/],
  [`mqtts://broker.example/${'x'.repeat(501)}`, /more than 500 bytes/],
  ['mqtts://broker.example/%ff', /not valid/],
  ['amqps://broker.example/?heartbeat=1', /parameter "heartbeat"/],
  [`amqps://broker.example/?routingKey=${'x'.repeat(156)}`, /more than 155 bytes/],
  [`amqps://broker.example/?exchange=${'x'.repeat(256)}`, /exchange that is too long/],
])('%s is refused', (url, fault) => {
  expect(brokerAddressOf(url)).toMatch(fault)
})

test('placeholders are filled from the event', () => {
  const event = { type: 'alert.raised', deviceId: 'dev_1' }
  expect(fill('rastro/{kind}/{type}/{deviceId}', event)).toBe('rastro/alert/alert.raised/dev_1')
  expect(fill('{deviceId}', { type: 'usage.day_closed', deviceId: null })).toBe('account')
})

test('only brokers have such URLs', () => {
  expect(['mqtt://a/b', 'MQTTS://a/b', 'amqps://a'].every(isBrokerUrl)).toBe(true)
  expect(['https://a/mqtts://', 'mqttsx://a'].some(isBrokerUrl)).toBe(false)
})
