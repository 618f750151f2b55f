import { z } from 'zod'
import { alertAnswer } from './answers.ts'
import { deviceIdOf, deviceText, groupIdOf, groupText, instant, limitOf } from './inputs.ts'
import { defineTool } from './tool.types.ts'

export const listAlerts = defineTool({
  name: 'list_alerts',
  title: 'List alerts',
  description:
    'Alerts of the account, newest first: SOS, speeding, geofences, silence, maintenance and others.',
  input: z.object({
    device: deviceText.optional(),
    group: groupText.optional(),
    state: z.enum(['open', 'acknowledged', 'resolved', 'withdrawn']).optional(),
    severity: z.enum(['info', 'warning', 'critical']).optional(),
    from: instant.optional(),
    to: instant.optional(),
    limit: limitOf(100, 20),
  }),
  async run(rastro, { device, group, state, severity, from, to, limit }) {
    const deviceId = await deviceIdOf(rastro, device)
    const groupId = await groupIdOf(rastro, group)
    const query = {
      limit,
      ...(deviceId && { deviceId }),
      ...(groupId && { groupId }),
      ...(state && { state }),
      ...(severity && { severity }),
      ...(from && { from }),
      ...(to && { to }),
    }
    const { alerts, nextCursor } = await rastro.get('/api/alerts', { query })
    return { alerts: alerts.map(alertAnswer), isComplete: nextCursor === undefined }
  },
})

export const acknowledgeAlert = defineTool({
  name: 'acknowledge_alert',
  title: 'Acknowledge an alert',
  description: 'Acknowledges an alert in the name of the user of the API key. Ask the user first.',
  changes: true,
  input: z.object({
    alertId: z.string().regex(/^alt_[0-9A-Za-z]{22}$/),
    note: z.string().max(1_000).optional(),
  }),
  async run(rastro, { alertId, note }) {
    const path = { alertId }
    const alert = await rastro.post('/api/alerts/{alertId}/acknowledge', { path, body: note ? { note } : {} })
    return alertAnswer(alert)
  },
})
