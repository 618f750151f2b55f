// The resources of the API, under their names in the glossary.

import type { components } from './api-types.ts'

type Schemas = components['schemas']

export type Account = Schemas['Account']
/** An archive with everything of the account. */
export type AccountExport = Schemas['Export']
/** The closing of the account, until it is erased. */
export type Closing = Schemas['Closing']
/** E-mails, SMS or money per day or month. */
export type SpendingCap = Schemas['SpendingCap']
/** A reseller, or the platform: its pool of licenses, status and terms. */
export type Reseller = Schemas['Reseller']
/** An account below a reseller, with counts. */
export type ResaleAccount = Schemas['ResaleAccount']
/** What an account below a reseller has used. */
export type AccountUsage = Schemas['AccountUsage']
/** What accounts and resellers directly below pay. */
export type PriceList = Schemas['PriceList']
/** Processes, findings of the doctor, and backups, for operators. */
export type InstallationHealth = Schemas['InstallationHealth']
/** An e-mail with which an operator tries the mail server. */
export type TestEmail = Schemas['TestEmail']
/** Licenses that moved between a pool and a node below it. */
export type LicenseTransfer = Schemas['LicenseTransfer']
/** A person of the provider in the account: a request, or a session. */
export type SupportSession = Schemas['SupportSession']
/** The same, as the people of a reseller see it. */
export type SupportRequest = Schemas['SupportRequest']
/** Name, color, texts and pictures that a reseller has chosen. */
export type Brand = Schemas['Brand']
/** The brand that users see: of the reseller, of one above it, or of the platform. */
export type EffectiveBrand = Schemas['EffectiveBrand']
/** A name under which customers of a reseller open the interface. */
export type ResellerHost = Schemas['ResellerHost']
/** The address for e-mails of a brand, and its records in DNS. */
export type EmailSender = Schemas['EmailSender']
/** The sender of SMS of a brand. */
export type SmsSender = Schemas['SmsSender']
/** The same of a reseller below, as operators approve it. */
export type ListedSmsSender = Schemas['ListedSmsSender']
export type ApiKey = Schemas['ApiKey']
export type Session = Schemas['Session']
/** A browser of the user that shows notifications. */
export type PushSubscription = Schemas['PushSubscription']
export type SignIn = Schemas['SignIn']
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
/** Where a point lies. */
export type Place = Schemas['Place']
/** What a search for places found. */
export type PlaceResult = Schemas['PlaceResult']
/** A report that can be created. */
export type ReportType = Schemas['ReportType']
/** A report that was created, with its file. */
export type ReportRun = Schemas['ReportRun']
/** The first rows of a report. */
export type ReportPreview = Schemas['ReportPreview']
/** A trip, a stop, or a gap. */
export type Segment = Schemas['Segment']
/** A segment as it was, and as it is after a change. */
export type Correction = Schemas['Correction']
export type TripExplanation = Schemas['TripExplanation']
/** A stay of a device inside a geofence. */
export type Visit = Schemas['Visit']
/** What a fuel sensor of a device reports, and what it means. */
export type FuelSensor = Schemas['FuelSensor']
/** A fill, or a drain. */
export type FuelEvent = Schemas['FuelEvent']
/** The sums of a device in a calendar day. */
export type Day = Schemas['Day']
/** Sums over days: of a device, a group, or all devices. */
export type Summary = Schemas['Summary']
/** The state of the fleet, and the sums of its last weeks. */
export type Dashboard = Schemas['Dashboard']
/** How trips are detected: what is set for the account, a group or a device, and all values in force. */
export type TripSettings = Schemas['TripSettings']
/** Cuts a trip in two, or joins two trips. */
export type TrackMark = Schemas['TrackMark']
/** What a user stated of a trip. */
export type TripChange = Schemas['TripChange']
export type Driver = Schemas['Driver']
/** A key or card that identifies a driver. */
export type DriverTag = Schemas['DriverTag']
/** When a driver drove a device. */
export type DriverSession = Schemas['DriverSession']
/** A tag that is of no driver. */
export type UnknownTag = Schemas['UnknownTag']
export type OdometerReading = Schemas['OdometerReading']
export type EngineReading = Schemas['EngineReading']
/** An interval of distance, engine hours or days, and the devices that it applies to. */
export type EscalationPolicy = Schemas['EscalationPolicy']
export type OnCallSchedule = Schemas['OnCallSchedule']
export type Escalation = Schemas['Escalation']
export type MaintenancePlan = Schemas['MaintenancePlan']
/** What remains of a plan's interval for a device. */
export type MaintenanceState = Schemas['MaintenanceState']
/** Maintenance that was done. */
export type MaintenanceWork = Schemas['MaintenanceWork']
export type Location = Schemas['Location']
/** The last location of a device, as in lists of many devices. */
export type LastLocation = Location & { deviceId: string }
/** A device near a point, with its last location. */
export type NearDevice = Schemas['NearDevice']
/** A message received from a device, whatever its outcome. */
export type ActivityEntry = Schemas['ActivityEntry']
export type IngestKey = Schemas['IngestKey']
export type Mapping = Schemas['Mapping']
export type MappingTest = Schemas['MappingTest']
export type MappingTemplate = Schemas['MappingTemplate']
export type Webhook = Schemas['Webhook']
export type WebhookDelivery = Schemas['WebhookDelivery']
/** The request of a report run, under a name. */
export type ReportDefinition = Schemas['ReportDefinition']
/** Sends a report by e-mail every day, week or month. */
export type ReportSchedule = Schemas['ReportSchedule']
export type ReportScheduleRun = Schemas['ReportScheduleRun']
export type Share = Schemas['Share']
export type SharedLocation = Schemas['SharedLocation']
export type AuditChange = Schemas['Change']
/** A map provider that the operator can choose. */
export type MapProvider = Schemas['MapProvider']
/** The error codes of the server; it may add more. */
export type ErrorCode = Schemas['ErrorCode']
/** An event, as in the stream, webhooks and GET /api/events. */
export type RastroEvent = Schemas['Event']
