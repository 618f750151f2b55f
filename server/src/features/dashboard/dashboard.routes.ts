import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { DashboardQuery, DashboardView, periodDays } from './dashboard.schema.ts'
import { readDashboard } from './dashboard.ts'

export const dashboardRoutes: Routes = (app, ctx) => {
  app.addSchema(DashboardView)

  app.get(
    '/api/fleet/dashboard',
    {
      config: { load: 'track' },
      schema: {
        operationId: 'getDashboard',
        summary: 'Get the dashboard of the fleet',
        description: `What the devices that you may see do now, and the sums of their last ${periodDays} complete days, compared with the ${periodDays} days before. As of the last computation, as in /api/summaries.`,
        tags: ['Trips'],
        querystring: DashboardQuery,
        response: { 200: answer({ dashboard: ref(DashboardView) }), ...failures },
      },
    },
    async ({ caller, query }) => ({ dashboard: await readDashboard(ctx, caller, query.group) }),
  )
}
