import { Type } from 'typebox'
import { sendList } from '../../platform/http/raw-responses.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import {
  CommandBody,
  CommandPath,
  CommandQuery,
  CommandView,
  commandFields,
  DevicePath,
} from './command.schema.ts'
import { cancelCommand, getCommand, getCommandIn, listCommands, sendCommand } from './command.ts'
import { wakeGateways } from './signals.ts'

const tags = ['Commands']
// Also for reading: commands and their answers may contain passwords of the tracker.
const access = 'commands.send'
const CommandAnswer = answer(commandFields)

export const commandRoutes: Routes = (app, ctx) => {
  app.addSchema(CommandView)

  app.post(
    '/api/devices/:deviceId/commands',
    {
      config: { access },
      schema: {
        operationId: 'sendCommand',
        summary: 'Send a command',
        description:
          'Sent to the tracker at most once: now, or when it connects again. An output and a raw command need a token from a sign-in or key exchange of the last 5 minutes; otherwise 403 `access.not_recent`.',
        tags,
        params: DevicePath,
        body: CommandBody,
        response: { 201: CommandAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request
      let identifier: string | undefined
      const command = await write(ctx, request, reply, async (tx) => {
        const given = await sendCommand(tx, caller, params.deviceId, body)
        identifier = given.identifier
        return {
          payload: await getCommandIn(tx, caller, params.deviceId, given.id),
          status: 201,
          location: `/api/devices/${params.deviceId}/commands/${given.id}`,
        }
      })
      if (identifier !== undefined) wakeGateways(ctx, identifier)
      return command
    },
  )

  app.get(
    '/api/devices/:deviceId/commands',
    {
      config: { access },
      schema: {
        operationId: 'listCommands',
        summary: 'List commands',
        description: 'Newest first.',
        tags,
        params: DevicePath,
        querystring: CommandQuery,
        response: {
          200: answer({ commands: Type.Array(ref(CommandView)), nextCursor: Type.Optional(Type.String()) }),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { caller, params, query } = request
      const read = await listCommands(ctx, caller, params.deviceId, query.state)
      return sendList(request, reply, 'commands', read)
    },
  )

  app.get(
    '/api/devices/:deviceId/commands/:commandId',
    {
      config: { access },
      schema: {
        operationId: 'getCommand',
        summary: 'Get a command',
        description: 'The command with its state and the reply of the tracker.',
        tags,
        params: CommandPath,
        response: { 200: CommandAnswer, ...failures },
      },
    },
    ({ caller, params }) => getCommand(ctx, caller, params.deviceId, params.commandId),
  )

  app.delete(
    '/api/devices/:deviceId/commands/:commandId',
    {
      config: { access },
      schema: {
        operationId: 'cancelCommand',
        summary: 'Cancel a queued command',
        description: 'Possible until it is sent.',
        tags,
        params: CommandPath,
        response: { 200: CommandAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const { caller, params } = request
        await cancelCommand(tx, caller, params.deviceId, params.commandId)
        return { payload: await getCommandIn(tx, caller, params.deviceId, params.commandId) }
      }),
  )
}
