// Serves the files of the built web interface. Files with a hash in their name never change.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Context } from '../context.ts'
import type { App } from '../http/server.ts'
import type { WebPage } from './web-page.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const notBuiltMessage =
  'The web interface is not built. Run "npm run build -w web", then restart the server. The API reference is at /docs/api.\n'

/** Folders that are not cached for one hour. */
const folders: Record<string, { maxAge: number; immutable?: true; preCompressed?: true }> = {
  assets: { maxAge: 365 * dayMs, immutable: true, preCompressed: true },
  // Read with range requests, which do not work with compression.
  basemap: { maxAge: dayMs },
}

export function webFileRoutes(parent: App, ctx: Pick<Context, 'config'>, page: WebPage): void {
  const open = { config: { bare: true }, schema: { hide: true } } as const
  if (!page.isBuilt) {
    parent.get('/', open, (_request, reply) => reply.type('text/plain; charset=utf-8').send(notBuiltMessage))
    return
  }
  parent.get('/', open, (_request, reply) => page.send(reply))

  const { dir } = ctx.config.web
  parent.register(async (app: App) => {
    await app.register(fastifyStatic, { root: dir, serve: false })
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      const { name } = entry
      if (name === 'index.html' || !/^\w[\w.-]*$/.test(name)) continue
      if (entry.isDirectory()) await serveFolder(app, dir, name)
      // Part of the page without a hash: revalidated each time.
      else app.get(`/${name}`, open, (_request, reply) => reply.sendFile(name, { maxAge: 0 }))
    }
  })
}

async function serveFolder(app: App, dir: string, name: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(dir, name),
    prefix: `/${name}/`,
    decorateReply: false,
    dotfiles: 'ignore',
    index: false,
    maxAge: hourMs,
    ...folders[name],
  })
}
