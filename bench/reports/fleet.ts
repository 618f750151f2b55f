// An installation with a month of a large fleet, and its API of reports.

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Installation, Served } from '../installation.ts'
import { getToken, install } from '../installation.ts'
import type { Month } from './month.ts'
import { fillMonth, monthBefore } from './month.ts'

/** Nothing here takes so long, so that a report that never ends is found. */
const maxRunMs = 10 * 60_000
/** The month is written at once. */
const postgresSettings = { max_wal_size: '8GB', shared_buffers: '512MB' }

export interface Finished {
  seconds: number
  rows: number
  bytes: number
}

export interface Fleet {
  installation: Installation
  api: Served
  month: Month
  devices: number
  token(): Promise<string>
  start(fields: object): Promise<string>
  /** Seconds from its start to its end. */
  finish(id: string): Promise<Finished>
  cancel(id: string): Promise<void>
  remove(): Promise<void>
}

export async function openFleet(devices: number): Promise<Fleet> {
  const installation = await install(
    Array.from({ length: devices }, () => null),
    {},
    { postgresSettings },
  )
  const month = monthBefore(new Date())
  try {
    const superuser = new pg.Client({
      connectionString: installation.services.postgres.url('superuser', 'rastro'),
    })
    await superuser.connect()
    await fillMonth(superuser, month).finally(() => superuser.end())
    const api = await installation.serve('api', 'warn')
    return { ...reportsOf(api, installation, month), installation, api, month, devices }
  } catch (error) {
    await installation.remove()
    throw error
  }
}

interface Run {
  id: string
  state: string
  failure: string | null
  rows: number
  bytes: number
  startedAt: string
  finishedAt: string
}

function reportsOf(api: Served, installation: Installation, { from, to }: Month) {
  // Not kept: a bench may take longer than a token is valid.
  const token = () => getToken(api, installation)
  const call = async (method: string, path: string, body?: object) => {
    const authorization = `Bearer ${await token()}`
    const json = {
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const init = { method, headers: { authorization }, ...(body && json) }
    const response = await fetch(`${api.url}/api/reportRuns${path}`, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return ((await response.json()) as { reportRun: Run }).reportRun
  }
  return {
    token,
    start: async (fields: object) => (await call('POST', '', { ...fields, from, to })).id,
    async finish(id: string): Promise<Finished> {
      const deadlineMs = performance.now() + maxRunMs
      while (performance.now() < deadlineMs) {
        const { state, failure, rows, bytes, startedAt, finishedAt } = await call('GET', `/${id}`)
        if (state === 'done')
          return { rows, bytes, seconds: (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000 }
        if (state !== 'queued' && state !== 'running') throw new Error(`the report is ${state}: ${failure}`)
        await wait(500)
      }
      throw new Error(`the report ${id} did not end in ${maxRunMs / 60_000} minutes`)
    },
    async cancel(id: string) {
      await call('DELETE', `/${id}`)
    },
    async remove() {
      await api.stop()
      await installation.remove()
    },
  }
}
