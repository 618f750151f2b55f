// What a support session may call, by operation. A route that is missing here is closed to visitors. A route that changes
// something has to be named, also if it is closed, so that somebody has decided about it: see visitor-access.test.ts.

import type { SupportAccess } from './support.types.ts'

const read = [
  ...['getAccount', 'getDashboard', 'streamEvents', 'listEvents'],
  ...['listUsers', 'getUser', 'listCountries', 'listTimeZones', 'listGroups', 'getGroup', 'listMapProviders'],
  ...['listDevices', 'getDevice', 'getDevicePhoto', 'getLimits', 'listActivity', 'listFleet'],
  ...['getLastLocation', 'listLastLocations', 'listLocations', 'listNearDevices', 'listTracks'],
  ...['getPlace', 'listPlaces', 'searchPlaces', 'listGeofences', 'getGeofence'],
  ...[
    'listDeviceTrips',
    'listDeviceStops',
    'getTimeline',
    'listDeviceDays',
    'listTrips',
    'listStops',
    'getTrip',
  ],
  ...['listTripChanges', 'explainTrip', 'listTripCorrections', 'listTripLocations', 'listSummaries'],
  ...['listVisits', 'listGeofenceVisits', 'listPresentDevices', 'listTrackMarks'],
  ...['getOdometer', 'listOdometerReadings', 'getEngineHours', 'listEngineHoursReadings'],
  ...['getAccountTripSettings', 'getGroupTripSettings', 'getDeviceTripSettings'],
  ...['dryRunAccountTripSettings', 'dryRunGroupTripSettings', 'dryRunDeviceTripSettings'],
  ...[
    'listDrivers',
    'getDriver',
    'getDeviceDriver',
    'listDriverTrips',
    'listDriverSessions',
    'listUnknownTags',
  ],
  ...['listDriverTags', 'listFuelSensors', 'getFuelSensor', 'listFuelLevels', 'testFuelSensor'],
  ...['listFuelEvents', 'getFuelEvent', 'listMaintenancePlans', 'getMaintenancePlan', 'listMaintenance'],
  ...['countMaintenance', 'listDeviceMaintenance', 'listMaintenanceWork'],
  ...['listAlerts', 'getAlert', 'explainAlert', 'listDeviceAlerts'],
  ...['listAlertRules', 'getAlertRule', 'dryRunAlertRule'],
  ...['listReports', 'previewReport', 'listReportDefinitions', 'getReportDefinition'],
] as const

const write = [
  ...['createGroup', 'replaceGroup', 'patchGroup', 'createGeofence', 'replaceGeofence', 'patchGeofence'],
  ...['createDevice', 'replaceDevice', 'patchDevice', 'replaceLimits', 'patchLimits', 'reactivateDevice'],
  ...['createDriver', 'replaceDriver', 'patchDriver', 'assignDriver', 'createDriverTag', 'replaceDriverTag'],
  ...['patchTrip', 'createTrackMark', 'deleteTrackMark', 'setOdometer', 'setEngineHours'],
  ...['replaceAccountTripSettings', 'patchAccountTripSettings', 'applyAccountTripSettings'],
  ...['replaceGroupTripSettings', 'patchGroupTripSettings', 'applyGroupTripSettings'],
  ...['replaceDeviceTripSettings', 'patchDeviceTripSettings', 'applyDeviceTripSettings'],
  ...['createFuelSensor', 'replaceFuelSensor', 'patchFuelSensor', 'patchFuelEvent'],
  ...['createMaintenancePlan', 'replaceMaintenancePlan', 'patchMaintenancePlan', 'recordMaintenanceWork'],
  ...['createAlertRule', 'replaceAlertRule', 'patchAlertRule'],
] as const

/** Identity, secrets, contacts, commands, money, the account itself, what leaves it, and what cannot be undone. */
const never = [
  ...['endOtherSessions', 'endOwnSession', 'createApiKey', 'patchApiKey', 'deleteApiKey', 'regenerateApiKey'],
  ...['endPreviousSecret', 'startTotp', 'deleteTotp', 'confirmTotp', 'replaceRecoveryCodes', 'createPasskey'],
  ...['startPasskey', 'deletePasskey', 'replaceSignInPolicy', 'requestEmailChange'],
  ...['sendTestEmail'],
  ...['createUser', 'replaceUser', 'patchUser', 'deleteUser', 'resetSecondFactor', 'transferOwnership'],
  ...['endUserSessions', 'endUserSession', 'inviteUser'],
  ...[
    'changeAccount',
    'createExport',
    'createExportLink',
    'closeAccount',
    'reopenAccount',
    'changeSpendingCaps',
  ],
  ...['changeReportEmailLimit', 'changeSupport', 'approveSupportSession', 'endSupportSession'],
  ...['createResaleAccount', 'suspendResaleAccount', 'reopenResaleAccount', 'replaceResaleAccountTerms'],
  ...['createReseller', 'suspendReseller', 'reopenReseller', 'replaceResellerTerms', 'createLicenseTransfer'],
  'changeResellerSpendingCaps',
  ...[
    'changeResaleAccountStatuses',
    'createPriceList',
    'replacePriceList',
    'deletePriceList',
    'setNodePrices',
  ],
  ...['requestSupportSession', 'withdrawSupportSession', 'openSupportSession'],
  ...['addResellerHost', 'checkResellerHost', 'replaceResellerHost', 'removeResellerHost'],
  ...['replaceResellerBrand', 'deleteResellerBrand', 'replaceBrandPicture', 'deleteBrandPicture'],
  ...['replaceEmailSender', 'deleteEmailSender', 'checkEmailSender', 'replaceSmsSender', 'deleteSmsSender'],
  ...['approveSmsSender', 'refuseSmsSender'],
  ...[
    'createContact',
    'replaceContact',
    'patchContact',
    'deleteContact',
    'sendContactCode',
    'confirmContactCode',
  ],
  ...['sendCommand', 'cancelCommand', 'createIngestKey', 'deleteIngestKey', 'replaceMapping', 'testMapping'],
  ...[
    'createWebhook',
    'replaceWebhook',
    'patchWebhook',
    'deleteWebhook',
    'replaceWebhookSecret',
    'testWebhook',
  ],
  ...['redeliverWebhook', 'redeliverPeriod', 'createShare', 'patchShare', 'deleteShare'],
  ...[
    'createReportRun',
    'deleteReportRun',
    'createReportLink',
    'createReportDefinition',
    'patchReportDefinition',
  ],
  ...['replaceReportDefinition', 'deleteReportDefinition', 'createReportSchedule', 'replaceReportSchedule'],
  ...['patchReportSchedule', 'deleteReportSchedule', 'testReportSchedule'],
  ...['readOrReportLocations', 'readOrRaiseAlerts', 'changeAlert', 'acknowledgeAlert', 'resolveAlert'],
  ...['previewImport', 'importDevices', 'previewDriverImport', 'importDrivers', 'changeDevices'],
  ...[
    'deleteDevice',
    'deleteDevicePhoto',
    'replaceDevicePhoto',
    'deleteGroup',
    'deleteGeofence',
    'deleteDriver',
  ],
  ...[
    'deleteDriverTag',
    'deleteFuelSensor',
    'deleteMaintenancePlan',
    'deleteMaintenanceWork',
    'deleteAlertRule',
  ],
] as const

export const visitorAccess: ReadonlyMap<string, SupportAccess | 'never'> = new Map<
  string,
  SupportAccess | 'never'
>([
  ...read.map((operation) => [operation, 'read'] as const),
  ...write.map((operation) => [operation, 'write'] as const),
  ...never.map((operation) => [operation, 'never'] as const),
])
