// The built documentation at /docs. Its pages carry short scripts of their own: the policy names each by its hash.

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
const notBuilt =
  'The documentation is not built here. Run "npm run docs", then start the server again. The API is described at /docs/api.'

export function docsFileRoutes(parent: App, ctx: Pick<Context, 'config'>): void {
  const open = { config: { bare: true }, schema: { hide: true } } as const
  const dir = ctx.config.web.docsDir
  if (!existsSync(join(dir, 'index.html'))) {
    const tell = () => {
      throw new NotFoundError('docs.not_built', notBuilt)
    }
    parent.get('/docs', open, tell)
    parent.get('/docs/*', open, tell)
    return
  }

  // Whatever is asked for is looked up here, so nothing else can be reached.
  const files = new Set(globSync('**/*.*', { cwd: dir }))
  const policy = policyOf(dir, files)
  const sendPage = (reply: FastifyReply, file: string, kept: SendOptions = { maxAge: 0 }) =>
    reply
      .headers({
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'referrer-policy': 'no-referrer',
      })
      .sendFile(file, kept)

  const sendMissing = (request: FastifyRequest, reply: FastifyReply) => {
    if (!prefersHtml(request.headers.accept)) {
      throw new NotFoundError('path.not_found', `There is nothing at ${request.url.split('?')[0]}.`)
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
      const asked = (request.params as { '*': string })['*'].replace(/\/$/, '')
      const page = [`${asked}.html`, `${asked}/index.html`].find((file) => files.has(file))
      if (page) return sendPage(reply, page)
      if (!files.has(asked)) return sendMissing(request, reply)
      if (asked.endsWith('.html')) return sendPage(reply, asked)
      // What was built with a hash in its name never changes.
      const isHashed = asked.startsWith('assets/')
      return reply.sendFile(asked, isHashed ? { maxAge: yearMs, immutable: true } : { maxAge: 0 })
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
