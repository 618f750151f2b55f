import type { FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { Type } from 'typebox'
import type { Context, Tx } from '../../../platform/context.ts'
import { PatchBody, patched } from '../../../platform/http/patch.ts'
import { ignoreReadOnly } from '../../../platform/http/read-only.ts'
import { answer, failures } from '../../../platform/http/responses.ts'
import type { App, Routes } from '../../../platform/http/server.ts'
import { requireValid } from '../../../platform/http/validation.ts'
import { etagOf, requireVersion } from '../../../platform/http/versions.ts'
import { write } from '../../../platform/http/write.ts'
import { DryRunBody, deviceResultFields, FleetDryRunBody, fleetResultFields } from './dry-run.schema.ts'
import { dryRunDevice, dryRunFleet } from './dry-run.ts'
import type { SubjectPath } from './subject.ts'
import type { SettingsDocument } from './trip-settings.schema.ts'
import {
  ApplyBody,
  SettingsBody,
  SettingsObject,
  SettingsView,
  settingsFields,
} from './trip-settings.schema.ts'
import { applyToPast, changeSettings, getSettings } from './trip-settings.ts'

const tags = ['Trip settings']
const access = 'fleet.manage'
const SettingsAnswer = answer(settingsFields)
const id = Type.String({ maxLength: 64 })

interface Level {
  /** In the names of operations. */
  name: string
  path: string
  of: string
  params?: TObject
}

const levels: Level[] = [
  { name: 'Account', path: '/api/account/tripSettings', of: 'of your account' },
  {
    name: 'Group',
    path: '/api/groups/:groupId/tripSettings',
    of: 'of a group',
    params: Type.Object({ groupId: id }),
  },
  {
    name: 'Device',
    path: '/api/devices/:deviceId/tripSettings',
    of: 'of a device',
    params: Type.Object({ deviceId: id }),
  },
]

export const tripSettingsRoutes: Routes = (app, ctx) => {
  app.addSchema(SettingsView)
  for (const level of levels) levelRoutes(app, ctx, level)
}

function levelRoutes(app: App, ctx: Context, level: Level): void {
  const { name, path, of } = level
  const params = level.params ? { params: level.params } : {}

  app.get(
    path,
    {
      schema: {
        operationId: `get${name}TripSettings`,
        summary: `Get the trip settings ${of}`,
        description:
          'The values that are set here, and in `effective` all values in force with their origin: a device inherits from its groups, these from the account.',
        tags,
        ...params,
        response: { 200: SettingsAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { settings, version } = await getSettings(ctx, request.caller, pathOf(request))
      reply.header('etag', etagOf(version))
      return settings
    },
  )

  app.put(
    path,
    {
      config: { access },
      preValidation: ignoreReadOnly(settingsFields, SettingsObject),
      schema: {
        operationId: `replace${name}TripSettings`,
        summary: `Replace the trip settings ${of}`,
        description: 'Values that are absent are inherited. The change counts from now on.',
        tags,
        ...params,
        body: SettingsBody,
        response: { 200: SettingsAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, (tx) =>
        edited(tx, request, (before) => {
          requireVersion(request, before.version)
          return request.body
        }),
      ),
  )

  app.patch(
    path,
    {
      config: { access },
      schema: {
        operationId: `patch${name}TripSettings`,
        summary: `Update the trip settings ${of}`,
        description: 'Takes a JSON Patch or a merge patch. The change counts from now on.',
        tags,
        ...params,
        body: PatchBody,
        response: { 200: SettingsAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, (tx) =>
        edited(tx, request, (before) => {
          requireVersion(request, before.version)
          return requireValid(SettingsBody, patched(before.document, request.body))
        }),
      ),
  )

  app.post(
    `${path}/apply`,
    {
      config: { access },
      schema: {
        operationId: `apply${name}TripSettings`,
        summary: `Apply the trip settings ${of} to the past`,
        description:
          'Trips from an instant on are computed again with the current settings, in the background. What changes is logged as a correction with the cause `settings`.',
        tags,
        ...params,
        body: ApplyBody,
        response: {
          202: answer({ devices: Type.Integer({ description: 'How many devices are computed again.' }) }),
          ...failures,
        },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => ({
        payload: await applyToPast(tx, request.caller, pathOf(request), request.body),
        status: 202,
      })),
  )

  const description =
    'Computes the stored locations with the settings in force and with these, and compares. Changes nothing. At most 31 days and 200,000 locations.'
  if (name === 'Device') {
    app.post(
      `${path}/dryRun`,
      {
        config: { access, load: 'heavy' },
        schema: {
          operationId: 'dryRunDeviceTripSettings',
          summary: 'Dry-run trip settings of a device',
          description,
          tags,
          ...params,
          body: DryRunBody,
          response: { 200: answer(deviceResultFields), ...failures },
        },
      },
      (request, reply) =>
        dryRunDevice(ctx, request.caller, pathOf(request), request.body, signalOf(reply.raw)),
    )
    return
  }
  app.post(
    `${path}/dryRun`,
    {
      config: { access, load: 'heavy' },
      schema: {
        operationId: `dryRun${name}TripSettings`,
        summary: `Dry-run trip settings ${of}`,
        description: `${description} Up to 20 devices: those named, or the first ones.`,
        tags,
        ...params,
        body: FleetDryRunBody,
        response: { 200: answer(fleetResultFields), ...failures },
      },
    },
    (request, reply) => dryRunFleet(ctx, request.caller, pathOf(request), request.body, signalOf(reply.raw)),
  )
}

async function edited(
  tx: Tx,
  request: Pick<FastifyRequest, 'caller' | 'params'>,
  edit: (before: { document: SettingsDocument; version: number }) => SettingsDocument,
) {
  const { settings, version } = await changeSettings(tx, request.caller, pathOf(request), edit)
  return { payload: settings, etag: etagOf(version) }
}

function pathOf({ params }: Pick<FastifyRequest, 'params'>): SubjectPath {
  return params as SubjectPath
}

/** Aborted when the client is gone. */
function signalOf(response: NodeJS.EventEmitter): AbortSignal {
  const aborting = new AbortController()
  response.once('close', () => aborting.abort())
  return aborting.signal
}
