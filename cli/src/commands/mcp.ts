// Assistants: a server of the Model Context Protocol on standard input and output.

import { appendFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { RastroError } from '@rastro/client'
import { Command } from 'commander'
import type { ToolCall } from '../assistant/assistant-server.ts'
import { createAssistantServer } from '../assistant/assistant-server.ts'
import type { ClientOptions } from '../connection.ts'
import { asClient, asking, readConnection } from '../connection.ts'
import { ClientError, sentenceOf, UsageError } from '../failure.ts'

interface Options extends ClientOptions {
  allowChanges?: true
  log?: string
}

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .option('--allow-changes', 'also offer tools that change something')
    .option('--log <file>', 'append each call, with its input, as a line of JSON')
  return asClient(command)
    .description(
      'serve an assistant (Model Context Protocol) on standard input and output, read-only by default',
    )
    .action(serve)
}

async function serve(options: Options): Promise<void> {
  const connection = await readConnection(options)
  const describe = (error: unknown) => {
    if (error instanceof RastroError) return sentenceOf(error, connection)
    if (error instanceof ClientError || error instanceof UsageError) return error.message
    return 'The call failed.'
  }
  await asking(connection, async (rastro) => {
    const { mcp, drained } = createAssistantServer(rastro, {
      allowsChanges: options.allowChanges === true,
      describe,
      onCall: (call) => note(call, options.log),
    })
    // The transport would give up calls in progress when its input ends.
    const input = process.stdin.pipe(new PassThrough(), { end: false })
    const ended = new Promise<void>((resolve) => {
      mcp.server.onclose = resolve
      process.stdin.once('end', resolve)
    })
    await mcp.connect(new StdioServerTransport(input, process.stdout))
    await ended
    await drained()
    await mcp.close()
  })
}

/** Standard output belongs to the protocol. */
function note(call: ToolCall, file: string | undefined): void {
  const { tool, isError, durationMs } = call
  process.stderr.write(`${tool}${isError ? ' failed' : ''}, ${durationMs} ms\n`)
  if (file)
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...call })}\n`, { mode: 0o600 })
}
