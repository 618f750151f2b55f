// Serves the built documentation at /docs. Its pages have inline scripts; the policy allows each by its hash.

import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SendOptions } from '@fastify/static'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { NotFoundError } from '../http/errors.ts'
import { pagePolicy } from '../http/security-headers.ts'
import type { App } from '../http/server.ts'
import { prefersHtml } from './web-page.ts'

const yearMs = 365 * 86_400_000
const notBuiltMessage =
  'The documentation is not built. Run "npm run docs", then restart the server. The API reference is at /docs/api.'

export function docsFileRoutes(parent: App, ctx: Pick<Context, 'config'>): void {
  const open = { config: { bare: true }, schema: { hide: true } } as const
  const dir = ctx.config.web.docsDir
  if (!existsSync(join(dir, 'index.html'))) {
    const sendNotBuilt = ({ headers }: FastifyRequest, reply: FastifyReply) => {
      if (!prefersHtml(headers.accept)) throw new NotFoundError('docs.not_built', notBuiltMessage)
      return reply.code(404).type('text/plain; charset=utf-8').send(notBuiltMessage)
    }
    parent.get('/docs', open, sendNotBuilt)
    parent.get('/docs/*', open, sendNotBuilt)
    return
  }

  // Requests are looked up in this list, so nothing outside it can be reached.
  const files = new Set(globSync('**/*.*', { cwd: dir }))
  const policy = policyOf(dir, files)
  const sendPage = (reply: FastifyReply, file: string, caching: SendOptions = { maxAge: 0 }) =>
    reply
      .headers({
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'referrer-policy': 'no-referrer',
      })
      .sendFile(file, caching)

  const sendMissing = (request: FastifyRequest, reply: FastifyReply) => {
    if (!prefersHtml(request.headers.accept)) {
      throw new NotFoundError('path.not_found', `No such path: ${request.url.split('?')[0]}.`)
    }
    return sendPage(reply.code(404).header('cache-control', 'no-store'), '404.html', { cacheControl: false })
  }

  parent.register(async (app: App) => {
    await app.register(fastifyStatic, { root: dir, serve: false, preCompressed: true })
    app.get('/docs', open, (request, reply) => {
      if (/^\/docs(\?|$)/i.test(request.url)) return reply.redirect('/docs/', 308)
      return sendPage(reply, 'index.html')
    })
    app.get('/docs/*', open, (request: FastifyRequest, reply) => {
      const requested = (request.params as { '*': string })['*'].replace(/\/$/, '')
      const page = [`${requested}.html`, `${requested}/index.html`].find((file) => files.has(file))
      if (page) return sendPage(reply, page)
      if (!files.has(requested)) return sendMissing(request, reply)
      if (requested.endsWith('.html')) return sendPage(reply, requested)
      // Files with a hash in their name never change.
      const isHashed = requested.startsWith('assets/')
      return reply.sendFile(requested, isHashed ? { maxAge: yearMs, immutable: true } : { maxAge: 0 })
    })
  })
}

function policyOf(dir: string, files: Set<string>): string {
  const hashes = new Set<string>()
  for (const file of files) {
    if (!file.endsWith('.html')) continue
    for (const [, script = ''] of readFileSync(join(dir, file), 'utf8').matchAll(inlineScript)) {
      hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    }
  }
  return pagePolicy(hashes)
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
