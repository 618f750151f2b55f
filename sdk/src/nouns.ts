// The nouns of the API, under the names that the glossary gives them.

import type { components } from './api-types.ts'

type Schemas = components['schemas']

export type Account = Schemas['Account']
export type ApiKey = Schemas['ApiKey']
export type User = Schemas['User']
export type Group = Schemas['Group']
export type Device = Schemas['Device']
export type DeviceLimits = Schemas['DeviceLimits']
export type Contact = Schemas['Contact']
export type Notification = Schemas['Notification']
export type Command = Schemas['Command']
export type Geofence = Schemas['Geofence']
export type Alert = Schemas['Alert']
export type AlertRule = Schemas['AlertRule']
export type Location = Schemas['Location']
/** The newest location of a device, as lists of many devices have it. */
export type LastLocation = Location & { deviceId: string }
/** What was heard of a device, whatever became of it. */
export type ActivityEntry = Schemas['ActivityEntry']
export type IngestKey = Schemas['IngestKey']
export type Webhook = Schemas['Webhook']
export type WebhookDelivery = Schemas['WebhookDelivery']
export type Share = Schemas['Share']
export type SharedLocation = Schemas['SharedLocation']
export type AuditChange = Schemas['Change']
/** What happened, as the stream, webhooks and GET /api/events tell it. */
export type RastroEvent = Schemas['Event']
