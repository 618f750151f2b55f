// The route tree. The paths are those of shell/views.ts.

import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { accountRoute } from '../features/accounts/account.route.tsx'
import { alertsRoute } from '../features/alerts/alerts.route.tsx'
import { apiKeysRoute } from '../features/api-keys/api-keys.route.tsx'
import { auditRoute } from '../features/audit/audit.route.tsx'
import { connectRoute } from '../features/devices/connect/connect.route.tsx'
import { deviceRoute, devicesRoute } from '../features/devices/devices.route.tsx'
import { driverRoute, driversRoute } from '../features/drivers/drivers.route.tsx'
import { escalationRoute, onCallRoute } from '../features/escalation/escalation.route.tsx'
import { fleetRoute } from '../features/fleet/fleet.route.tsx'
import { geofenceRoute, geofencesRoute, newGeofenceRoute } from '../features/geofences/geofences.route.tsx'
import { groupRoute, groupsRoute } from '../features/groups/groups.route.tsx'
import {
  emailRoute,
  emailUndoRoute,
  forgotRoute,
  invitationRoute,
  resetRoute,
  stopRecoveryRoute,
  supportRequestRoute,
} from '../features/identity/identity.route.tsx'
import { setupRoute, signUpConfirmRoute, signUpRoute } from '../features/identity/sign-up.route.tsx'
import { ingestKeysRoute } from '../features/ingest-keys/ingest-keys.route.tsx'
import { installationRoute } from '../features/installation/installation.route.tsx'
import { liveRoute } from '../features/live/live.route.tsx'
import { historyHomeRoute, historyRoute } from '../features/locations/history.route.tsx'
import { maintenanceRoute } from '../features/maintenance/maintenance.route.tsx'
import { mapsRoute } from '../features/maps/maps.route.tsx'
import { acknowledgeRoute } from '../features/notifications/acknowledge.route.tsx'
import { contactsRoute } from '../features/notifications/contacts.route.tsx'
import { verifyRoute } from '../features/notifications/verify.route.tsx'
import { preferencesRoute } from '../features/preferences/preferences.route.tsx'
import { reportsRoute } from '../features/reports/reports.route.tsx'
import { brandRoute } from '../features/resale/brand/brand.route.tsx'
import { consoleRoute } from '../features/resale/console.route.tsx'
import { hostsRoute } from '../features/resale/hosts/hosts.route.tsx'
import { pricesRoute } from '../features/resale/prices/prices.route.tsx'
import { resellersRoute } from '../features/resale/resellers/resellers.route.tsx'
import { sendersRoute } from '../features/resale/senders/senders.route.tsx'
import { usageRoute } from '../features/resale/usage/usage.route.tsx'
import { newRuleRoute, ruleRoute, rulesRoute } from '../features/rules/rules.route.tsx'
import { securityRoute } from '../features/security/security.route.tsx'
import { enrolRoute, signInRoute } from '../features/sessions/sign-in.route.tsx'
import { shareViewRoute } from '../features/shares/share-view.route.tsx'
import { sharesRoute } from '../features/shares/shares.route.tsx'
import { spendingRoute } from '../features/spending/spending.route.tsx'
import { ssoDoneRoute, ssoRoute } from '../features/sso/sso.route.tsx'
import { supportRoute } from '../features/support/support.route.tsx'
import { thisDeviceRoute } from '../features/this-device/this-device.route.tsx'
import { tripsRoute } from '../features/trips/trips.route.tsx'
import { newUserRoute, userRoute, usersRoute } from '../features/users/users.route.tsx'
import { webhookRoute, webhooksRoute } from '../features/webhooks/webhooks.route.tsx'
import { PendingView } from '../shell/pending-view.tsx'
import { settingsHomeRoute, settingsRoute } from '../shell/settings.route.tsx'
import { homeRoute, rootRoute, shellRoute } from '../shell/shell.route.tsx'
import { ViewError } from '../shell/view-error.tsx'

const routes = rootRoute.addChildren([
  signInRoute,
  enrolRoute,
  stopRecoveryRoute,
  supportRequestRoute,
  ssoDoneRoute,
  forgotRoute,
  resetRoute,
  invitationRoute,
  emailRoute,
  emailUndoRoute,
  signUpRoute,
  signUpConfirmRoute,
  setupRoute,
  shareViewRoute,
  verifyRoute,
  acknowledgeRoute,
  shellRoute.addChildren([
    homeRoute,
    liveRoute,
    fleetRoute,
    devicesRoute,
    deviceRoute,
    driversRoute,
    driverRoute,
    connectRoute,
    historyHomeRoute,
    historyRoute,
    alertsRoute,
    reportsRoute,
    maintenanceRoute,
    consoleRoute,
    usageRoute,
    pricesRoute,
    resellersRoute,
    installationRoute,
    brandRoute,
    hostsRoute,
    sendersRoute,
    rulesRoute,
    newRuleRoute,
    ruleRoute,
    geofencesRoute,
    newGeofenceRoute,
    geofenceRoute,
    settingsRoute.addChildren([
      settingsHomeRoute,
      accountRoute,
      securityRoute,
      apiKeysRoute,
      usersRoute,
      newUserRoute,
      userRoute,
      groupsRoute,
      groupRoute,
      contactsRoute,
      escalationRoute,
      onCallRoute,
      spendingRoute,
      supportRoute,
      ssoRoute,
      tripsRoute,
      webhooksRoute,
      webhookRoute,
      sharesRoute,
      ingestKeysRoute,
      auditRoute,
      mapsRoute,
      thisDeviceRoute,
      preferencesRoute,
    ]),
  ]),
])

export function createAppRouter(queries: QueryClient, loadMessages: () => Promise<void>) {
  return createRouter({
    routeTree: routes,
    context: { queries, loadMessages },
    defaultPreload: 'intent',
    defaultErrorComponent: ViewError,
    defaultPendingComponent: PendingView,
    search: { strict: true },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
