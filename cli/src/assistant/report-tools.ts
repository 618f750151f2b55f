import { z } from 'zod'
import { idsOf } from '../finding.ts'
import { reports } from '../report-choices.ts'
import { day, deviceText, groupText } from './inputs.ts'
import { defineTool } from './tool.types.ts'

const maxRows = 100

export const listReports = defineTool({
  name: 'list_reports',
  title: 'List kinds of reports',
  description: 'The reports that can be run, with what they contain.',
  input: z.object({}),
  async run(rastro) {
    const { reports: types } = await rastro.get('/api/reports')
    return { reports: types }
  },
})

export const runReport = defineTool({
  name: 'run_report',
  title: 'Run a report',
  description: `The title, columns and first ${maxRows} rows of a report over whole days, for example fleetSummary, trips or days.`,
  input: z.object({
    report: z.enum(reports),
    from: day,
    to: day,
    devices: z.array(deviceText).max(20).optional(),
    groups: z.array(groupText).max(20).optional(),
  }),
  async run(rastro, { report, from, to, devices, groups }) {
    const body = { report, from, to, limit: maxRows, ...(await idsOf(rastro, { devices, groups })) }
    const { preview } = await rastro.post('/api/reports/preview', { body })
    return preview
  },
})
