// The api role: all routes, in order.

import { accountRoutes } from '../features/accounts/account.routes.ts'
import { startUsageMeter } from '../features/accounts/usage.api.ts'
import { activityRoutes } from '../features/activity/activity.routes.ts'
import { alertRoutes } from '../features/alerts/alert.routes.ts'
import { ruleRoutes } from '../features/alerts/rule.routes.ts'
import { auditRoutes } from '../features/audit/audit.routes.ts'
import { apiKeyRoutes } from '../features/auth/api-key.routes.ts'
import { createCallers } from '../features/auth/caller.api.ts'
import { ownFactorRoutes } from '../features/auth/factors/own-factors.routes.ts'
import { passkeyRoutes } from '../features/auth/factors/passkey.routes.ts'
import { signInPolicyRoutes } from '../features/auth/factors/policy.routes.ts'
import { factorRecoveryRoutes } from '../features/auth/factors/recovery.routes.ts'
import { relatedOriginRoutes } from '../features/auth/factors/well-known.routes.ts'
import { createTokens } from '../features/auth/jwt.api.ts'
import { passwordLinkRoutes } from '../features/auth/password-link.routes.ts'
import { sessionRoutes } from '../features/auth/session.routes.ts'
import { sessionListRoutes } from '../features/auth/session-list.routes.ts'
import { createKeyRing } from '../features/auth/signing-keys.api.ts'
import { signingKeyRoutes } from '../features/auth/signing-keys.routes.ts'
import { tokenRoutes } from '../features/auth/token.routes.ts'
import { peerCellRoutes } from '../features/cells/peer-cell.routes.ts'
import { createRequestRouter } from '../features/cells/request-routing.api.ts'
import { commandRoutes } from '../features/commands/command.routes.ts'
import { dashboardRoutes } from '../features/dashboard/dashboard.routes.ts'
import { bulkRoutes } from '../features/devices/bulk.routes.ts'
import { deviceRoutes } from '../features/devices/device.routes.ts'
import { fleetRoutes } from '../features/devices/fleet.routes.ts'
import { importRoutes } from '../features/devices/import.routes.ts'
import { limitsRoutes } from '../features/devices/limits.routes.ts'
import { photoRoutes } from '../features/devices/photo.routes.ts'
import { assignmentRoutes } from '../features/drivers/assignment.routes.ts'
import { driverRoutes } from '../features/drivers/driver.routes.ts'
import { driverTagRoutes } from '../features/drivers/driver-tag.routes.ts'
import { driverImportRoutes } from '../features/drivers/import.routes.ts'
import { closingRoutes } from '../features/erasure/erasure.routes.ts'
import { onCallRoutes } from '../features/escalation/on-call/schedule.routes.ts'
import { policyRoutes } from '../features/escalation/policy.routes.ts'
import { escalationStatusRoutes } from '../features/escalation/status.routes.ts'
import { asyncApiRoutes } from '../features/events/asyncapi.routes.ts'
import { exportLinkRoutes, exportRoutes } from '../features/exports/export.routes.ts'
import { fuelEventRoutes } from '../features/fuel/fuel-event.routes.ts'
import { fuelSensorRoutes } from '../features/fuel/fuel-sensor.routes.ts'
import { createGateway } from '../features/gateway/gateway.api.ts'
import { ingestRoutes } from '../features/gateway/ingest.routes.ts'
import { geofenceRoutes } from '../features/geofences/geofence.routes.ts'
import { groupRoutes } from '../features/groups/group.routes.ts'
import { createIngestAuthenticator } from '../features/ingest-keys/ingest-key.api.ts'
import { ingestKeyRoutes } from '../features/ingest-keys/ingest-key.routes.ts'
import { createMappings } from '../features/ingest-keys/mapping.api.ts'
import { mappingRoutes } from '../features/ingest-keys/mapping.routes.ts'
import { installationRoutes } from '../features/installation/installation.routes.ts'
import { locationRoutes } from '../features/locations/location.routes.ts'
import { nearRoutes } from '../features/locations/near/near.routes.ts'
import { createReporter } from '../features/locations/report.api.ts'
import { tracksRoutes } from '../features/locations/tracks.routes.ts'
import { tripLocationRoutes } from '../features/locations/trip-locations.routes.ts'
import { maintenanceRoutes } from '../features/maintenance/maintenance.routes.ts'
import { planRoutes } from '../features/maintenance/plan.routes.ts'
import { mapFileRoutes } from '../features/maps/map-file.routes.ts'
import { mapProviderRoutes } from '../features/maps/map-provider.routes.ts'
import { createRegisteredMaps } from '../features/maps/registered-maps.api.ts'
import { acknowledgementRoutes } from '../features/notifications/acknowledgement.routes.ts'
import { contactRoutes } from '../features/notifications/contact.routes.ts'
import { notificationRoutes } from '../features/notifications/notification.routes.ts'
import { pushSubscriptionRoutes } from '../features/notifications/push/subscription.routes.ts'
import { telegramRoutes } from '../features/notifications/telegram.routes.ts'
import { verificationRoutes } from '../features/notifications/verification.routes.ts'
import { verificationLinkRoutes } from '../features/notifications/verification-link.routes.ts'
import { placeRoutes } from '../features/places/place.routes.ts'
import { peerLocationRoutes } from '../features/recorder/peer-cell.routes.ts'
import { definitionRoutes } from '../features/reports/definitions/definition.routes.ts'
import { reportRoutes } from '../features/reports/report.routes.ts'
import { reportLinkRoutes, reportRunRoutes } from '../features/reports/run.routes.ts'
import { dailyLimitRoutes } from '../features/reports/schedules/daily-limit.routes.ts'
import { scheduleRoutes } from '../features/reports/schedules/schedule.routes.ts'
import { createBrands } from '../features/resale/brands/brand.api.ts'
import { brandRoutes } from '../features/resale/brands/brand.routes.ts'
import { publicBrandRoutes } from '../features/resale/brands/public-brand.routes.ts'
import { customerRoutes } from '../features/resale/customer.routes.ts'
import { hostRoutes } from '../features/resale/hosts/host.routes.ts'
import { resellerRoutes } from '../features/resale/reseller.routes.ts'
import { resellerCapRoutes } from '../features/resale/reseller-cap.routes.ts'
import { senderRoutes } from '../features/resale/senders/sender.routes.ts'
import { settleNow } from '../features/resale/support.api.ts'
import { supportRequestRoutes } from '../features/resale/support.routes.ts'
import { priceRoutes } from '../features/resale/usage/price.routes.ts'
import { usageRoutes } from '../features/resale/usage/usage.routes.ts'
import { scimRoutes } from '../features/scim/scim.routes.ts'
import { scimKeyRoutes } from '../features/scim/scim-key.routes.ts'
import { searchRoutes } from '../features/search/search.routes.ts'
import { setupRoutes } from '../features/setup/setup.routes.ts'
import { openShareRoutes } from '../features/shares/open-share.routes.ts'
import { shareRoutes } from '../features/shares/share.routes.ts'
import { signUpRoutes } from '../features/sign-up/sign-up.routes.ts'
import { capRoutes } from '../features/spending/cap.routes.ts'
import { ssoRoutes } from '../features/sso/sso.routes.ts'
import { ssoSessionRoutes } from '../features/sso/sso-session.routes.ts'
import { createHub } from '../features/streaming/hub.api.ts'
import { streamRoutes } from '../features/streaming/stream.routes.ts'
import { supportLinkRoutes } from '../features/support/approval-link.routes.ts'
import { peerTokenRoutes } from '../features/support/peer-token.routes.ts'
import { supportRoutes } from '../features/support/support.routes.ts'
import { admitVisitors } from '../features/support/visitor.api.ts'
import { createVisitorTokens } from '../features/support/visitor-token.api.ts'
import { trackMarkRoutes } from '../features/trips/marks/track-mark.routes.ts'
import { readingRoutes } from '../features/trips/meters/reading.routes.ts'
import { segmentRoutes } from '../features/trips/reading/segments.routes.ts'
import { summaryRoutes } from '../features/trips/reading/summary.routes.ts'
import { tripRoutes } from '../features/trips/reading/trip.routes.ts'
import { driverSessionRoutes } from '../features/trips/sessions/session.routes.ts'
import { tripSettingsRoutes } from '../features/trips/settings/trip-settings.routes.ts'
import { visitRoutes } from '../features/trips/visits/visit.routes.ts'
import { invitationRoutes } from '../features/users/invitation.routes.ts'
import { emailLinkRoutes, ownEmailRoutes } from '../features/users/own-email.routes.ts'
import { userRoutes } from '../features/users/user.routes.ts'
import { userSessionRoutes } from '../features/users/user-sessions.routes.ts'
import { webhookDeliveryRoutes } from '../features/webhooks/delivery.routes.ts'
import { webhookRoutes } from '../features/webhooks/webhook.routes.ts'
import type { Context } from '../platform/context.ts'
import { describeApi } from '../platform/http/openapi.ts'
import type { App } from '../platform/http/server.ts'
import { createApp } from '../platform/http/server.ts'
import type { Health } from '../platform/observability/health.ts'
import { healthRoutes } from '../platform/observability/health-routes.ts'
import { docsFileRoutes } from '../platform/static/docs-files.ts'
import { webConfigRoutes } from '../platform/static/web-config.ts'
import { webFileRoutes } from '../platform/static/web-files.ts'
import { createWebPage } from '../platform/static/web-page.ts'

export async function createApi(ctx: Context, health: Health): Promise<App> {
  const keyRing = createKeyRing(ctx)
  const tokens = createTokens(ctx, keyRing)
  const callers = createCallers(ctx, tokens)
  const usage = startUsageMeter(ctx)

  // Created with the first tracker request, so the routes can be described without dependencies.
  const gateway = once(() => createGateway(ctx))

  const hub = createHub(ctx)

  const brands = createBrands(ctx)
  const findProductName = async (accountId: number) => (await brands.ofAccount(accountId)).name

  const page = createWebPage(ctx.config, brands)

  const registeredMaps = createRegisteredMaps(ctx)

  const router = createRequestRouter(ctx)

  const gate = { identify: callers.identify, admit: usage.admit, count: usage.count, cells: router }
  const app = createApp(ctx, gate, page)
  const mappings = createMappings()
  admitVisitors(app, ctx)
  app.addHook('onClose', usage.stop)
  app.addHook('onClose', async () => mappings.stop())
  if (router) app.addHook('onClose', async () => router.stop())
  app.addHook('preClose', async () => hub.stop())
  await describeApi(app)

  app.register(async (app) => {
    healthRoutes(app, health)
    signingKeyRoutes(app, keyRing)
    tokenRoutes(app, ctx, tokens)
    sessionRoutes(app, ctx, { tokens, findProductName })
    ssoSessionRoutes(app, ctx, tokens)
    ssoRoutes(app, ctx)
    scimKeyRoutes(app, ctx)
    scimRoutes(app, ctx)
    sessionListRoutes(app, ctx)
    passwordLinkRoutes(app, ctx)
    signUpRoutes(app, ctx)
    setupRoutes(app, ctx)
    accountRoutes(app, ctx)
    exportRoutes(app, ctx)
    exportLinkRoutes(app, ctx)
    closingRoutes(app, ctx)
    capRoutes(app, ctx)
    customerRoutes(app, ctx)
    resellerRoutes(app, ctx)
    resellerCapRoutes(app, ctx)
    usageRoutes(app, ctx)
    priceRoutes(app, ctx)
    installationRoutes(app, ctx)
    supportRequestRoutes(app, ctx, createVisitorTokens(ctx, tokens))
    supportRoutes(app, ctx, { report: (id) => settleNow(ctx, id) })
    supportLinkRoutes(app, ctx, { report: (id) => settleNow(ctx, id) })
    brandRoutes(app, ctx, brands)
    publicBrandRoutes(app, ctx, brands)
    hostRoutes(app, ctx)
    senderRoutes(app, ctx)
    apiKeyRoutes(app, ctx)
    ownFactorRoutes(app, ctx, findProductName)
    passkeyRoutes(app, ctx, findProductName)
    signInPolicyRoutes(app, ctx)
    factorRecoveryRoutes(app, ctx)
    relatedOriginRoutes(app)
    userRoutes(app, ctx)
    userSessionRoutes(app, ctx)
    invitationRoutes(app, ctx)
    ownEmailRoutes(app, ctx)
    emailLinkRoutes(app, ctx)
    groupRoutes(app, ctx)
    geofenceRoutes(app, ctx)
    placeRoutes(app, ctx)
    searchRoutes(app, ctx)
    deviceRoutes(app, ctx)
    bulkRoutes(app, ctx)
    photoRoutes(app, ctx)
    fleetRoutes(app, ctx)
    limitsRoutes(app, ctx)
    importRoutes(app, ctx)
    contactRoutes(app, ctx)
    policyRoutes(app, ctx)
    onCallRoutes(app, ctx)
    escalationStatusRoutes(app, ctx)
    verificationRoutes(app, ctx)
    pushSubscriptionRoutes(app, ctx)
    verificationLinkRoutes(app, ctx, page)
    acknowledgementRoutes(app, ctx, page)
    telegramRoutes(app, ctx)
    notificationRoutes(app, ctx)
    commandRoutes(app, ctx)
    auditRoutes(app, ctx)
    locationRoutes(
      app,
      ctx,
      once(() => createReporter(ctx)),
    )
    nearRoutes(app, ctx)
    tracksRoutes(app, ctx)
    segmentRoutes(app, ctx)
    tripRoutes(app, ctx)
    tripLocationRoutes(app, ctx)
    summaryRoutes(app, ctx)
    dashboardRoutes(app, ctx)
    visitRoutes(app, ctx)
    driverSessionRoutes(app, ctx)
    driverTagRoutes(app, ctx)
    assignmentRoutes(app, ctx)
    driverRoutes(app, ctx)
    driverImportRoutes(app, ctx)
    fuelSensorRoutes(app, ctx)
    fuelEventRoutes(app, ctx)
    reportRoutes(app, ctx)
    reportRunRoutes(app, ctx)
    reportLinkRoutes(app, ctx)
    definitionRoutes(app, ctx)
    scheduleRoutes(app, ctx)
    dailyLimitRoutes(app, ctx)
    activityRoutes(app, ctx)
    tripSettingsRoutes(app, ctx)
    trackMarkRoutes(app, ctx)
    readingRoutes(app, ctx)
    planRoutes(app, ctx)
    maintenanceRoutes(app, ctx)
    alertRoutes(app, ctx)
    ruleRoutes(app, ctx)
    ingestKeyRoutes(app, ctx)
    mappingRoutes(mappings)(app, ctx)
    ingestRoutes(
      app,
      ctx.config,
      gateway,
      once(() => ({ ingestKeys: createIngestAuthenticator(ctx), mappings })),
      router,
    )
    webhookRoutes(app, ctx)
    webhookDeliveryRoutes(app, ctx)
    streamRoutes(app, ctx, { hub, identify: callers.identify })
    asyncApiRoutes(app, ctx)
    shareRoutes(app, ctx)
    openShareRoutes(app, ctx, { hub, page, brands })
    webConfigRoutes(app, ctx, registeredMaps, brands)
    mapFileRoutes(app, ctx, registeredMaps)
    mapProviderRoutes(app, ctx)
    webFileRoutes(app, ctx, page)
    docsFileRoutes(app, ctx)
    peerCellRoutes(app, ctx)
    peerLocationRoutes(app, ctx)
    peerTokenRoutes(app, ctx, tokens)
  })
  return app
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
